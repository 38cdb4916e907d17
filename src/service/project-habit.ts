import type { ProjectHabit, TurnTraits } from '../domain/draft/habit.ts'
import type { Features } from '../domain/grouping/features.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import type { ProjectTurn, TurnLookups } from '../store/ports/turn-lookups.ts'
import { loadedOnce } from './loaded-once.ts'

/**
 * The base rates of steps in a project: which steps its turns have anyway, without turns of the evidence or of like
 * requests.
 */
export type ProjectHabits = (
  /** The evidence of one task, or of several that are compared; each ordered by time. */
  tasks: readonly (readonly TurnTrajectory[])[],
  /** The ids of the evidence. */
  ids: readonly string[],
  /** Unix ms: later turns do not count. */
  until: number,
) => Promise<ProjectHabit>

/** Latest turns of a project that the base rates are computed from. */
const HABIT_TURNS = 500

/** Computes base rates for the project of the last task's latest turn. */
export function projectHabits(store: Pick<TurnLookups, 'turns' | 'projectTurns'>): ProjectHabits {
  const { outlined } = outlines(store)
  return async (tasks, ids, until) => {
    // Loaded when there is something to compare: the shell parser is most of the start of a short process.
    const { habitOf } = await habit()
    const { otherTasks } = await otherTasksOf()
    const project = tasks.at(-1)?.at(-1)?.projectDir
    const others = project === undefined ? [] : await store.projectTurns(project, HABIT_TURNS, ids, until)
    const rest = tasks.reduce((turns, evidence) => otherTasks(turns, evidence), await outlined(others))
    return habitOf(rest.map(({ traits }) => traits))
  }
}

/** Request and steps of a turn, as far as they are compared with others. */
interface Outline {
  readonly reading: string
  readonly asked: Features
  readonly traits: TurnTraits
}

/**
 * Caches outlines: the same turns of a project are read for each of its streaks. A turn is parsed once, and again only
 * if a later import changed it.
 */
function outlines(store: Pick<TurnLookups, 'turns'>) {
  const known = new Map<string, Outline>()
  return {
    async outlined(turns: readonly ProjectTurn[]): Promise<readonly Outline[]> {
      const { askedFeatures } = await otherTasksOf()
      const { traitsOf } = await habit()
      const found: Outline[] = []
      for (const { id, reading } of turns) {
        let outline = known.get(id)
        if (outline?.reading !== reading) {
          const [turn] = await store.turns([id])
          if (turn === undefined) continue
          outline = { reading, asked: askedFeatures(turn), traits: traitsOf(turn) }
        }
        known.delete(id)
        known.set(id, outline)
        found.push(outline)
      }
      for (const id of known.keys()) {
        if (known.size <= 2 * HABIT_TURNS) break
        known.delete(id)
      }
      return found
    },
  }
}

const habit = loadedOnce(async () => await import('../domain/draft/habit.ts'))
const otherTasksOf = loadedOnce(async () => await import('../domain/draft/other-tasks.ts'))
