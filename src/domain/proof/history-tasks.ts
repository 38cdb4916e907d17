import { checksWork } from '../check.ts'
import { fingerprint } from '../digest.ts'
import { isFields } from '../json-value.ts'
import { alikeSets } from '../near-duplicates.ts'
import { STOPWORDS, unicodeWords } from '../signature.ts'
import { groupedBy } from '../tally.ts'
import type { TurnTrajectory } from '../turn.ts'
import type { ProofTask, StepOfRun } from './task.ts'

export interface RecordedTurn {
  readonly id: string
  readonly trajectory: TurnTrajectory
}

/**
 * Tasks from successful turns with tool calls, the earliest first. Turns of one session are one family, and so are turns that did
 * the same: a copy of a run tells nothing new.
 */
export function historyTasks(turns: readonly RecordedTurn[]): readonly ProofTask[] {
  const tasks = turns
    .flatMap(({ id, trajectory }) => taskOf(id, trajectory))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || (a.id < b.id ? -1 : 1))
  return byContent(tasks, 'run')
}

/** The run of a turn: its calls that did not fail. */
export const runOf = ({ toolCalls = [] }: Pick<TurnTrajectory, 'toolCalls'>): readonly StepOfRun[] =>
  toolCalls.filter(({ ok }) => ok !== false).map(({ name, input }) => ({ tool: name, input: fieldsOf(input) }))

function taskOf(id: string, turn: TurnTrajectory): readonly ProofTask[] {
  const run = runOf(turn)
  if (turn.outcome !== 'success' || run.length === 0) return []
  const check = run.flatMap(({ input }) => commandIn(input)).findLast(checksWork)
  return [
    {
      ...{ id, prompt: turn.userInput, at: Math.floor(turn.timestamp.getTime() / 1000), run },
      ...(check === undefined ? {} : { check }),
      ...(turn.projectDir === undefined ? {} : { project: turn.projectDir }),
      family: `f-${fingerprint(turn.sessionId ?? id)}`,
    },
  ]
}

const fieldsOf = (input: unknown): StepOfRun['input'] =>
  isFields(input) ? input : input === undefined || input === null ? {} : { input }

/** A command as one line of a shell. */
function commandIn({ command, cmd }: StepOfRun['input']): readonly string[] {
  const given = command ?? cmd
  return typeof given === 'string' ? [given] : []
}

/**
 * The tasks with the families that their content makes: a copy of a task tells nothing new, whatever its id. By `run`, tasks
 * whose runs did the same are one family; by `request`, those that ask for nearly the same, have the same check and begin from
 * the same state. Tasks of one given family stay one, and families that share a task are joined.
 */
export function byContent(tasks: readonly ProofTask[], by: 'run' | 'request'): readonly ProofTask[] {
  const parent = new Map(tasks.map(({ family }) => [family, family]))
  const rootOf = (family: string): string => {
    let at = family
    for (let up = parent.get(at) ?? at; up !== at; up = parent.get(at) ?? at) at = up
    return at
  }
  const join = (one: ProofTask | undefined, other: ProofTask | undefined): void => {
    if (one !== undefined && other !== undefined) parent.set(rootOf(other.family), rootOf(one.family))
  }
  for (const alike of groupedBy(tasks, by === 'run' ? runKey : stateKey).values()) {
    if (by === 'run') for (const task of alike) join(alike[0], task)
    else for (const [i, k] of alikeSets(alike.map(wordsOf), NEARLY)) join(alike[i], alike[k])
  }
  return tasks.map((task) => ({ ...task, family: rootOf(task.family) }))
}

/** How many families these tasks are. */
export const familyCount = (tasks: readonly Pick<ProofTask, 'family'>[]): number =>
  new Set(tasks.map(({ family }) => family)).size

/** Of ten words that tell something, one may differ; the check is compared with them. */
const NEARLY = { least: 0.9, fewest: 1 }

/** A task without a run is like no other. */
const runKey = ({ id, run }: ProofTask): string => (run === undefined ? id : fingerprint(JSON.stringify(run)))

const stateKey = ({ repository, setup }: ProofTask): string => JSON.stringify([repository ?? null, setup ?? null])

const STOP = new Set(STOPWORDS)

function wordsOf({ prompt, check = '' }: ProofTask): ReadonlySet<string> {
  const asked = [...unicodeWords(prompt)].filter((word) => !STOP.has(word))
  return new Set([...(asked.length === 0 ? [prompt] : asked), `check ${check.replace(/\s+/g, ' ').trim()}`])
}
