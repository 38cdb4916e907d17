import type { TurnTraits } from '../domain/draft/habit.ts'
import type { Features } from '../domain/grouping/features.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import type { PendingTrigger, StandingTurns, Store } from '../store/store.ts'

/** Why a completed streak makes no draft, and the turns of it that still count. */
export interface EvidenceVerdict {
  readonly reason: string
  readonly standing?: StandingTurns
}

export interface EvidenceParts {
  readonly store: Store
  /** Evidence gates that are on. */
  readonly gates: readonly string[]
  /** Whether streaks are counted over all projects or in each. */
  readonly scope: 'user' | 'project'
}

/** Turns of the project that its habit is read from. */
const HABIT_TURNS = 500

/** Whether the runs of a streak teach anything, against what this project's turns do anyway; undefined when they do. */
export function evidenceCheck({ store, gates, scope }: EvidenceParts) {
  const { outlined } = outlines(store)
  return async (trigger: PendingTrigger, turns: readonly TurnTrajectory[]): Promise<EvidenceVerdict | undefined> => {
    if (gates.length === 0) return undefined
    // Loaded when a streak is full: the shell parser is most of a bare start.
    const { checkEvidence } = await import('../domain/draft/evidence-gates.ts')
    const { habitOf } = await import('../domain/draft/habit.ts')
    const { otherTasks } = await import('../domain/draft/other-tasks.ts')
    const project = turns.at(-1)?.projectDir
    // What came later, and was only read before, is no habit yet.
    const until = Math.max(...turns.map((turn) => turn.timestamp.getTime()))
    const others = project === undefined ? [] : await store.projectTurnIds(project, HABIT_TURNS, trigger.turnIds, until)
    const habit = habitOf(otherTasks(await outlined(others), turns).map(({ traits }) => traits))
    const refusal = checkEvidence(turns, habit, (gate) => gates.includes(gate))
    if (refusal === undefined) return undefined
    const { gate, standing } = refusal
    const turnIds = trigger.turnIds.filter((_, i) => standing.includes(turns[i] as TurnTrajectory))
    const reason = `${gate}: ${refusal.reason}`
    if (turnIds.length === 0 || turns.length !== trigger.turnIds.length) return { reason }
    return {
      reason: `${reason}; ${turnIds.length} of them still ${turnIds.length === 1 ? 'counts' : 'count'}`,
      standing: { signature: trigger.signature, scope: scopeOf(turns, scope), turnIds },
    }
  }
}

/** What a turn asks and does, as far as it is compared with others. */
interface Outline {
  readonly asked: Features
  readonly traits: TurnTraits
}

/**
 * The same turns of a project are its habit at each of its streaks: what they ask and do is kept, so that each is read and
 * parsed once. A turn that is read more fully later keeps its first outline while this process lives.
 */
function outlines(store: Pick<Store, 'turns'>) {
  const known = new Map<string, Outline>()
  return {
    async outlined(ids: readonly string[]): Promise<readonly Outline[]> {
      const { askedFeatures } = await import('../domain/draft/other-tasks.ts')
      const { traitsOf } = await import('../domain/draft/habit.ts')
      const found: Outline[] = []
      for (const id of ids) {
        let outline = known.get(id)
        if (outline === undefined) {
          const [turn] = await store.turns([id])
          if (turn === undefined) continue
          outline = { asked: askedFeatures(turn), traits: traitsOf(turn) }
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

const scopeOf = (turns: readonly TurnTrajectory[], scope: EvidenceParts['scope']): string =>
  scope === 'project' ? (turns.at(-1)?.projectDir ?? '') : ''
