/** Work that fails, or ends its process, three times is put aside. Attempts are counted in quarters. */
export const MAX_ATTEMPTS = 12

/**
 * What an attempt counts, in quarters: one for a process that is ended when its time is up, which says little against
 * what it was at, and four for any other.
 */
export const attemptBy = (isHurried = false): number => (isHurried ? 1 : 4)

/** Work that was put aside after its attempts, so that nothing else waits for it; a person can have it tried again. */
export interface PutAside {
  /** The draft of a completed streak, or the counting of a turn. */
  readonly kind: 'draft' | 'turn'
  /** The streak's signature, or the turn's id. */
  readonly what: string
  readonly why: string
  /** When it was begun last, or the time of the turn, in ms since 1970. */
  readonly at: number
}
