import { stem } from '../retrieval/terms.ts'
import { STOPWORDS, unicodeWords } from '../signature.ts'

/**
 * The content words that more than half of the requests contain, compared by stem, each in its most frequent form;
 * sorted by number of requests, then by mean position. Of a single request all its words. `besides` are further
 * stopwords.
 */
export function sharedWords(requests: readonly string[], besides: ReadonlySet<string> = NONE): readonly string[] {
  const words = new Map<string, { readonly forms: Map<string, number>; place: number; requests: number }>()
  for (const text of requests) {
    const said = contentWords(text).filter((word) => !besides.has(word))
    for (const [place, word] of said.entries()) {
      const key = wordStem(word)
      const known = words.get(key) ?? { forms: new Map(), place: 0, requests: 0 }
      words.set(key, known)
      known.forms.set(word, (known.forms.get(word) ?? 0) + 1)
      if (said.findIndex((other) => wordStem(other) === key) !== place) continue
      known.requests++
      known.place += place / said.length
    }
  }
  return [...words.values()]
    .filter(({ requests: count }) => requests.length === 1 || (count > 1 && count * 2 > requests.length))
    .map(({ forms, place, requests: count }) => ({ word: commonest(forms), count, place: place / count }))
    .sort((a, b) => b.count - a.count || a.place - b.place || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word)
}

const NONE: ReadonlySet<string> = new Set()

const commonest = (forms: ReadonlyMap<string, number>): string =>
  [...forms].sort(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1))[0]![0]

/** The stem of a word: equal for "tests" and "testing", and for a Korean word with and without its particle. */
export const wordStem = (word: string): string =>
  HANGUL.test(word) && word.length > 2 ? word.replace(PARTICLE, '') : stem(word)

const HANGUL = /^\p{sc=Hang}+$/u
const PARTICLE = /(?:으로|에서|을|를|이|가|은|는|에|의|로|도|와|과)$/u

/** Whether a word is among these, compared by stem. */
export const isSaid = (word: string, words: readonly string[]): boolean =>
  words.some((other) => other === word || wordStem(other) === wordStem(word))

/** The requests without misspelt shared words; all if none are left. */
export function wellSpelt(requests: readonly string[], shared: readonly string[]): readonly string[] {
  const right = requests.filter((text) => !isMisspelt(text, shared))
  return right.length === 0 ? requests : right
}

/** Whether a text has a typo of a shared word. */
export const isMisspelt = (text: string, shared: readonly string[]): boolean =>
  contentWords(text).some((word) => !isSaid(word, shared) && shared.some((other) => areTypos(word, other)))

/** The distinct words of a text in lower case, without function words, single characters and placeholders. */
export function contentWords(text: string): readonly string[] {
  const whole = text.replace(HIDDEN, ' ').replace(/\b[a-z]+n['’]t\b|['’](?:ll|re|ve|s|t|d|m)\b/gi, '')
  return [...unicodeWords(whole)].filter((word) => word.length > 1 && word.length <= 40 && !isFunctionWord(word))
}

/** Placeholders that `impersonal` writes, and those of redaction, also in the brackets of a description. */
const HIDDEN = /\((?:date|number|id|address)\)|[([]redacted:[a-z0-9-]{1,40}[)\]]/g

/** Whether a word is a stopword, or a form of address or asking. */
export const isFunctionWord = (word: string): boolean => STOP.has(word)

/**
 * Whether two words have edit distance 1 (with transpositions) and the longer one at least four letters; no
 * inflections.
 */
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

/** Words of address and asking, which are unrelated to the task. */
const ASKING =
  'hi hey hello dear need want help let just going having please thanks one two something anything again too already double when will using whole know tell regarding'.split(
    ' ',
  )
/** Contractions typed without their apostrophe. */
const CONTRACTED =
  'theres heres wheres whats thats whos hows im ive id ill youre youve youll hes shes weve theyre theyve dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt aint gonna wanna gotta'.split(
    ' ',
  )
const STOP: ReadonlySet<string> = new Set([...STOPWORDS, ...ASKING, ...CONTRACTED])
