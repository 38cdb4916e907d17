/** The Dice coefficient of the multisets of words of two lines, 0 to 1; each CJK character is a word. */
export function likeness(one: string, other: string): number {
  const counts = new Map<string, number>()
  const [mine, theirs] = [wordsOf(one), wordsOf(other)]
  for (const word of mine) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of theirs) {
    const left = counts.get(word) ?? 0
    if (left > 0) shared++
    counts.set(word, left - 1)
  }
  return mine.length + theirs.length === 0 ? 0 : (2 * shared) / (mine.length + theirs.length)
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+/gu

const wordsOf = (line: string): readonly string[] => line.toLowerCase().match(WORD) ?? []
