import { unicodeWords } from '../signature.ts'
import { STOPWORDS } from '../stopwords.ts'

/** Content words that more than half of the requests say, in alphabetical order; all words of a request that is the only one. */
export function sharedWords(requests: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of requests)
    for (const word of new Set(contentWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => requests.length === 1 || (count > 1 && count * 2 > requests.length))
    .map(([word]) => word)
    .sort()
}

/** Requests with a word that others spell differently come last: they are the poorer examples. */
export function wellSpelt(requests: readonly string[], shared: readonly string[]): readonly string[] {
  const misspelt = (text: string) =>
    contentWords(text).some((word) => !shared.includes(word) && shared.some((other) => areTypos(word, other)))
  return [...requests.filter((text) => !misspelt(text)), ...requests.filter(misspelt)]
}

/** Words of a text that say what it is about, in lower case. */
export function contentWords(text: string): readonly string[] {
  const whole = text.replace(/['’](?:ll|re|ve|s|t|d|m)\b/gi, '')
  return [...unicodeWords(whole)].filter((word) => word.length > 1 && word.length <= 40 && !isFunctionWord(word))
}

/** Whether a word says nothing of a task: it joins, addresses or asks. */
export const isFunctionWord = (word: string): boolean => STOP.has(word)

/** One letter put in, left out, changed or swapped, where one has four letters or more; an inflection is no typo. */
export function areTypos(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length < 4 || long.length - short.length > 1 || `${short}s` === long || `${short}d` === long) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  if (left.length + right.length <= 1) return true
  if (left.length === 1 && right.length === 1) return short.length > 4
  return left.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** Words of address and of asking, which say nothing of the task. */
const ASKING = 'hi hey hello dear need want help let just going having please thanks one two something anything'.split(
  ' ',
)
const STOP: ReadonlySet<string> = new Set([...STOPWORDS, ...ASKING])
