import type { Retained, RetentionRule } from '../retention.ts'

/** Care of the store as a whole. */
export interface StoreUpkeep {
  /**
   * Looks through everything that is kept, which takes a while; `quick`: through what skills rest on. Damage is dealt with as
   * on opening.
   */
  verify(how?: { readonly quick?: boolean }): Promise<void>
  tally(): Promise<Tally>
  /** One bounded step of removing what the rule does not keep; what a skill or a streak stands on stays. */
  retain(rule: RetentionRule): Promise<Retained>
  /** Takes what was forgotten out of the free space of the file as well, and out of what is kept beside it. */
  scrub(): Promise<void>
}

/** How much there is. */
export interface Tally {
  readonly turns: number
  readonly lastTurnAt: number | null
  /** Streaks that have begun and not yet set off a draft. */
  readonly streaks: number
  readonly decisions: number
  /** What the database takes on the disk, in bytes, and how much of that is free for new rows. */
  readonly bytes: number
  readonly freeBytes: number
}
