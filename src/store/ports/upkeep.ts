import type { Retained, RetentionRule } from '../retention.ts'

/** Maintenance of the store as a whole. */
export interface StoreUpkeep {
  /**
   * Checks the integrity of the whole store, which is slow, and beside which other operations go on; `quick`: of the tables
   * that skills rest on. Damage is handled as on opening; `renewed`: what was read before is of another database.
   */
  verify(how?: { readonly quick?: boolean }): Promise<'sound' | 'renewed'>
  tally(): Promise<Tally>
  /** How many prompts were decided on since a time in Unix ms, as far as they are among the latest 10,000 decisions. */
  answeredPrompts(since: number): Promise<number>
  /** One bounded step of retention; rows that a skill or a streak needs are kept. */
  retain(rule: RetentionRule): Promise<Retained>
  /** Overwrites deleted data in the file's free space and in the files beside it. */
  scrub(): Promise<void>
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
