import type { GroupReason } from '../../domain/grouping/group.ts'
import type { Deeds } from '../../domain/grouping/request.ts'
import type { OwnRequest } from '../../domain/routing/own-requests.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { Outlook, OutlookBounds } from '../outlook.ts'
import type { LedgerEntry, ReturnedTurns } from '../skill-records.ts'
import type { Claim, StreakRule } from '../streak-rule.ts'

/** Records turns, updates their streaks and credits their picks. */
export interface TurnStore {
  /**
   * Records a turn, updates its streak and credits its pick. A known turn (in any session, if its id is unique) changes
   * nothing, unless this reading of the transcript is fuller: then it replaces the earlier one, whose effects are
   * undone.
   */
  recordTurn(turn: NewTurn, rule: StreakRule): Promise<RecordedTurn>
  /**
   * Stores turns in one transaction, to be counted later: `countNext` takes them by time, then session, then order of
   * arrival. A known turn is treated as in `recordTurn`.
   */
  keepTurns(turns: readonly NewTurn[]): Promise<readonly KeptTurn[]>
  /**
   * Counts the oldest stored turns that do not count yet, at most `limit`; stops after the first that completes a
   * streak or rejects another turn. Empty when all are counted.
   */
  countNext(ruleOf: (turn: TurnTrajectory) => StreakRule, limit: number): Promise<readonly CountedTurn[]>
  /** Other sessions among the latest 5,000 turns in which this text is the only request. */
  sessionsAlone(userInput: string, except: string): Promise<readonly string[]>
  /** Revokes a success: its outcome is unknown from now on, and it leaves its streak. False if it was none. */
  veto(turnId: string): Promise<boolean>
}

export interface NewTurn {
  readonly id: string
  readonly signature: string
  readonly trajectory: TurnTrajectory
  /** Why it is no evidence, if so. */
  readonly refusal?: string | undefined
  /** What its run did, where requests are grouped by that. */
  readonly deeds?: Deeds | undefined
}

export interface RecordedTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** The signature of its streak: its own, or its group's. */
  readonly signature: string
  readonly streak: number
  readonly trigger?: PendingTrigger
  /** The turn before it in its session, a success that its message says was none; it is not revoked yet. */
  readonly rejects?: string
  /** The skill that this turn's outcome was credited to. */
  readonly credited?: string
  /** It was a success before this fuller reading and is none now: drafts that it is evidence of must be withdrawn. */
  readonly fell?: boolean
}

export interface KeptTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** It counted as a success before this fuller reading, and is none by it: what rests on it falls. */
  readonly fell?: boolean
}

/** A turn that was stored earlier, with the result of counting it. */
export interface CountedTurn extends RecordedTurn {
  readonly turn: NewTurn
}

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

/** Completed streaks until they are drafted, refused or put aside. */
export interface TriggerStore {
  /**
   * Claims the earliest completed streak whose process died; those before it that were begun too often are put aside.
   * One at a time, so that a streak whose draft ends the process is held against no other.
   */
  orphanedTrigger(claim: Claim): Promise<PendingTrigger | undefined>
  /** Records why a draft failed; with `counts` false the attempt does not count: the fault is not in its turns. */
  triggerFailed(triggerId: string, why: string, counts: boolean): Promise<void>
  /**
   * Deletes a completed streak whose draft was refused or suppressed, with a ledger line that says so. The turns in
   * `returned` return to the streak.
   */
  dropTrigger(triggerId: string, line: LedgerEntry, returned?: ReturnedTurns): Promise<void>
  /** Drafts and turns that are not retried any more. */
  putAside(): Promise<readonly PutAside[]>
  /** Retries what was put aside, in the next process that drafts or counts; returns its number. */
  tryAgain(): Promise<number>
}

export interface PendingTrigger {
  readonly id: string
  readonly signature: string
  readonly turnIds: readonly string[]
  /** A model says that its requests, which share few words, are one task. */
  readonly meant?: boolean
  /** A second process ended before it was drafted: drafting this streak may be what ends them. */
  readonly wasResumed?: boolean
}

export interface SourceStore {
  /** The read position of a transcript, in its reader's format. */
  source(path: string): Promise<string | undefined>
  /** Stores read positions in one transaction. */
  saveSources(sources: readonly ReadSource[]): Promise<void>
  /** Transcripts that look like conversations but gave no prompt, read since a time (Unix ms). */
  misreadSources(since: number): Promise<readonly SourceRow[]>
}

export interface OwnRequests {
  /** The latest requests of the person, newest first, with their skills of these names; not those of scheduled runs. */
  ownRequests(limit: number, names: readonly string[]): Promise<readonly OwnRequest[]>
}

/** Work that fails, or ends its process, three times is put aside. Attempts are counted in quarters. */
export const MAX_ATTEMPTS = 12

/**
 * The weight of an attempt in quarters: one in a process with a deadline, whose end says little about the work, and
 * four in any other.
 */
export const attemptBy = (isHurried = false): number => (isHurried ? 1 : 4)

/** Work that is not retried any more, so that other work need not wait for it; a person can have it retried. */
export interface PutAside {
  /** The draft of a completed streak, or the counting of a turn. */
  readonly kind: 'draft' | 'turn'
  /** The streak's signature, or the turn's id. */
  readonly what: string
  readonly why: string
  /** When it was last begun, or the time of the turn, in Unix ms. */
  readonly at: number
}

/** How far a transcript was read. */
export interface SourceRow {
  readonly engine: string
  readonly resume: string
}

/** The read position of a transcript, and when it was read, in Unix ms. */
export interface ReadSource extends SourceRow {
  readonly path: string
  readonly at: number
}
