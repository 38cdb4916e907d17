import type { GroupReason } from '../../domain/grouping/group.ts'
import type { Deeds } from '../../domain/grouping/request.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { Outlook, OutlookBounds } from '../outlook.ts'

/** Reads of recorded turns and of their streaks. */
export interface TurnLookups {
  /** The known turns among these ids, in this order. */
  turns(ids: readonly string[]): Promise<readonly TurnTrajectory[]>
  /** The latest turns of a project until a time (Unix ms; default: all), newest first, without these ids. */
  projectTurns(
    project: string,
    limit: number,
    except: readonly string[],
    until?: number,
  ): Promise<readonly ProjectTurn[]>
  /** `projectTurns` for many projects and times, in one pass over the turns. */
  turnsBefore(asked: readonly ProjectTime[], limit: number): Promise<readonly (readonly ProjectTurn[])[]>
  /** Why a turn counted or did not; undefined for an unknown turn. */
  explainTurn(id: string): Promise<ExplainedTurn | undefined>
  /** `explainTurn` for the latest turns, newest first. */
  latestTurns(limit: number): Promise<readonly ExplainedTurn[]>
  /** A page of turns, newest first; see `TurnsAsked`. */
  findTurns(asked: TurnsAsked): Promise<FoundTurns>
  /** Length of the longest streak that a turn waits in; 0 if it waits in none. */
  streakOf(turnId: string): Promise<number>
  /** Counts of the latest turns by result, and the open streaks that are nearest to a draft. */
  outlook(bounds: OutlookBounds): Promise<Outlook>
}

/** Which turns are asked for. */
export interface TurnsAsked {
  readonly limit: number
  /** Only turns with this text in their request, signature or project, in any case (of ASCII letters). */
  readonly text?: string
  /** Only turns before this one. */
  readonly before?: string
  /** Turns read at most, so that a search for a rare text ends. */
  readonly scan: number
}

export interface FoundTurns {
  readonly turns: readonly ExplainedTurn[]
  /** The last turn that was read, to go on before it; absent where there is no older one. */
  readonly next?: string
}

/** A project at a time (ms), without the turns of these ids. */
export interface ProjectTime {
  readonly project: string
  readonly until: number
  readonly except: readonly string[]
}

/** A turn of a project. */
export interface ProjectTurn {
  readonly id: string
  /** Changes when a fuller reading replaced the turn. */
  readonly reading: string
}

export interface ExplainedTurn {
  readonly id: string
  readonly signature: string
  readonly trajectory: TurnTrajectory
  readonly why: {
    readonly refusal?: string
    readonly group?: GroupReason
    /** What its run did, until it is counted. */
    readonly deeds?: Deeds
    /** The streak that it ended by its failure. */
    readonly ended?: { readonly scope: string; readonly turnIds: readonly string[] }
  }
}
