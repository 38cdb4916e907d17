import type { Task } from '../domain/decision.ts'
import { redactTask, redactTurn } from '../domain/redact.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import { recordedAs } from '../engines/engines.ts'

/** A turn as it is stored: redacted, with a registered engine or `generic`. */
export const recordedTurn = (turn: TurnTrajectory): TurnTrajectory => redactTurn(withKnownEngine(turn))

/** A task as it is stored, likewise. */
export const recordedTask = (task: Task): Task => redactTask(withKnownEngine(task))

function withKnownEngine<T extends { readonly engine?: string | undefined }>(given: T): T {
  const { engine } = given
  if (engine === undefined) return given
  const known = recordedAs(engine)
  // Called for every turn, nearly always with a known engine: that avoids a copy.
  return known === engine ? given : { ...given, engine: known }
}
