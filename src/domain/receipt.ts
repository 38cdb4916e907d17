import type { ErrorKind } from './errors.ts'

/** What became of a draft that a turn set off. */
export interface DraftReceipt {
  readonly status: 'drafted' | 'updated' | 'proposed' | 'refused' | 'suppressed' | 'quarantined' | 'failed'
  readonly skill: string
  /** The skill's folder. */
  readonly path?: string
  readonly reason?: string
}

/** What became of one turn. `failed` carries the fault as its reason; it is never thrown into a host. */
export interface TurnReceipt {
  readonly turnId: string
  readonly status: 'recorded' | 'known' | 'ignored' | 'failed'
  readonly signature: string
  /** Consecutive successes on the signature, this turn included. */
  readonly streak: number
  readonly reason?: string
  /** Of a failure: the kind of its error, so that a caller knows whether to try again. */
  readonly fault?: ErrorKind
  readonly draft: DraftReceipt | null
}
