import type { Trials } from '../../domain/lift/trials.ts'

export interface StoreUpkeep {
  /**
   * Checks the integrity of the whole store, which is slow, and beside which other operations go on; `quick`: of the tables
   * that skills rest on. Damage is handled as on opening; `renewed`: what was read before is of another database.
   */
  verify(how?: { readonly quick?: boolean }): Promise<'sound' | 'renewed'>
  tally(): Promise<Tally>
  /** What came of the prompts since a time in Unix ms, as far as they are among the latest 10,000 decisions. */
  promptsSince(since: number): Promise<PromptCounts>
  /** The turns since a time in Unix ms, as far as they are among the latest 10,000. */
  turnsSince(since: number): Promise<TurnCounts>
  /** When the last turn of each agent ended, in Unix ms, as far as it is among the latest 10,000 turns. */
  lastTurns(): Promise<Readonly<Record<string, number>>>
  /** One bounded step of retention; rows that a skill or a streak needs are kept. */
  retain(rule: RetentionRule): Promise<Retained>
  /** Overwrites deleted data in the file's free space and in the files beside it. */
  scrub(): Promise<void>
}

/** Prompts that were answered, with a hint or with none, and what came of the skills that were offered. */
export interface PromptCounts {
  readonly answered: number
  readonly offered: number
  /** Those without a hint though a skill was chosen, to measure what skills are worth. */
  readonly heldOut: number
  /** Offers whose skill reached the model, or were credited where nobody saw whether it did. */
  readonly loaded: number
  /** Loaded skills whose run is known to have succeeded, or failed. */
  readonly succeeded: number
  readonly failed: number
}

/** Turns of some days, and the tasks among them. */
export interface TurnCounts {
  /** One for each day from the time that was asked for on, as far as there are turns. */
  readonly days: readonly (DayCount | undefined)[]
  /** Tasks that succeeded twice or more, by their signature, those that did so most often first. */
  readonly tasks: readonly (DayCount & { readonly signature: string })[]
}

export interface DayCount {
  readonly turns: number
  readonly succeeded: number
  readonly failed: number
}

/** How much there is. */
export interface Tally {
  readonly turns: number
  readonly lastTurnAt: number | null
  /** Streaks that have begun and are not complete. */
  readonly streaks: number
  readonly decisions: number
  /** Size of the database on disk in bytes, and how much of it is free for new rows. */
  readonly bytes: number
  readonly freeBytes: number
}

/** Where a store keeps its rows. */
export interface HasPlace {
  /** The database file, or why there is none. */
  readonly place: StorePlace
}

export type StorePlace = { readonly file: string } | { readonly none: string }

/** What retention keeps. Times are Unix ms. */
export interface RetentionRule {
  readonly now: number
  /** Turns before this are deleted unless something needs them. */
  readonly turnsBefore: number
  /** Decisions before this are replaced by the sums that lift is computed from. */
  readonly decisionsBefore: number
  /** Size limit of the rows in bytes; above it the oldest are deleted, whatever their age. */
  readonly maxBytes: number
  /** Younger rows are kept in any case; streaks without a turn since then have expired. */
  readonly streaksFrom: number
  /** Whether a transcript file is gone; its read position is then deleted. */
  readonly isGone: (path: string) => boolean
}

/** The result of one step of retention. */
export interface Retained {
  readonly turns: number
  readonly decisions: number
  /** Whether another step has work to do. */
  readonly more: boolean
}

/** Sums over deleted decisions, by their first candidate. */
export interface LiftSums {
  readonly skill: string
  readonly own: Trials
  /** Trials of the same decisions, with any skill against none. */
  readonly overall: Trials
}

/**
 * Serialises work on the skills folder and its rows among all processes of one home, so that another process's
 * unfinished write is not taken for a person's edit. Not reentrant. Throws `storage_locked`.
 */
export interface FolderLock {
  <T>(work: () => Promise<T>): Promise<T>
  /** Work of this process is under the lock, or waits for it. */
  readonly isTaken: boolean
}

export interface HasFolderLock {
  /** Held while the skills folder and its rows are changed together. */
  readonly folderLock: FolderLock
}

/** A lock within one process: work waits in a queue. `around` is done about each. */
export function queueLock(around: <T>(work: () => Promise<T>) => Promise<T> = (work) => work()): FolderLock {
  let last: Promise<unknown> = Promise.resolve()
  let taken = 0
  const lock = async <T>(work: () => Promise<T>): Promise<T> => {
    taken++
    const mine = last.then(() => around(work)).finally(() => taken--)
    last = mine.catch(() => {})
    return await mine
  }
  return Object.defineProperty(lock, 'isTaken', { get: () => taken > 0 }) as typeof lock & { readonly isTaken: boolean }
}
