import type { Features } from './features.ts'
import type { Level } from './level.ts'
import type { ReadRequest, Request, SameText } from './request.ts'

/** Requests for one task in different words. Its id is that of the request at which it was born. */
export interface Group {
  readonly id: number
  /** The canonical signature: that of the request nearest to the others at birth, or of the group it was born beside. */
  readonly signature: string
  /** The requests that later ones are compared with, oldest first. */
  readonly members: readonly number[]
  /** The members that no draft has used yet: the streak. */
  readonly waiting: readonly number[]
}

/** What one request changes; a store applies the changes of a step in one transaction. */
export type GroupChange =
  | { readonly kind: 'put_request'; readonly request: Request }
  | { readonly kind: 'drop_request'; readonly id: number }
  | { readonly kind: 'put_group'; readonly group: Group }
  | { readonly kind: 'drop_group'; readonly id: number }
  /** The level after the request of the step, and the bins by which it went on. */
  | { readonly kind: 'put_level'; readonly level: Level; readonly bins: readonly number[] }

/** The state as a step sees it: a few look-ups, so that it may live in memory or in tables. All of it is synchronous. */
export interface GroupView {
  readonly level: Level
  readonly groups: number
  readonly pending: number
  request(id: number): ReadRequest | undefined
  group(id: number): Group | undefined
  /** The features of a text that one of the requests has. */
  features(text: string): Features | undefined
  /** The requests that share most of these term hashes, pending ones and members alike, by text; ties by id. */
  near(terms: Iterable<number>): readonly SameText[]
  /** The request that has waited longest for others like it. */
  oldestPending(): number | undefined
  /** The group whose newest member is the oldest. */
  idlestGroup(): number | undefined
}

/** What one turn came to: the changes to apply, and the streak it completed or extended. */
export interface GroupStep {
  readonly changes: readonly GroupChange[]
  readonly reason: GroupReason
  /** The canonical signature of its group; its own while it is alone. */
  readonly signature: string
  /** Requests now waiting, this one included; 0 after a failure and after a completed streak. */
  readonly streak: number
  /** The requests of the full streak, oldest first, when this one completed it. */
  readonly completed?: readonly number[]
}

/** Why a request went where it went: what `explain` shows. Likenesses run from 0 to 1. */
export type GroupReason =
  | { readonly kind: 'joined'; readonly likeness: number; readonly needed: number; readonly like: readonly number[] }
  | { readonly kind: 'born'; readonly likeness: number; readonly needed: number; readonly like: readonly number[] }
  | { readonly kind: 'alone'; readonly likeness: number; readonly needed: number; readonly like: readonly number[] }
  /** It completed a streak of one exact signature, with these others. */
  | { readonly kind: 'exact'; readonly like: readonly number[] }
  | { readonly kind: 'failed'; readonly dropped: readonly number[] }
  | { readonly kind: 'unknown' }
