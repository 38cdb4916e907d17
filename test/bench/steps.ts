// How well do drafted steps foretell another run? Ours beside the medoid copied, the medoid blanked, the union.
import { pathToFileURL } from 'node:url'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus'
import { draftSteps, type PlainCall } from '../../src/domain/draft/steps.ts'
import { benchData, grouped, type RecordedRun, recordedRuns } from './bench-data.ts'

type Run = readonly PlainCall[]
interface Score {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}
interface Measure {
  readonly VARIABLE: string
  readonly score: (draft: Run, run: Run) => Score
  readonly medoid: (runs: readonly Run[]) => Run
  readonly blanked: (run: Run) => Run
}
/** One held-out run scored against every drafter; `unit` is what the bootstrap draws. */
interface Fold {
  readonly unit: string
  readonly scores: Readonly<Record<string, Score>>
}

const SEED = 20_240_601
const measure = (await import(pathToFileURL(benchData('bench:steps', 'bench/steps.mjs')).href)) as Measure
const rows = recordedRuns(benchData('bench:steps', 'data/trajectories/tau_airline_dev.jsonl'))

const drafters: Readonly<Record<string, (runs: readonly Run[]) => Run>> = {
  ours: (runs) => draftSteps(runs, measure.VARIABLE),
  medoid: (runs) => measure.medoid(runs),
  blanked: (runs) => measure.blanked(measure.medoid(runs)),
  union: (runs) => draftSteps(runs, measure.VARIABLE, 1),
}

const random = xorshift128plus(SEED)
const runOf = (row: RecordedRun): Run => row.tool_calls.map(({ name, args }) => ({ tool: name, input: args ?? {} }))
const tasks = grouped(rows, (row) => row.task_id)

report(
  'same task, successes only',
  sameTask((row) => row.outcome.resolved),
)
report(
  'same task, whatever the outcome',
  sameTask(() => true),
)
report('three different tasks, a fourth of the kind', differentTasks())

/** Leave one run of a task out; tasks with three runs or more. */
function sameTask(counts: (row: RecordedRun) => boolean): readonly Fold[] {
  return [...tasks].flatMap(([unit, all]) => {
    const runs = all.filter(counts).map(runOf)
    if (runs.length < 3) return []
    return runs.map((held, i) =>
      fold(
        unit,
        runs.filter((_, k) => k !== i),
        held,
      ),
    )
  })
}

/** Kind: the first tool that changes something. For every run, triples of one run each of three other tasks of its kind. */
function differentTasks(): readonly Fold[] {
  const kinds = grouped(rows, kindOf)
  return rows.flatMap((held) => {
    const others = grouped(
      kinds.get(kindOf(held))!.filter((row) => row.task_id !== held.task_id),
      (row) => row.task_id,
    )
    if (others.size < 3) return []
    return Array.from({ length: 5 }, () => {
      const three = shuffled([...others.values()]).slice(0, 3)
      return fold(
        held.task_id,
        three.map((choice) => runOf(shuffled(choice)[0]!)),
        runOf(held),
      )
    })
  })
}

function kindOf(row: RecordedRun): string {
  return (
    row.tool_calls.find(({ name }) => !/^(get|list|search|find|calculate|think)(_|$)/.test(name))?.name ?? 'looks only'
  )
}

function fold(unit: string, runs: readonly Run[], held: Run): Fold {
  return {
    unit,
    scores: Object.fromEntries(
      Object.entries(drafters).map(([name, draft]) => [name, measure.score(draft(runs), held)]),
    ),
  }
}

function report(title: string, folds: readonly Fold[]): void {
  const units = [...grouped(folds, ({ unit }) => unit).values()]
  console.log(`\n${title}: ${folds.length} folds of ${units.length} tasks`)
  const best = Math.max(...Object.keys(drafters).map((name) => mean(folds, name, 'recall')))
  for (const name of Object.keys(drafters)) {
    const { low, high } = difference(units, 'ours', name)
    const figures = (['f1', 'precision', 'recall'] as const).map((key) => `${key} ${mean(folds, name, key).toFixed(3)}`)
    const versus = name === 'ours' ? '' : `  ours − ${name} 95 % [${low.toFixed(3)}, ${high.toFixed(3)}]`
    console.log(
      `  ${name.padEnd(8)} ${figures.join('  ')}  ratio ${(mean(folds, 'ours', 'f1') / mean(folds, name, 'f1')).toFixed(2)}${versus}`,
    )
  }
  console.log(`  recall of ours over the best: ${(mean(folds, 'ours', 'recall') / best).toFixed(2)}`)
}

function mean(folds: readonly Fold[], name: string, key: keyof Score): number {
  return folds.reduce((sum, { scores }) => sum + scores[name]![key], 0) / folds.length
}

/** Paired bootstrap over tasks: the middle 95 % of the difference in mean F1, 4,000 draws. */
function difference(units: readonly (readonly Fold[])[], a: string, b: string): { low: number; high: number } {
  const draws = Array.from({ length: 4000 }, () => {
    const drawn = units.flatMap(() => units[uniformInt(random, 0, units.length - 1)]!)
    return mean(drawn, a, 'f1') - mean(drawn, b, 'f1')
  }).sort((x, y) => x - y)
  return { low: draws[100]!, high: draws[3899]! }
}

function shuffled<T>(list: readonly T[]): T[] {
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = uniformInt(random, 0, i)
    ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
  }
  return copy
}
