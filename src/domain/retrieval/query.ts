import { chatterTerms, commonTerms } from './everyday.ts'
import type { Side } from './fields.ts'
import { grams } from './grams.ts'
import { countsWithout, type IndexedSkill } from './indexed-skill.ts'
import type { Library, QueryTerm } from './library.ts'
import { terms } from './terms.ts'

/** A request as terms in reading order. */
export interface Query {
  readonly words: readonly QueryTerm[]
  readonly grams: readonly QueryTerm[]
}

/** A phrase removed from its skill, to test whether the index finds the skill by the phrase. */
export interface HeldOut {
  readonly skill: IndexedSkill
  readonly phrase: number
  /** Number of the field that the phrase stands in. */
  readonly field: number
  /** Occurrences of each term in the phrase. */
  readonly words: ReadonlyMap<number, number>
  readonly grams: ReadonlyMap<number, number>
  readonly length: { readonly words: number; readonly grams: number }
}

/** Maximum length of a request in characters; the rest is not read. */
const LONGEST_REQUEST = 4096
/** Built by the first search, so that other commands start faster. */
let commonWords: ReadonlySet<number> | undefined
let chatterWords: ReadonlyMap<number, number> | undefined

function isCommon(hash: number): boolean {
  commonWords ??= new Set(commonTerms())
  return commonWords.has(hash)
}

/** Number of phrases of everyday chatter that contain a word. */
function saidInChatter(hash: number): number {
  chatterWords ??= new Map(chatterTerms())
  return chatterWords.get(hash) ?? 0
}

/** Factor on the weight of stop words, which may be rare in a small library; measured. */
const COMMON_SHARE = 0.3
/** Pseudo-count of documents without the term: with one skill in a library no word would be rare. */
const BACKGROUND = 50
/** Rarity of a word that more than half of the skills have, in a library without triggers. */
const LEAST_RARITY = 0.2

export function readQuery(library: Library, text: string): Query {
  const request = text.slice(0, LONGEST_REQUEST)
  const seen = new Map<number, QueryTerm>()
  for (const { hash, surface } of terms(request))
    if (!seen.has(hash)) seen.set(hash, { ...queryTerm(library, 'words', hash), surface, chatter: saidInChatter(hash) })
  const distinct = [...new Set(grams(request, LONGEST_REQUEST))]
  return { words: [...seen.values()], grams: distinct.map((hash) => queryTerm(library, 'grams', hash)) }
}

/** A phrase of everyday chatter as a request, left out of the chatter counts. */
export function chatterQuery(library: Library, text: string): Query {
  const { words, grams: characters } = readQuery(library, text)
  return { words: words.map((word) => ({ ...word, chatter: word.chatter - 1 })), grams: characters }
}

/** A held-out phrase as a request; words that occur in this phrase only are unknown. */
export function heldOutQuery(library: Library, held: HeldOut): Query {
  const left = (side: Side): QueryTerm[] =>
    [...held[side]].map(([term, count]) => {
      const isGone = countsWithout(held.skill[side], term, held.field, count) === 0
      return queryTerm(library, side, term, library.frequency(side, term) - (isGone ? 1 : 0))
    })
  return {
    words: left('words').map((word, at) => ({ ...word, chatter: saidInChatter([...held.words.keys()][at]!) })),
    grams: left('grams'),
  }
}

/**
 * Inverse document frequency of a known word, always positive. Without triggers a request meets prose, in which a word
 * of half of the skills says nothing (Robertson, Sparck Jones 1976); with them it is offered less chatter by the other
 * formula. Measured.
 */
export const wordWeight = (library: Library, term: number): number => queryTerm(library, 'words', term).weight

function queryTerm(library: Library, side: Side, hash: number, frequency = library.frequency(side, hash)): QueryTerm {
  const skills = library.size + BACKGROUND
  const rarity = library.hasPhrases
    ? Math.log(1 + skills / (frequency + 0.5))
    : Math.max(LEAST_RARITY, Math.log((skills - frequency + 0.5) / (frequency + 0.5)))
  const common = isCommon(hash)
  return {
    term: frequency <= 0 ? -1 : hash,
    weight: common ? rarity * COMMON_SHARE : rarity,
    surface: '',
    common,
    rate: frequency / Math.max(1, library.size),
    chatter: 0,
  }
}
