// What do candidates, a whole search, boot and an edit cost, as ratios to FTS5 bm25() on the same documents in one run?
import { candidates } from '../../src/domain/retrieval/candidates.ts'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'
import { POOL } from '../../src/domain/retrieval/learning.ts'
import { Library } from '../../src/domain/retrieval/library.ts'
import { readQuery } from '../../src/domain/retrieval/query.ts'
import { decode } from '../../src/domain/retrieval/saved.ts'
import { Scratch } from '../../src/domain/retrieval/scratch.ts'
import { SkillIndex } from '../../src/domain/retrieval/skill-index.ts'
import { devQueries, needData, seeded, skillBank } from './routing-data.ts'
import { fts5 } from './routing-rivals.ts'

needData()
const bank = skillBank()
const queries = devQueries().report.map(({ query }) => query)
const ROUNDS = 5
const large = process.argv.includes('--quick') ? [10_000] : [10_000, 100_000]
const editCost: string[] = [`100 skills ${edit(indexOf(mixed(100))).toFixed(3)} ms`]
for (const size of large) measure(size)
console.log(`an edit to one skill (p50 of 200): ${editCost.join(', ')}`)

function measure(size: number): void {
  const skills = mixed(size)
  const [index, building] = timed(() => indexOf(skills))
  const [bytes, saving] = timed(() => index.save())
  const [loaded, loading] = timed(() => SkillIndex.load(bytes))
  if ('refused' in loaded) throw new Error(loaded.refused)
  const decoded = decode({ size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) })
  if ('refused' in decoded) throw new Error(decoded.refused)
  const library = new Library(decoded.state)
  const scratch = new Scratch()
  const fts = fts5(skills)
  const times = {
    fts: steady((query) => fts(query, POOL)),
    candidates: steady((query) => candidates(library, readQuery(library, query), POOL, scratch)),
    search: steady((query) => loaded.index.search(query, 5)),
  }
  const ratio = (of: readonly number[], share: number): string =>
    `${quantile(of, share).toFixed(2)} ms = ${(quantile(of, share) / quantile(times.fts, share)).toFixed(3)}`
  console.log(
    `\n${size} skills; FTS5 p50 ${quantile(times.fts, 0.5).toFixed(2)} ms, p99 ${quantile(times.fts, 0.99).toFixed(2)} ms`,
  )
  console.log(`candidates   p50 ${ratio(times.candidates, 0.5)}, p99 ${ratio(times.candidates, 0.99)}`)
  console.log(`whole search p50 ${ratio(times.search, 0.5)}, p99 ${ratio(times.search, 0.99)}`)
  console.log(
    `build ${building.toFixed(0)} ms, save ${saving.toFixed(0)} ms, boot from saved ${loading.toFixed(0)} ms = ${(loading / building).toFixed(3)} of building`,
  )
  console.log(
    `${index.pairs} postings, saved ${(bytes.length / index.pairs).toFixed(1)} bytes each, in memory ${(loaded.index.bytes / index.pairs).toFixed(1)}`,
  )
  editCost.push(`${size} skills ${edit(loaded.index).toFixed(3)} ms`)
}

function indexOf(skills: readonly SkillText[]): SkillIndex {
  const index = new SkillIndex()
  for (const skill of skills) index.add(skill)
  return index
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

function edit(index: SkillIndex): number {
  const costs = Array.from({ length: 200 }, (_, i) => {
    const skill = bank[i]!
    return timed(() => index.add({ ...skill, id: `skill-${i % 100}` }))[1]
  })
  return quantile(costs, 0.5)
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
