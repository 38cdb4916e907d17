import { matchesOf } from '../matches.ts'

/** Words of which a text must hold one for a pattern to be tried; the empty word is in each. */
export type Cues = readonly string[]

/** The cues of a pattern, made once: they are told apart by their list. */
export function cuesOf(words: readonly string[]): Cues {
  ALL.push(words)
  search = undefined
  return words
}

const ALL: Cues[] = []
/** The longest word of all cues at each place; what another word begins with stands there, too. */
let search: RegExp | undefined
/** The cues by their words, with those of what each begins with. */
let cuesBy: ReadonlyMap<string, readonly Cues[]>
/** Cues of a single character: it stands too often to be searched for with the words. */
let single: readonly Cues[]

/** Those of all cues of which a text holds a word; it is read once. */
export function cuesIn(text: string): ReadonlySet<Cues> {
  search ??= searchFor([...new Set(ALL.flat())].filter(isWord).sort((a, b) => b.length - a.length))
  const found = new Set(single.filter((cues) => cues.some((word) => !isWord(word) && text.includes(word))))
  for (const { 1: word = '' } of matchesOf(search, text)) for (const cues of cuesBy.get(word)!) found.add(cues)
  return found
}

const isWord = (word: string): boolean => word.length > 1

function searchFor(words: readonly string[]): RegExp {
  single = ALL.filter((cues) => !cues.every(isWord))
  const within = (word: string) => ALL.filter((cues) => cues.some((one) => isWord(one) && word.startsWith(one)))
  cuesBy = new Map(words.map((word) => [word, within(word)]))
  return new RegExp(`(?=(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')}))`, 'g')
}
