/** The first run of `length` words that a text shares with one of the others; undefined without one. */
export function copiedWords(text: string, others: Iterable<string>, length = COPY): string | undefined {
  const words = wordsOf(text)
  const runs = new Map<string, number>()
  for (let i = 0; i + length <= words.length; i++) runs.set(words.slice(i, i + length).join(' '), i)
  if (runs.size === 0) return undefined
  for (const other of others) {
    const theirs = wordsOf(other)
    for (let i = 0; i + length <= theirs.length; i++) {
      const run = theirs.slice(i, i + length).join(' ')
      if (runs.has(run)) return run
    }
  }
  return undefined
}

/** Share of a text's words that another has, 0 to 1; words of one or two letters do not count. */
export function sharedWords(text: string, other: string): number {
  const mine = new Set(wordsOf(text).filter((word) => word.length > 2))
  if (mine.size === 0) return 0
  const theirs = new Set(wordsOf(other))
  return [...mine].filter((word) => theirs.has(word)).length / mine.size
}

/** Length of a run of equal words that counts as copied. */
const COPY = 8

/** The words of a text in lower case, letters and digits of any script. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
