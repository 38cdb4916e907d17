import { projectOfRun, type TurnTrajectory } from './turn.ts'

/** Projects that make a skill one for all: what is done in so many is no habit of any of them (SPEC.md 7.1). */
const MAKE_GENERAL = 3

/**
 * The projects that a drafted skill belongs to, by the turns that it is drawn from and those it had before (undefined: a
 * new skill); empty: every one. A skill that is for all stays so, and one whose turns told no project is.
 */
export function projectsOf(turns: readonly TurnTrajectory[], before?: readonly string[]): readonly string[] {
  if (before?.length === 0) return []
  const all = new Set([...(before ?? []), ...turns.flatMap((turn) => projectOfRun(turn) ?? [])])
  return all.size < MAKE_GENERAL ? [...all].sort() : []
}
