import type { Task } from '../domain/decision.ts'
import { redactTask, redactTurn } from '../domain/redact.ts'
import { projectOfRun, type TurnTrajectory } from '../domain/turn.ts'
import { recordedAs } from '../engines/engines.ts'
import { projectOf } from '../platform/project-of.ts'

/** A turn as it is stored: redacted, with its project, and a registered engine or `generic`. */
export const recordedTurn = (turn: TurnTrajectory): TurnTrajectory => redactTurn(withProject(withKnownEngine(turn)))

/** A task as it is stored, likewise. */
export const recordedTask = (task: Task): Task => redactTask(withProject(withKnownEngine(task)))

/** The project of a folder, as turns and tasks are stored with it. */
export function recordedProject(projectDir: string): string {
  const stored = recordedTask({ text: '', projectDir })
  return projectOfRun(stored) ?? projectDir
}

function withKnownEngine<T extends { readonly engine?: string | undefined }>(given: T): T {
  const { engine } = given
  if (engine === undefined) return given
  const known = recordedAs(engine)
  // Called for every turn, nearly always with a known engine: that avoids a copy.
  return known === engine ? given : { ...given, engine: known }
}

/** The project is a fact of this machine, and never what a host says. */
function withProject<T extends { readonly projectDir?: string; readonly project?: string }>(given: T): T {
  const { projectDir, project } = given
  const found = projectDir === undefined ? undefined : projectOf(projectDir)
  const kept = found === projectDir ? undefined : found
  return kept === project ? given : { ...given, project: kept }
}
