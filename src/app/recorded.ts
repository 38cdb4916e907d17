import type { Task } from '../domain/decision.ts'
import { redactTurn } from '../domain/redact.ts'
import { projectOfRun, type TurnTrajectory } from '../domain/turn.ts'
import { recordedAs } from '../engines/engines.ts'
import { projectOf } from '../platform/project-of.ts'

/** A turn as it is stored: redacted, with its project, and a registered engine or `generic`. */
export const recordedTurn = (turn: TurnTrajectory, home?: string): TurnTrajectory =>
  redactTurn(withProject(withKnownEngine(turn), home))

export const recordedTask = (task: Task): Task => redactTurn(withProject(withKnownEngine(task)))

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
function withProject<T extends { readonly projectDir?: string; readonly project?: string }>(
  given: T,
  home?: string,
): T {
  const { projectDir, project } = given
  const folder = projectDir === undefined ? undefined : fromHome(projectDir, home)
  const found = folder === undefined ? undefined : projectOf(folder)
  const kept = found === folder ? undefined : found
  return kept === project ? given : { ...given, project: kept }
}

/** A path below `~`, as it is stored and as people write it, in the home folder. */
export const fromHome = (path: string, home: string | undefined): string =>
  home !== undefined && (path === '~' || path.startsWith('~/')) ? `${home}${path.slice(1)}` : path
