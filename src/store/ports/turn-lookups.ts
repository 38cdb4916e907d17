import type { GroupReason } from '../../domain/grouping/group.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { Outlook, OutlookBounds } from '../outlook.ts'

/** What is asked of recorded turns and of the streaks they wait in. */
export interface TurnLookups {
  /** The turns of these ids that are known, in the order asked. */
  turns(ids: readonly string[]): Promise<readonly TurnTrajectory[]>
  /** The latest turns of a project until a time (ms; default: all), newest first, these ids left out. */
  projectTurns(
    projectDir: string,
    limit: number,
    except: readonly string[],
    until?: number,
  ): Promise<readonly ProjectTurn[]>
  /** Why a turn counted or did not; undefined for an unknown turn. */
  explainTurn(id: string): Promise<ExplainedTurn | undefined>
  /** The same of the latest turns, newest first. */
  latestTurns(limit: number): Promise<readonly ExplainedTurn[]>
  /** How many turns wait in the longest streak that a turn waits in; 0 when it waits in none. */
  streakOf(turnId: string): Promise<number>
  /** What became of the latest turns, and the open streaks that are nearest to a draft. */
  outlook(bounds: OutlookBounds): Promise<Outlook>
}

/** A turn of a project. */
export interface ProjectTurn {
  readonly id: string
  /** Another text once the turn was read again and says something else. */
  readonly reading: string
}

export interface ExplainedTurn {
  readonly id: string
  readonly signature: string
  readonly trajectory: TurnTrajectory
  readonly why: {
    readonly refusal?: string
    readonly group?: GroupReason
    /** The streak that it ended, as a failure. */
    readonly ended?: { readonly scope: string; readonly turnIds: readonly string[] }
  }
}
