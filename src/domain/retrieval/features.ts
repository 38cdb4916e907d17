import { type Candidate, sideScore } from './candidates.ts'
import { countIn, FIELDS, SHIFT, type Side } from './fields.ts'
import { countsOf, countsWithout, type IndexedSkill } from './indexed-skill.ts'
import type { Library, QueryTerm } from './library.ts'
import { type HeldOut, type Query, wordWeight } from './query.ts'

/**
 * The features of a candidate for a request. Shares are weighted by inverse document frequency, so that they are
 * comparable between libraries of 10 and of 10,000 skills.
 */
export const FEATURES = [
  'score', // BM25F over words, as a share of what the request's words weigh
  'relative', // the same as a share of the best candidate's
  'gramScore', // BM25F over character grams
  'inName', // shares of the request found in the name, triggers and examples, description, body, anywhere
  'inPhrases',
  'inDescription',
  'inBody',
  'anywhere',
  'dice', // overlap with the likest phrase; share of the request in one phrase; share of one phrase in the request
  'ofRequest',
  'ofPhrase',
  'gramDice',
  'nameSaid', // shares of the name and of all phrases that the request says
  'phrasesSaid',
  'gramsInPhrases',
  'gramsAnywhere',
  'missing', // the weightiest word that the skill does not have
  'repeated', // like inBody, with the logarithm of the occurrences
  'rarest', // the weightiest word that the skill has, and that it has outside of the body
  'rarestSaid',
  'nameWeight', // how much there is of the skill: priors against the wordy and the vague
  'descriptionLength',
  'bodyLength',
  'phraseCount',
] as const
export type Feature = (typeof FEATURES)[number]

const [NAME, TRIGGERS, DESCRIPTION, BODY, EXAMPLES] = FIELDS.keys() as Iterable<number> as [
  number,
  number,
  number,
  number,
  number,
]

/** The features of candidates, in the order of FEATURES, one row a candidate. */
export function features(
  library: Library,
  query: Query,
  candidates: readonly Candidate[],
  held?: HeldOut,
): readonly Float64Array[] {
  const said = new WeightedTerms(query.words)
  const saidGrams = new WeightedTerms(query.grams)
  const best = candidates.reduce((most, { score }) => Math.max(most, score), 0) || 1
  return candidates.map(({ skill, score }) => {
    const own = held?.skill.id === skill.id ? held : undefined
    const words = wordShares(said, skill, own)
    const phrases = phraseShares(library, said, saidGrams, skill, own)
    const characters = gramShares(saidGrams, skill, own)
    const { lengths } = skill.words
    return Float64Array.of(
      score / said.total,
      score / best,
      sideScore(library, 'grams', query.grams, skill, held) / saidGrams.total,
      words.name,
      words.phrases,
      words.description,
      words.body,
      words.anywhere,
      phrases.dice,
      phrases.ofRequest,
      phrases.ofPhrase,
      phrases.gramDice,
      phrases.nameSaid,
      phrases.phrasesSaid,
      characters.phrases,
      characters.anywhere,
      words.missing,
      words.repeated,
      words.rarest / 8,
      words.rarestSaid / 8,
      phrases.nameWeight / 20,
      Math.log1p(lengths[DESCRIPTION]!) / 4,
      Math.log1p(lengths[BODY]!) / 6,
      Math.log1p(skill.words.phrases.length - 1) / 2,
    )
  })
}

class WeightedTerms {
  readonly terms: readonly QueryTerm[]
  readonly weights = new Map<number, number>()
  /** Never 0, so that shares are finite. */
  readonly total: number
  /** Weights of words that the request does not have. */
  readonly #others = new Map<number, number>()

  constructor(terms: readonly QueryTerm[]) {
    this.terms = terms
    let total = 0
    for (const { term, weight } of terms) {
      total += weight
      if (term >= 0) this.weights.set(term, weight)
    }
    this.total = total || 1
  }

  /** The weight of a word that the request does not have. */
  other(library: Library, term: number): number {
    const weight = this.#others.get(term) ?? wordWeight(library, term)
    this.#others.set(term, weight)
    return weight
  }
}

