// How high can a text score with `replay`, and what does a cheat get? The held-out run itself is the upper bound; the cheats
// are made from the runs of other task families, as one who tunes to the scorer would make them.
import { seededRandom } from '../../src/domain/bandit.ts'
import { composeDraft } from '../../src/domain/draft/compose.ts'
import { isPlanning } from '../../src/domain/draft/tools.ts'
import { replay } from '../../src/domain/proof/replay.ts'
import { runText } from '../../src/domain/proof/run-text.ts'
import type { ProofTask, StepOfRun } from '../../src/domain/proof/task.ts'
import { benchData, grouped, type RecordedRun, recordedRuns } from './bench-data.ts'

type Run = readonly StepOfRun[]
type Maker = (
  train: readonly ProofTask[],
  held: ProofTask,
  siblings: readonly ProofTask[],
  random: () => number,
) => string | undefined

const medoids = new WeakMap<readonly ProofTask[], ProofTask>()
const SEEDS = [1, 2, 3, 4, 5]
const rows = recordedRuns(benchData('bench:replay', 'data/trajectories/tau_airline_dev.jsonl'))
const tools = new Set(
  rows.flatMap(({ tool_calls }) => tool_calls.map(({ name }) => name)).filter((name) => !isPlanning(name)),
)

const TEXTS: Readonly<Record<string, Maker>> = {
  'oracle: the held-out run': (_, held) => runText(runOf(held)),
  'oracle without values': (_, held) => blanked(runOf(held), true),
  'draft from other runs of the task': (_, _held, siblings) => (siblings.length === 0 ? undefined : draft(siblings)),
  'that draft, and the names of all tools': (train, _held, siblings) =>
    siblings.length === 0 ? undefined : `${draft(siblings)}\n${names(train).join(', ')}`,
  'no skill': () => '',
  'cheat: names of all tools': (train) => names(train).sort().join(', '),
  'cheat: names by how often': (train) => names(train).join(', '),
  'cheat: the names ten times': (train) => Array.from({ length: 10 }, () => names(train).join(', ')).join('\n'),
  'cheat: the two usual first tools': (train) => names(train).slice(0, 2).reverse().join(', '),
  'cheat: every call ever seen': (train) => runText(unique(train.flatMap(runOf))),
  'cheat: every value of every input': (train) => everyValue(train),
  'cheat: one train run copied': (train, _h, _s, random) => runText(runOf(train[Math.floor(random() * train.length)]!)),
  'cheat: the most typical run copied': (train) => runText(runOf(medoid(train))),
  'cheat: its names alone': (train) => blanked(runOf(medoid(train)), false),
  'cheat: its names and those of its inputs': (train) => blanked(runOf(medoid(train)), true),
  'cheat: names alone, in the held-out order': (_, held) => blanked(runOf(held), false),
  'cheat: words of the request': (_, held) => held.prompt,
  'oracle, and every call ever seen': (train, held) =>
    `${runText(runOf(held))}\n${runText(unique(train.flatMap(runOf)))}`,
  'oracle, steps in reverse': (_, held) => runText([...runOf(held)].reverse()),
  'oracle, values of another run': (train, held) => runText(withValues(runOf(held), train)),
}

report(
  'successful runs',
  rows.filter(({ outcome }) => outcome.resolved),
)
report('all runs', rows)

function report(title: string, chosen: readonly RecordedRun[]): void {
  const tasks = chosen.map(taskOf).filter(({ run = [] }) => run.some(({ tool }) => !isPlanning(tool)))
  const families = [...grouped(tasks, ({ family }) => family)]
  console.log(
    `\n${title}: ${tasks.length} runs of ${families.length} task families, half of them held out, ${SEEDS.length} seeds`,
  )
  const scores = new Map<string, number[][]>(Object.keys(TEXTS).map((name) => [name, []]))
  for (const seed of SEEDS) {
    const random = seededRandom(seed)
    const order = families.map((family) => ({ family, at: random() })).sort((a, b) => a.at - b.at)
    const held = new Set(order.slice(0, families.length >> 1).map(({ family: [name] }) => name))
    const train = tasks.filter(({ family }) => !held.has(family))
    for (const [name, make] of Object.entries(TEXTS)) {
      const means = [...held].map((family) => {
        const own = tasks.filter((task) => task.family === family)
        return mean(
          own.flatMap((task) => {
            const text = make(
              train,
              task,
              own.filter((other) => other !== task),
              random,
            )
            return text === undefined ? [] : [replay(text, task, tools).score]
          }),
        )
      })
      scores.get(name)!.push(means.filter((one) => !Number.isNaN(one)))
    }
  }
  for (const [name, seeds] of scores) {
    const each = seeds.map(mean)
    console.log(
      `  ${name.padEnd(42)} ${mean(each).toFixed(3)}  [${Math.min(...each).toFixed(3)}, ${Math.max(...each).toFixed(3)}]`,
    )
  }
}

function taskOf({ task_id, user_turns, tool_calls }: RecordedRun, i: number): ProofTask {
  const run = tool_calls
    .filter(({ exit_code = 0 }) => exit_code === 0)
    .map(({ name, args }) => ({ tool: name, input: args ?? {} }))
  return { id: `${task_id}-${i}`, family: task_id, prompt: user_turns.join('\n'), run }
}

function runOf({ run = [] }: ProofTask): Run {
  return run
}

/** Names of tools, the most used first. */
function names(train: readonly ProofTask[]): string[] {
  const counts = grouped(
    train.flatMap(runOf).filter(({ tool }) => !isPlanning(tool)),
    ({ tool }) => tool,
  )
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name)
}

function blanked(run: Run, withInputs: boolean): string {
  return run
    .filter(({ tool }) => !isPlanning(tool))
    .map(
      ({ tool, input }) =>
        `- Call \`${tool}${
          withInputs
            ? `(${Object.keys(input)
                .map((key) => `<${key}>`)
                .join(', ')})`
            : ''
        }\``,
    )
    .join('\n')
}

function everyValue(train: readonly ProofTask[]): string {
  return [...grouped(train.flatMap(runOf), ({ tool }) => tool)]
    .map(([tool, calls]) => {
      const inputs = calls.flatMap(({ input }) =>
        Object.entries(input).map(([key, value]) => `\`${key}=${JSON.stringify(value)}\``),
      )
      return `- Call \`${tool}\` with ${unique(inputs).join(' ')}`
    })
    .join('\n')
}

function draft(runs: readonly ProofTask[]): string {
  const trajectories = runs.map((task) => ({
    ...{ userInput: task.prompt, outcome: 'success' as const, summary: '', timestamp: new Date(0) },
    toolCalls: runOf(task).map(({ tool, input }) => ({ name: tool, input, ok: true })),
  }))
  return composeDraft({ signature: 's', trajectories }).body
}

function medoid(train: readonly ProofTask[]): ProofTask {
  const known = medoids.get(train)
  if (known !== undefined) return known
  const sums = train.map((one) =>
    train.reduce((sum, other) => sum + replay(blanked(runOf(one), false), other, tools).score, 0),
  )
  const best = train[sums.indexOf(Math.max(...sums))]!
  medoids.set(train, best)
  return best
}

/** Each call with the inputs of a call of the same tool in another run. */
function withValues(run: Run, train: readonly ProofTask[]): Run {
  const others = train.flatMap(runOf)
  return run.map((call) => others.find(({ tool }) => tool === call.tool) ?? call)
}

function unique<T>(list: readonly T[]): readonly T[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()]
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}
