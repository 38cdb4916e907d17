import type { BaseRates, TurnTraits } from '../../domain/draft/base-rates.ts'
import type { Features } from '../../domain/grouping/features.ts'
import { projectOfRun, type TurnTrajectory } from '../../domain/turn.ts'
import type { ProjectTurn, TurnLookups } from '../../store/ports/turn-store.ts'
import { builtOnce } from '../built-once.ts'

/**
 * The base rates of steps in a project: which steps its turns have anyway, without turns of the evidence or of like
 * requests.
 */
export interface ProjectBaseRates {
  of(asked: BaseRatesQuery): Promise<BaseRates>
  /**
   * Calls `use` with the habit of each, ordered by project and time, as its turns are read: those first that others have
   * read. `left` is the number of turns to come at most; it ends at 0, or when `use` returns false.
   */
  each<A extends BaseRatesQuery>(
    asked: readonly A[],
    use: (asked: A, habit: BaseRates, left: number) => boolean,
  ): Promise<void>
}

export interface BaseRatesQuery {
  /** The evidence of one task, or of several that are compared; each ordered by time. */
  readonly tasks: readonly (readonly TurnTrajectory[])[]
  /** The ids of the evidence. */
  readonly ids: readonly string[]
  /** Unix ms: later turns do not count. */
  readonly until: number
}

/** Latest turns of a project that the base rates are computed from. */
const HABIT_TURNS = 500

/** Turns whose outlines are kept, of some kilobytes each: those of twelve projects, which a history changes between. */
const MAX_OUTLINED = 12 * HABIT_TURNS

/** Turns that are read in one go: a megabyte or two. */
const READ_AT_ONCE = 100

/** Turns after which it is asked whether a habit is known well enough. */
const ASKED_AFTER = 20

/** Habits whose turns are listed in one pass: some megabytes. */
const LISTED_AT_ONCE = 500

/** Computes base rates for the project of the last task's latest turn. */
export function projectBaseRates(store: Pick<TurnLookups, 'turns' | 'projectTurns' | 'turnsBefore'>): ProjectBaseRates {
  const { outlined, isKnown } = outlines(store)

  async function without(tasks: BaseRatesQuery['tasks'], others: readonly ProjectTurn[]): Promise<BaseRates> {
    // Loaded when there is something to compare: the shell parser is most of the start of a short process.
    const { habitOf } = await habit()
    const { otherTasks } = await otherTasksOf()
    const rest = tasks.reduce((turns, evidence) => otherTasks(turns, evidence), await outlined(others))
    return habitOf(rest.map(({ traits }) => traits))
  }

  async function growing(
    tasks: BaseRatesQuery['tasks'],
    others: readonly ProjectTurn[],
    use: (habit: BaseRates, left: number) => boolean,
  ): Promise<void> {
    const { growingHabit } = await habit()
    const { otherTaskThan } = await otherTasksOf()
    const areOthers = tasks.map(otherTaskThan)
    const { habit: known, add } = growingHabit()
    const read = others.filter(isKnown)
    const kept = new Set(read)
    const inOrder = [...read, ...others.filter((turn) => !kept.has(turn))]
    for (let from = 0; from < inOrder.length; from += ASKED_AFTER) {
      if (from > 0 && !use(known, inOrder.length - from)) return
      for (const outline of await outlined(inOrder.slice(from, from + ASKED_AFTER)))
        if (areOthers.every((isOther) => isOther(outline))) add(outline.traits)
    }
    use(known, 0)
  }

  return {
    async of({ tasks, ids, until }) {
      const project = projectOf(tasks)
      return await without(
        tasks,
        project === undefined ? [] : await store.projectTurns(project, HABIT_TURNS, ids, until),
      )
    },
    async each(asked, use) {
      const placed = asked.flatMap((one) => {
        const project = projectOf(one.tasks)
        return project === undefined ? [] : [{ one, project }]
      })
      for (const one of asked) if (projectOf(one.tasks) === undefined) use(one, await without(one.tasks, []), 0)
      placed.sort((a, b) => (a.project === b.project ? a.one.until - b.one.until : a.project < b.project ? -1 : 1))
      for (let from = 0; from < placed.length; from += LISTED_AT_ONCE) {
        const part = placed.slice(from, from + LISTED_AT_ONCE)
        const times = part.map(({ one, project }) => ({ project, until: one.until, except: one.ids }))
        const turns = await store.turnsBefore(times, HABIT_TURNS)
        for (const [at, { one }] of part.entries())
          await growing(one.tasks, turns[at] ?? [], (rates, left) => use(one, rates, left))
      }
    },
  }
}

const projectOf = (tasks: BaseRatesQuery['tasks']): string | undefined => projectOfRun(tasks.at(-1)?.at(-1) ?? {})

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

  /** Turns in this order; undefined for those that are gone. */
  async function readAll(ids: readonly string[]): Promise<readonly (TurnTrajectory | undefined)[]> {
    const all = await store.turns(ids)
    // Turns do not tell their ids: where one is gone, each is asked for.
    return all.length === ids.length ? all : await Promise.all(ids.map(async (id) => (await store.turns([id]))[0]))
  }

  /** The latest that were asked for are at the end, once some are to go soon. */
  function used(id: string, outline: Outline): void {
    if (known.size <= MAX_OUTLINED / 2) return
    known.delete(id)
    known.set(id, outline)
  }

  return {
    isKnown: ({ id, reading }: ProjectTurn): boolean => known.get(id)?.reading === reading,
    async outlined(turns: readonly ProjectTurn[]): Promise<readonly Outline[]> {
      const { askedFeatures } = await otherTasksOf()
      const { traitsOf } = await habit()
      const found: Outline[] = []
      for (let from = 0; from < turns.length; from += READ_AT_ONCE) {
        const part = turns.slice(from, from + READ_AT_ONCE)
        const fresh = part.filter(({ id, reading }) => known.get(id)?.reading !== reading)
        const read = fresh.length === 0 ? [] : await readAll(fresh.map(({ id }) => id))
        for (const [at, { id, reading }] of fresh.entries()) {
          const turn = read[at]
          if (turn !== undefined) known.set(id, { reading, asked: askedFeatures(turn), traits: traitsOf(turn) })
        }
        for (const { id, reading } of part) {
          const outline = known.get(id)
          if (outline?.reading !== reading) continue
          found.push(outline)
          used(id, outline)
        }
      }
      for (const id of known.keys()) {
        if (known.size <= MAX_OUTLINED) break
        known.delete(id)
      }
      return found
    },
  }
}

const habit = builtOnce(async () => await import('../../domain/draft/base-rates.ts'))
const otherTasksOf = builtOnce(async () => await import('../../domain/draft/other-tasks.ts'))
