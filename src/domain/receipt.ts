import type { ErrorKind } from './errors.ts'

/** The result of a draft that a turn triggered. */
export interface DraftReceipt {
  readonly status: 'drafted' | 'updated' | 'proposed' | 'refused' | 'suppressed' | 'quarantined' | 'failed'
  readonly skill: string
  /** The skill's folder. */
  readonly path?: string
  readonly reason?: string
}

/** The result of recording one turn. A failure is reported here with its reason and never thrown into a host. */
export interface TurnReceipt {
  readonly turnId: string
  readonly status: 'recorded' | 'known' | 'ignored' | 'failed'
  readonly signature: string
  /** Consecutive successes on the signature, this turn included. */
  readonly streak: number
  readonly reason?: string
  /** The kind of a failure's error, from which a caller knows whether to try again. */
  readonly fault?: ErrorKind
  readonly draft: DraftReceipt | null
}
