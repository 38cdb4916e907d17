import { tally } from '../tally.ts'
import { bestCandidateFeatures } from './best-candidate-features.ts'
import { type Candidate, candidates, score } from './candidates.ts'
import { CHATTER } from './chatter.ts'
import { fitChoice, worth } from './choice.ts'
import { FEATURES, features } from './features.ts'
import { FIELDS } from './fields.ts'
import { type IndexedSkill, phraseField } from './indexed-skill.ts'
import type { Library } from './library.ts'
import { type Example, fitLogit, type Logit } from './logit.ts'
import { chatterQuery, type HeldOut, heldOutQuery, type Query } from './query.ts'

/** The weights that rank candidates, and the model of the probability that the first one is right. */
export interface Model {
  readonly ranking: readonly number[]
  readonly relevance: Logit
}

/** Candidates that are ranked by their features. */
export const POOL = 30
/** Maximum number of held-out phrases to learn from; more add nothing measurable. */
const MOST_REQUESTS = 3000
/** Weight of the prior in requests: with more of its own, a library's phrases dominate. */
const PRIOR_STRENGTH = { ranking: 5, relevance: 300 }

/**
 * Fits a model to libraries by asking them for each skill with one of the skill's own phrases, held out. Wrong answers
 * come from the same requests with the right skill taken away, and from everyday chatter; answerable and unanswerable
 * are weighted 1:1. Yields between pieces of work, for a caller that has other things to do. With too few phrases to
 * hold out the prior stays. A `fixed` ranking is not learned.
 */
export function* learn(
  libraries: readonly Library[],
  prior: Model | undefined,
  ask: (library: Library) => Iterable<Request | undefined> = ownRequests,
  fixed?: readonly number[],
): Generator<void, Model> {
  const requests = yield* asking(libraries, ask)
  if (requests.length < FEWEST_REQUESTS && prior !== undefined) return prior
  const choices = requests.flatMap(({ rows, right }) => (right >= 0 && rows.length > 1 ? [{ rows, right }] : []))
  const none = FEATURES.map(() => 0)
  const ranking =
    fixed ?? (yield* fitChoice(choices, prior?.ranking ?? none, prior === undefined ? 0.1 : PRIOR_STRENGTH.ranking))
  yield
  const own: Example[] = []
  const removed: Example[] = []
  for (const [at, request] of requests.entries()) {
    if (request.rows.length > 0) own.push(judged(request, request.rows, ranking))
    if (request.without.length > 0) removed.push(judged({ ...request, right: -1 }, request.without, ranking))
    if (at % PIECE === 0) yield
  }
  const chatter = yield* chatting(libraries, ranking)
  const count = own.length + removed.length
  const examples = [
    ...weighted(own, count * SHARE.own),
    ...weighted(removed, count * SHARE.removed),
    ...weighted(chatter, count * SHARE.chatter),
  ]
  return { ranking, relevance: yield* fitLogit(examples, PRIOR_STRENGTH.relevance, prior?.relevance) }
}

function* asking(
  libraries: readonly Library[],
  ask: (library: Library) => Iterable<Request | undefined>,
): Generator<void, readonly Asked[]> {
  const requests: Asked[] = []
  for (const library of libraries) {
    for (const request of ask(library)) {
      if (request !== undefined) requests.push(asked(library, request))
      if (request === undefined || requests.length % PIECE === 0) yield
    }
  }
  return requests
}

function* chatting(libraries: readonly Library[], ranking: readonly number[]): Generator<void, readonly Example[]> {
  const chatter: Example[] = []
  // With many libraries each gets a part of the chatter, which would otherwise dominate every batch.
  const stride = Math.ceil(libraries.length / WHOLE_CHATTER)
  for (const [at, library] of libraries.entries()) {
    for (const [i, text] of CHATTER.entries()) {
      if ((i + at) % stride !== 0) continue
      const query = chatterQuery(library, text)
      const rows = features(library, query, candidates(library, query, POOL))
      if (rows.length > 0) chatter.push(judged({ library, query, right: -1 }, rows, ranking))
      if (chatter.length % PIECE === 0) yield
    }
  }
  return chatter
}

/** A request whose right skill is known; `held` when it is a phrase of that skill. */
export interface Request {
  readonly query: Query
  readonly skill: IndexedSkill
  readonly held?: HeldOut
}

/** None where they are too few to learn from. Yields undefined after work without a result, so that the caller can pause. */
function* ownRequests(library: Library): Generator<Request | undefined> {
  const all: HeldOut[] = []
  for (const held of heldOutPhrases(library)) {
    if (held !== undefined) all.push(held)
    if (held === undefined || all.length % LOOKED === 0) yield undefined
  }
  if (all.length < FEWEST_REQUESTS) return
  for (const held of all) yield { query: heldOutQuery(library, held), skill: held.skill, held }
}

