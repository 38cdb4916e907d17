// What do candidates, a whole search, a build and an edit cost, as ratios to FTS5 bm25() on the same documents in one run?
import { candidates } from '../../src/domain/retrieval/candidates.ts'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'
import { POOL } from '../../src/domain/retrieval/learning.ts'
import { readQuery } from '../../src/domain/retrieval/query.ts'
import { search } from '../../src/domain/retrieval/search.ts'
import { memoryIndex } from './library-of.ts'
import { devQueries, needData, seeded, skillBank } from './routing-data.ts'
import { fts5 } from './routing-rivals.ts'

needData()
const bank = skillBank()
const queries = devQueries().report.map(({ query }) => query)
const ROUNDS = 5
for (const size of process.argv.includes('--quick') ? [1_000, 10_000] : [1_000, 10_000, 100_000]) measure(size)

function measure(size: number): void {
  const skills = mixed(size)
  const { db, index } = memoryIndex()
  const [, building] = timed(() => db.transaction(() => skills.map((skill) => index.put(skill)))())
  const library = index.library()
  const fts = fts5(skills)
  const [, first] = timed(() => search(library, queries[0]!, 5))
  const fresh = queries.map((query) => timed(() => search(library, query, 5))[1])
  const times = {
    fts: steady((query) => fts(query, POOL)),
    candidates: steady((query) => candidates(library, readQuery(library, query), POOL)),
    search: steady((query) => search(library, query, 5)),
  }
  const ratio = (of: readonly number[], share: number): string =>
    `${quantile(of, share).toFixed(2)} ms = ${(quantile(of, share) / quantile(times.fts, share)).toFixed(3)}`
  const pages = db.pragma('page_count', { simple: true }) as number
  console.log(
    `\n${size} skills; FTS5 p50 ${quantile(times.fts, 0.5).toFixed(2)} ms, p99 ${quantile(times.fts, 0.99).toFixed(2)} ms`,
  )
  console.log(`candidates   p50 ${ratio(times.candidates, 0.5)}, p99 ${ratio(times.candidates, 0.99)}`)
  console.log(`whole search p50 ${ratio(times.search, 0.5)}, p99 ${ratio(times.search, 0.99)}`)
  console.log(`the first ${first.toFixed(2)} ms, in the first round p50 ${quantile(fresh, 0.5).toFixed(2)} ms`)
  console.log(
    `build ${building.toFixed(0)} ms, ${((pages * 4) / size).toFixed(1)} kB a skill, an edit p50 of 200 ${edit().toFixed(2)} ms`,
  )

  function edit(): number {
    const costs = Array.from({ length: 200 }, (_, i) => {
      const skill = bank[i]!
      return timed(() => db.transaction(() => index.put({ ...skill, id: `skill-${i % 100}` }))())[1]
    })
    return quantile(costs, 0.5)
  }
}

/** As many skills as wanted, each with the name and triggers of one of the bank and the rest of another. */
function mixed(size: number): readonly SkillText[] {
  const random = seeded(3)
  const any = () => bank[Math.floor(random() * bank.length)]!
  return Array.from({ length: size }, (_, i) => ({ ...any(), ...says(bank[i % bank.length]!), id: `skill-${i}` }))
}

function says({ name, triggers = [] }: SkillText) {
  return { name, triggers }
}

/** Milliseconds of each query, warm: the middle one of several rounds, so that other work on the machine hardly counts. */
function steady(run: (query: string) => unknown): readonly number[] {
  for (const query of queries) run(query)
  const rounds = Array.from({ length: ROUNDS }, () => queries.map((query) => timed(() => run(query))[1]))
  return queries.map((_, at) =>
    quantile(
      rounds.map((round) => round[at]!),
      0.5,
    ),
  )
}

function timed<T>(run: () => T): [T, number] {
  const start = performance.now()
  const result = run()
  return [result, performance.now() - start]
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
}
