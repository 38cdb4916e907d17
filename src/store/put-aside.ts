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
