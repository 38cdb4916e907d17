import type { Decision } from './decision.ts'
import type { DraftReceipt, TurnReceipt } from './receipt.ts'

/** An event for viewers: a log, a progress line, a test. */
export type LoopEvent =
  | { readonly kind: 'turn'; readonly receipt: TurnReceipt }
  | { readonly kind: 'draft'; readonly receipt: DraftReceipt }
  | { readonly kind: 'decision'; readonly decision: Decision }
  | { readonly kind: 'repaired'; readonly what: string }
  | { readonly kind: 'warning'; readonly what: string; readonly cause?: unknown }

export type Tell = (event: LoopEvent) => void
