import type { Task } from '../domain/decision.ts'
import { redactTask, redactTurn } from '../domain/redact.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import { recordedAs } from '../engines/engines.ts'

/** A turn as it is kept: without secrets, with an engine of the registry or `generic`. */
export const recordedTurn = (turn: TurnTrajectory): TurnTrajectory => redactTurn(withKnownEngine(turn))

/** The same for a task. */
export const recordedTask = (task: Task): Task => redactTask(withKnownEngine(task))

function withKnownEngine<T extends { readonly engine?: string | undefined }>(given: T): T {
  const { engine } = given
  if (engine === undefined) return given
  const known = recordedAs(engine)
  // Every turn comes through here, nearly all with a known engine: no copy is made of those.
  return known === engine ? given : { ...given, engine: known }
}
