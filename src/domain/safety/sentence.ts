/** Maximum number of characters on each side of a match. */
const REACH = 180
/** Where a sentence ends: a mark before a blank, the full stops of other scripts, an empty line. */
const END = /[.!?](?=\s)|[。！？।]|\n[ \t]*\n/g

/** The sentence around a match, cut to `REACH` characters on each side. */
export function sentenceAround(text: string, at: number, length: number): string {
  const before = text.slice(Math.max(0, at - REACH), at)
  const after = text.slice(at + length, at + length + REACH)
  let start = 0
  for (const end of before.matchAll(END)) start = end.index + end[0].length
  const stop = after.search(END)
  return before.slice(start) + text.slice(at, at + length) + (stop < 0 ? after : after.slice(0, stop))
}
