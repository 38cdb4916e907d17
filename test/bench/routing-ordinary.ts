// How often is the right skill found first among ordinary Agent Skills, which have no triggers? Against FTS5 bm25() in one
// run, and with a ranking that learned nothing from the bank it is asked about.
import { SkillIndex } from '../../src/app/skill-index.ts'
import { candidates } from '../../src/domain/retrieval/candidates.ts'
import { type Choice, fitChoice, worth } from '../../src/domain/retrieval/choice.ts'
import { FEATURES, features } from '../../src/domain/retrieval/features.ts'
import { readQuery } from '../../src/domain/retrieval/query.ts'
import { libraryOf } from './library-of.ts'
import { type RequestSet, requestSets } from './ordinary-skills.ts'
import { needData } from './routing-data.ts'
import { fts5 } from './routing-rivals.ts'

/** Candidates that are ranked. */
const POOL = 30
const STRENGTH = 100

needData()
const plain = FEATURES.map((feature) => (feature === 'score' ? 10 : 0))
const sets = requestSets().map((set) => ({ ...set, asked: asked(set) }))
console.log(
  'share found first / in five   requests FTS5 bm25()  plain BM25F  other bank   ours         ours:FTS5 only ours, only FTS5',
)
for (const set of sets) {
  const fts = fts5(set.skills)
  const theirs = set.requests.map(({ query, gold }) => fts(query, 5).findIndex((id) => gold.includes(id)))
  const elsewhere = learned(sets.filter(({ bank, name }) => bank !== set.bank && name !== 'keywords'))
  const index = new SkillIndex()
  for (const skill of set.skills) index.add(skill)
  index.fit()
  const ours = set.requests.map(({ query, gold }) => index.search(query, 5).findIndex(({ id }) => gold.includes(id)))
  const only = (a: readonly number[], b: readonly number[]): number =>
    a.filter((rank, at) => rank === 0 && b[at] !== 0).length
  const cells = [
    share(theirs),
    ...[plain, elsewhere].map((ranking) => share(set.asked.map(ranksBy(ranking)))),
    share(ours),
  ]
  console.log(
    `${set.name.padEnd(29)} ${String(set.requests.length).padEnd(8)} ${cells.map((cell) => cell.padEnd(12)).join(' ')} ` +
      `${(first(ours) / first(theirs)).toFixed(3).padEnd(9)} ${only(ours, theirs)}, ${only(theirs, ours)}`,
  )
  for (const [at, { query, gold }] of set.requests.entries())
    if (process.argv.includes('--failures') && (ours[at] === 0) !== (theirs[at] === 0))
      console.log(`  only ${ours[at] === 0 ? 'ours' : 'FTS5'}: ${query.slice(0, 90)} -> ${gold.join(', ')}`)
}
console.log(
  'other bank: the ranking was learned from the requests of the other bank alone. Keywords are never learned from.',
)

interface Asked {
  readonly rows: readonly Float64Array[]
  readonly right: readonly boolean[]
}

function asked({ skills, requests }: RequestSet): readonly Asked[] {
  const library = libraryOf(skills)
  return requests.map(({ query, gold }) => {
    const read = readQuery(library, query)
    const found = candidates(library, read, POOL)
    return {
      rows: features(library, read, found),
      right: found.map(({ skill }) => gold.includes(skill.id)),
    }
  })
}

function learned(from: readonly { readonly asked: readonly Asked[] }[]): readonly number[] {
  const choices = from.flatMap(({ asked }) =>
    asked.flatMap(({ rows, right }): Choice[] => (right.includes(true) ? [{ rows, right: right.indexOf(true) }] : [])),
  )
  const fitting = fitChoice(choices, plain, STRENGTH)
  let step = fitting.next()
  while (!step.done) step = fitting.next()
  return step.value
}

function ranksBy(ranking: readonly number[]): (asked: Asked) => number {
  return ({ rows, right }) => {
    const values = rows.map((row) => worth(ranking, row))
    const best = Math.max(...values.filter((_, at) => right[at]), -Infinity)
    return best === -Infinity ? -1 : values.filter((value) => value > best).length
  }
}

function first(ranks: readonly number[]): number {
  return ranks.filter((rank) => rank === 0).length
}

function share(ranks: readonly number[]): string {
  const of = (hits: number): string => (hits / ranks.length).toFixed(3)
  return `${of(first(ranks))}/${of(ranks.filter((rank) => rank >= 0 && rank < 5).length)}`.replaceAll('0.', '.')
}
