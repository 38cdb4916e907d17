import { checksWork } from '../check.ts'
import { fingerprint } from '../digest.ts'
import type { TurnTrajectory } from '../turn.ts'
import { byContent } from './families.ts'
import type { ProofTask, StepOfRun } from './task.ts'

/** A turn and its id. */
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
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as StepOfRun['input'])
    : input === undefined || input === null
      ? {}
      : { input }

/** A command as one line of a shell. */
function commandIn({ command, cmd }: StepOfRun['input']): readonly string[] {
  const given = command ?? cmd
  return typeof given === 'string' ? [given] : []
}