/** Requests between two pauses: some milliseconds. */
const PIECE = 5
/** Minimum number of held-out phrases; fewer are too noisy to learn from. */
const FEWEST_REQUESTS = 60
/** Up to this number of libraries, each gets all of the chatter. */
const WHOLE_CHATTER = 20
/** Total weight of the examples of each kind: answering chatter is worse than offering the second-best skill. */
const SHARE = { own: 0.5, removed: 0.2, chatter: 0.3 }

interface Asked {
  readonly library: Library
  readonly query: Query
  readonly rows: readonly Float64Array[]
  readonly right: number
  /** The feature rows without the right skill. */
  readonly without: readonly Float64Array[]
}

function judged(
  { library, query, right }: Pick<Asked, 'library' | 'query' | 'right'>,
  rows: readonly Float64Array[],
  ranking: readonly number[],
): Example {
  return {
    row: bestCandidateFeatures(library.size, query, rows, valued(ranking, rows)),
    yes: first(ranking, rows) === right,
    weight: 1,
  }
}

const valued = (ranking: readonly number[], rows: readonly Float64Array[]): readonly number[] =>
  rows.map((row) => worth(ranking, row))

const weighted = (examples: readonly Example[], total: number): readonly Example[] =>
  examples.map((example) => ({ ...example, weight: total / examples.length }))

/** Index of the best row by a ranking, the first one of equals; -1 without rows. */
function first(ranking: readonly number[], rows: readonly Float64Array[]): number {
  let best = -1
  let most = -Infinity
  rows.forEach((row, at) => {
    const z = worth(ranking, row)
    if (z > most) {
      most = z
      best = at
    }
  })
  return best
}

function asked(library: Library, { query, skill, held }: Request): Asked {
  const found = candidates(library, query, POOL)
  const others = found.filter((other) => other.skill.id !== skill.id)
  const own: Candidate = { skill, score: score(library, query, skill, held) }
  const last = others.at(-1)?.score ?? 0
  const pool = own.score > last || others.length < POOL ? [...others.slice(0, POOL + 7), own] : others
  const rows = features(library, query, pool, held)
  const right = pool.indexOf(own)
  const without = rows.filter((_, at) => at !== right)
  return { library, query, rows, right, without: right < 0 ? without : relatively(without) }
}

/** Recomputes the features that are relative to the best row, after the best one was removed. */
function relatively(rows: readonly Float64Array[]): readonly Float64Array[] {
  const column = FEATURES.indexOf('relative')
  const best = rows.reduce((most, row) => Math.max(most, row[column]!), 0) || 1
  return rows.map((row) => row.with(column, row[column]! / best))
}

/**
 * One phrase of each skill in turn, then its next one; phrases that several skills have are left out. Yields undefined
 * after work without a result.
 */
function* heldOutPhrases(library: Library): Generator<HeldOut | undefined> {
  const phrases = new Map<string, readonly string[]>()
  const owners = new Map<string, number>()
  for (const id of library.ids()) {
    const own = (library.skill(id)?.words.phrases ?? []).map((terms) => terms.join())
    phrases.set(id, own)
    for (const one of own.slice(1)) owners.set(one, (owners.get(one) ?? 0) + 1)
    if (phrases.size % LOOKED === 0) yield undefined
  }
  let left = MOST_REQUESTS
  for (let round = 1; round <= 4; round++)
    for (const [at, [id, own]] of [...phrases].entries()) {
      const count = own.length
      if (count <= Math.max(2, round)) continue
      // The first phrase is skipped, since it often repeats the name.
      const phrase = 1 + ((at + round) % (count - 1))
      if (owners.get(own[phrase]!) !== 1) continue
      const skill = library.skill(id)
      // It may have been changed since.
      if (skill?.words.phrases[phrase]?.join() !== own[phrase]) continue
      if (left-- <= 0) return
      yield heldOut(skill!, phrase)
    }
}

/** Skills read between two pauses: some milliseconds. */
const LOOKED = 100

function heldOut(skill: IndexedSkill, phrase: number): HeldOut {
  const [words, grams] = [skill.words.phrases[phrase]!, skill.grams.phrases[phrase]!]
  return {
    skill,
    phrase,
    field: FIELDS.indexOf(phraseField(skill, phrase)),
    words: tally(words),
    grams: tally(grams),
    length: { words: words.length, grams: grams.length },
  }
}
