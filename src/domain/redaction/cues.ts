import { matchesOf } from '../matches.ts'

/** Which of all cues a text holds a word of, by their numbers: 1 for those. */
export type Cued = Uint8Array

/** The number of the cues of a pattern, made once: words of which a text must hold one. The empty word is in each text. */
export function cuesOf(words: readonly string[]): number {
  search = undefined
  return ALL.push(words) - 1
}

const ALL: (readonly string[])[] = []
/**
 * Compiling the search takes 4 to 5 ms, and a text of a prompt's length is looked through for each word in 50 µs: a process
 * that reads a few such texts, as a typed command does, does without.
 */
const SHORT = 1_000
let few = 16
/** The longest word of all cues at each place; what another word begins with stands there, too. */
let search: RegExp | undefined
/** The cues by their words, with those of what each begins with. */
let cuesBy: ReadonlyMap<string, readonly number[]>
/** The cues that are in each text. */
let always: Cued

/** Reads a text once, for the words of all cues. */
export function cuesIn(text: string): Cued {
  if (search === undefined && text.length < SHORT && few-- > 0)
    return Uint8Array.from(ALL, (words) => Number(words.some((word) => text.indexOf(word) >= 0)))
  search ??= searchFor([...new Set(ALL.flat())].filter(Boolean).sort((a, b) => b.length - a.length))
  const cued = always.slice()
  for (const { 1: word = '' } of matchesOf(search, text)) for (const cues of cuesBy.get(word) ?? []) cued[cues] = 1
  return cued
}

function searchFor(words: readonly string[]): RegExp {
  const begun = (by: string) =>
    ALL.flatMap((cues, i) => (cues.some((word) => word !== '' && by.startsWith(word)) ? [i] : []))
  always = Uint8Array.from(ALL, (words) => Number(words.includes('')))
  cuesBy = new Map(words.map((word) => [word, begun(word)]))
  return new RegExp(`(?=(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')}))`, 'g')
}
