import { WaylandError } from '../domain/errors.ts'
import type { GroupReason } from '../domain/grouping/group.ts'
import type { Outcome } from '../domain/turn.ts'
import type { ExplainedTurn, Store, VersionRecord } from '../store/store.ts'

/** Why a turn did or did not count, and what it is evidence of. */
export interface TurnExplanation {
  readonly turnId: string
  readonly request: string
  readonly at: Date
  readonly outcome: Outcome
  /** Its own key; empty when the request has no word to go by. */
  readonly signature: string
  /** Whether it is evidence of a recurring task. */
  readonly counts: boolean
  /** One sentence: why it counts or does not. */
  readonly reason: string
  /** The gate that refused the request. */
  readonly gate?: string
  /** Where it went among like requests; absent where streaks go by exact signature. */
  readonly group?: GroupReason
  /** Versions of skills that were drafted from it, oldest first. */
  readonly evidenceOf: readonly TurnUse[]
}

/** One version of a skill that a turn is evidence of. */
export interface TurnUse {
  readonly skill: string
  readonly version: string
  readonly state: VersionRecord['state']
}

/** What stands on a project's turns: the note for its AGENTS.md or CLAUDE.md. */
export interface ProjectNotes {
  readonly projectDir: string
  /** Turns of the project that were looked at. */
  readonly turns: number
  /** Markdown; absent while the project has no habit. */
  readonly text?: string
}

export interface Explainer {
  /** Why a turn did or did not count. Throws `no_such_turn`. */
  explain(turnId: string): Promise<TurnExplanation>
  /** The steps that most turns of a project have, as a note; nothing is written anywhere. */
  notes(projectDir: string): Promise<ProjectNotes>
}

/** Latest turns of a project that its habit is read from. */
const HABIT_TURNS = 500

export function createExplainer({ store }: { readonly store: Store }): Explainer {
  async function usesOf(turnId: string): Promise<readonly TurnUse[]> {
    const uses: TurnUse[] = []
    for (const { id, name } of await store.skills())
      for (const { version, state, evidence } of await store.versions(id))
        if (evidence.includes(turnId)) uses.push({ skill: name, version, state })
    return uses
  }

  return {
    async explain(turnId) {
      const turn = await store.explainTurn(turnId)
      if (turn === undefined) throw new WaylandError('no_such_turn', `there is no turn "${turnId}"`)
      const { signature, trajectory, why } = turn
      const reason = whyNot(turn)
      const gate = why.refusal?.split(':')[0]
      return {
        turnId: turn.id,
        request: trajectory.userInput,
        at: trajectory.timestamp,
        outcome: trajectory.outcome,
        signature,
        counts: reason === undefined,
        reason: reason ?? 'a success, and the request says what is to be done',
        ...(gate === undefined ? {} : { gate }),
        ...(why.group === undefined ? {} : { group: why.group }),
        evidenceOf: await usesOf(turn.id),
      }
    },
    async notes(projectDir) {
      // Loaded when asked for: the shell parser is most of a bare start.
      const { habitOf, traitsOf } = await import('../domain/draft/habit.ts')
      const { notes } = await import('../domain/draft/notes.ts')
      const turns = await store.projectTurns(projectDir, HABIT_TURNS, [])
      const text = notes(habitOf(turns.map((turn) => traitsOf(turn))))
      return { projectDir, turns: turns.length, ...(text === undefined ? {} : { text }) }
    },
  }
}

/** Undefined for a turn that counts. */
function whyNot({ signature, trajectory: { outcome }, why }: ExplainedTurn): string | undefined {
  if (outcome === 'failure') return 'the turn failed, which ends the streak'
  if (outcome === 'unknown')
    return 'the outcome is unknown: its end was not seen, a person broke it off, or the next message took it back'
  if (signature === '') return 'the request has no word to go by'
  return why.refusal
}
