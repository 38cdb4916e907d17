import type { ProjectHabit, TurnTraits } from '../domain/draft/habit.ts'
import type { Features } from '../domain/grouping/features.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import type { ProjectTurn, TurnLookups } from '../store/ports/turn-lookups.ts'
import { loadedOnce } from './loaded-once.ts'

/** What the turns of a project do anyway, as far as they are no evidence themselves and ask for something else. */
export type ProjectHabits = (
  /** The evidence of one task, or of several that are compared; each in the order of time. */
  tasks: readonly (readonly TurnTrajectory[])[],
  /** The turns that are evidence, by id. */
  ids: readonly string[],
  /** Milliseconds since 1970: what came later is no habit yet. */
  until: number,
) => Promise<ProjectHabit>

/** Turns of the project that its habit is read from. */
const HABIT_TURNS = 500

/** Habits by the project of the latest turn of the last task. */
export function projectHabits(store: Pick<TurnLookups, 'turns' | 'projectTurns'>): ProjectHabits {
  const { outlined } = outlines(store)
  return async (tasks, ids, until) => {
    // Loaded when there is something to compare: the shell parser is most of a bare start.
    const { habitOf } = await habit()
    const { otherTasks } = await otherTasksOf()
    const project = tasks.at(-1)?.at(-1)?.projectDir
    const others = project === undefined ? [] : await store.projectTurns(project, HABIT_TURNS, ids, until)
    const rest = tasks.reduce((turns, evidence) => otherTasks(turns, evidence), await outlined(others))
    return habitOf(rest.map(({ traits }) => traits))
  }
}

/** What a turn asks and does, as far as it is compared with others. */
interface Outline {
  readonly reading: string
  readonly asked: Features
  readonly traits: TurnTraits
}

/**
 * The same turns of a project are its habit at each of its streaks: what they ask and do is kept, so that each is read and
 * parsed once, and anew where a later reading changed it.
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
