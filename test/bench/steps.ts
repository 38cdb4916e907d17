// How well do the steps that SKILL.md shows foretell another run? Ours beside the medoid copied, the medoid blanked, the union.
import { pathToFileURL } from 'node:url'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus'
import { composeDraft } from '../../src/domain/draft/compose.ts'
import type { Procedure } from '../../src/domain/draft/procedure.ts'
import { benchData, grouped, type RecordedRun, recordedRuns } from './bench-data.ts'
import { readings, sectionSizes } from './shown-steps.ts'
import { type PlainCall, unionSteps } from './union-steps.ts'

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
const made = new WeakMap<readonly Run[], Procedure>()
const measure = (await import(pathToFileURL(benchData('bench:steps', 'bench/steps.mjs')).href)) as Measure
const rows = recordedRuns(benchData('bench:steps', 'data/trajectories/tau_airline_dev.jsonl'))

const { steps, stepsAndInputs, pitfalls, verify } = readings(measure.VARIABLE)
/** Tokens of the bodies that were written, four characters to one, and of their sections. */
const tokens: number[] = []
const sections = new Map<string, number>()

const drafters: Readonly<Record<string, (runs: readonly Run[]) => Run>> = {
  ours: (runs) => stepsAndInputs(drafted(runs)),
  medoid: (runs) => measure.medoid(runs),
  blanked: (runs) => measure.blanked(measure.medoid(runs)),
  union: (runs) => unionSteps(runs, measure.VARIABLE),
  // Sections of ours, each as a draft of its own.
  'only Steps': (runs) => steps(drafted(runs)),
  'only Pitfalls': (runs) => pitfalls(drafted(runs)),
  'only Verify': (runs) => verify(drafted(runs)),
}

/** The procedure of a draft from these runs; each draft is made once. */
function drafted(runs: readonly Run[]): Procedure {
  let procedure = made.get(runs)
  if (procedure !== undefined) return procedure
  const trajectories = runs.map((run) => ({
    userInput: 'do it',
    outcome: 'success' as const,
    summary: '',
    timestamp: new Date(0),
    toolCalls: run.map(({ tool, input }) => ({ name: tool, input, ok: true })),
  }))
  const draft = composeDraft({ signature: 's', trajectories })
  tokens.push(Math.ceil(draft.body.length / 4))
  for (const [title, size] of sectionSizes(draft.body)) sections.set(title, (sections.get(title) ?? 0) + size / 4)
  procedure = draft.procedure
  made.set(runs, procedure)
  return procedure
}

const random = xorshift128plus(SEED)
/** Its own generator: what is drawn does not hang on how many drafters are compared. */
const choice = xorshift128plus(SEED + 1)
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

console.log(`\ntokens of a body: median ${tokens.sort((a, b) => a - b)[tokens.length >> 1]}, of ${tokens.length}`)
const share = [...sections].map(([title, size]) => `${title} ${Math.round(size / tokens.length)}`)
console.log(`mean of each section: ${share.join(', ')}`)

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
    return Array.from({ length: 20 }, () => {
      const three = shuffled([...others.values()]).slice(0, 3)
      return fold(
        held.task_id,
        three.map((runs) => runOf(shuffled(runs)[0]!)),
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
    const figures = (['f1', 'precision', 'recall'] as const).map((key) => `${key} ${mean(folds, name, key).toFixed(3)}`)
    console.log(
      `  ${name.padEnd(13)} ${figures.join('  ')}${name.startsWith('only') ? '' : rivalry(folds, units, name)}`,
    )
  }
  console.log(`  recall of ours over the best: ${(mean(folds, 'ours', 'recall') / best).toFixed(2)}`)
}

/** How ours compares with another drafter: the ratio of the two, and the 95 % of their difference. */
function rivalry(folds: readonly Fold[], units: readonly (readonly Fold[])[], name: string): string {
  const ratio = (mean(folds, 'ours', 'f1') / mean(folds, name, 'f1')).toFixed(2)
  if (name === 'ours') return ''
  const { low, high } = difference(units, 'ours', name)
  return `  ratio ${ratio}  ours − ${name} 95 % [${low.toFixed(3)}, ${high.toFixed(3)}]`
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
    const j = uniformInt(choice, 0, i)
    ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
  }
  return copy
}