function wordShares(said: WeightedTerms, skill: IndexedSkill, own: HeldOut | undefined) {
  let name = 0
  let phrases = 0
  let description = 0
  let body = 0
  let anywhere = 0
  let missing = 0
  let repeated = 0
  let rarest = 0
  let rarestSaid = 0
  for (const { term, weight } of said.terms) {
    const packed = left(skill, 'words', term, own)
    if (packed === 0) {
      missing = Math.max(missing, weight)
      continue
    }
    anywhere += weight
    rarest = Math.max(rarest, weight)
    if (packed !== countIn(packed, BODY) << SHIFT[BODY]!) rarestSaid = Math.max(rarestSaid, weight)
    if (countIn(packed, NAME) > 0) name += weight
    if (countIn(packed, TRIGGERS) + countIn(packed, EXAMPLES) > 0) phrases += weight
    if (countIn(packed, DESCRIPTION) > 0) description += weight
    const inBody = countIn(packed, BODY)
    if (inBody > 0) body += weight
    repeated += weight * Math.log1p(inBody)
  }
  const { total } = said
  return {
    name: name / total,
    phrases: phrases / total,
    description: description / total,
    body: body / total,
    anywhere: anywhere / total,
    missing: missing / total,
    repeated: repeated / total,
    rarest,
    rarestSaid,
  }
}

function gramShares(said: WeightedTerms, skill: IndexedSkill, own: HeldOut | undefined) {
  let phrases = 0
  let anywhere = 0
  for (const { term, weight } of said.terms) {
    const packed = left(skill, 'grams', term, own)
    if (packed === 0) continue
    anywhere += weight
    if (countIn(packed, NAME) + countIn(packed, TRIGGERS) + countIn(packed, EXAMPLES) > 0) phrases += weight
  }
  return { phrases: phrases / said.total, anywhere: anywhere / said.total }
}

function left(skill: IndexedSkill, side: Side, term: number, own: HeldOut | undefined): number {
  if (term < 0) return 0
  return own === undefined
    ? countsOf(skill[side], term)
    : countsWithout(skill[side], term, own.field, own[side].get(term) ?? 0)
}

function phraseShares(
  library: Library,
  said: WeightedTerms,
  saidGrams: WeightedTerms,
  skill: IndexedSkill,
  own: HeldOut | undefined,
) {
  const best = { dice: 0, ofRequest: 0, ofPhrase: 0, gramDice: 0, nameSaid: 0, phrasesSaid: 0, nameWeight: 0 }
  let phrasesWeight = 0
  let phrasesShared = 0
  for (const [phrase, terms] of skill.words.phrases.entries()) {
    if (phrase === own?.phrase) continue
    const { weight, shared } = overlap(library, said, terms)
    if (phrase === 0) {
      best.nameWeight = weight
      best.nameSaid = weight === 0 ? 0 : shared / weight
    } else {
      phrasesWeight += weight
      phrasesShared += shared
    }
    if (weight > 0) {
      best.dice = Math.max(best.dice, (2 * shared) / (weight + said.total))
      best.ofRequest = Math.max(best.ofRequest, shared / said.total)
      best.ofPhrase = Math.max(best.ofPhrase, shared / weight)
    }
    best.gramDice = Math.max(best.gramDice, gramDice(saidGrams, skill.grams.phrases[phrase]!))
  }
  best.phrasesSaid = phrasesWeight === 0 ? 0 : phrasesShared / phrasesWeight
  return best
}

/** The weight of a phrase, and the part of it whose words are in the request; repeated words count once. */
function overlap(library: Library, said: WeightedTerms, terms: Uint32Array): { weight: number; shared: number } {
  let weight = 0
  let shared = 0
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!
    if (terms.indexOf(term) !== i) continue
    const known = said.weights.get(term)
    weight += known ?? said.other(library, term)
    shared += known ?? 0
  }
  return { weight, shared }
}

/** Dice coefficient of the grams of a request and of a phrase, unweighted. */
function gramDice(said: WeightedTerms, terms: Uint32Array): number {
  let shared = 0
  for (let i = 0; i < terms.length; i++) if (said.weights.has(terms[i]!)) shared++
  return (2 * shared) / (terms.length + said.terms.length || 1)
}
