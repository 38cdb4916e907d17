// How much of the gain that a perfect router would bring does the contextual bandit keep, and what do simpler ones?

import { contextual, epsilonGreedy, firstHit, type Policy, plainThompson } from './bandit/policies.ts'
import { loadSkillbank, type Query } from './bandit/skillbank.ts'
import { benchData } from './bench-data.ts'

interface Simulator {
  world(options: { queries: readonly Query[]; seed: number }): unknown
  play(policy: Policy, world: unknown): Promise<number[]>
}

const { queries, retrieve } = await loadSkillbank('bench:bandit')
const simulator = (await import(benchData('bench:bandit', 'bench/bandit.mjs'))) as Simulator
const SEEDS = Number(process.env.WAYLAND_BENCH_SEEDS ?? 20)
const FIRST_SEED = Number(process.env.WAYLAND_BENCH_FIRST_SEED ?? 1)
const HALF_LIFE = 30_000

const policies: Record<string, (seed: number) => Policy> = {
  'always first hit': () => firstHit(retrieve),
  'plain Thompson': (seed) => plainThompson(retrieve, seed),
  'ε-greedy': (seed) => epsilonGreedy(retrieve, seed),
  'ours, no holdout': (seed) => contextual(retrieve, { seed, holdout: 0, halfLife: HALF_LIFE }),
  'ours, holdout 5 %': (seed) => contextual(retrieve, { seed, holdout: 0.05, halfLife: HALF_LIFE }),
}

console.log(
  `${queries.length} queries, first hit right for ${share(({ query, gold }) => retrieve(query)[0]?.id === gold)}`,
)
console.log(`Share of the oracle's gain over no skill per quarter: mean ± 95 % of ${SEEDS} seeds from ${FIRST_SEED}\n`)
const results: Record<string, number[][]> = {}
for (const [name, make] of Object.entries(policies)) {
  const runs: number[][] = []
  const start = performance.now()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++)
    runs.push(await simulator.play(make(seed), simulator.world({ queries, seed })))
  results[name] = runs
  const quarters = [0, 1, 2, 3].map((q) => interval(runs.map((run) => run[q]!)))
  console.log(`${name.padEnd(18)} ${quarters.join('  ')}  ${((performance.now() - start) / SEEDS).toFixed(0)} ms a run`)
}

const rival = results['always first hit']!
for (const name of Object.keys(results).filter((name) => name.startsWith('ours'))) {
  const ahead = [0, 1, 2, 3].map((q) => results[name]!.filter((run, i) => run[q]! > rival[i]![q]!).length)
  const ratio = mean(results[name]!.map((run) => run[3]!)) / mean(rival.map((run) => run[3]!))
  console.log(
    `${name}: ahead of always first hit in ${ahead.join(', ')} of ${SEEDS} seeds; last quarter × ${ratio.toFixed(2)}`,
  )
}

function share(test: (query: Query) => boolean): string {
  return (queries.filter(test).length / queries.length).toFixed(3)
}

function interval(values: readonly number[]): string {
  const m = mean(values)
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - m) ** 2, 0) / Math.max(1, values.length - 1))
  return `${m.toFixed(3)} ± ${((1.96 * sd) / Math.sqrt(values.length)).toFixed(3)}`
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}
