import type { BaselineSimilarity } from './baseline-similarity.ts'
import type { Features } from './features.ts'
import type { ReadRequest, Request, SameText } from './request.ts'

/** Requests for one task in different words. Its id is the id of the request that completed its founding. */
export interface Group {
  readonly id: number
  /** The canonical signature, chosen by `nameOf` when the group is founded. */
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
  /** The level after the request of the step, and the histogram bins that the request added to. */
  | { readonly kind: 'put_level'; readonly level: BaselineSimilarity; readonly bins: readonly number[] }

/** Read access to the state for a step: few look-ups, so that it can be kept in memory or in tables. Synchronous. */
export interface GroupView {
  readonly level: BaselineSimilarity
  readonly groups: number
  readonly pending: number
  request(id: number): ReadRequest | undefined
  group(id: number): Group | undefined
  /** The features of the stored requests with the text and deeds of this one; undefined if there are none. */
  features(request: Pick<Request, 'text' | 'deeds'>): Features | undefined
  /** How few of the stored requests have a deed, in bits; `asked`: how few name it as well. */
  rarity(deed: string, asked: boolean): number
  /** Whether those who say a term have their agent do this: more than half of the requests, far above chance. */
  linked(term: number, deed: string): boolean
  /** The requests that share most of these term hashes, pending ones and members, by text, best first; ties by id. */
  near(terms: Iterable<number>): readonly SameText[]
  /** The id of the request that has been pending longest. */
  oldestPending(): number | undefined
  /** The id of the group whose newest member is the oldest. */
  idlestGroup(): number | undefined
}

/** The result of one turn: the changes to apply, and the streak that it completed or extended. */
export interface GroupStep {
  readonly changes: readonly GroupChange[]
  readonly reason: GroupReason
  /** The canonical signature of its group; its own signature while it has no group. */
  readonly signature: string
  /** Requests in the streak after this turn; 0 if it completed the streak or its outcome is unknown. */
  readonly streak: number
  /** Ids of the requests of the full streak, oldest first, if this request completed it. */
  readonly completed?: readonly number[]
}

/** Why a request was assigned as it was, as `explain` shows it. `likeness` and `needed` are similarities, 0 to 1. */
export type GroupReason =
  | {
      readonly kind: 'joined' | 'born'
      readonly likeness: number
      readonly needed: number
      readonly like: readonly number[]
      /** What its run and those of `like` did and few others, rarest first; absent if nothing. */
      readonly deeds?: readonly string[]
    }
  | { readonly kind: 'alone'; readonly likeness: number; readonly needed: number; readonly like: readonly number[] }
  /** It completed a streak of one exact signature, with these others. */
  | { readonly kind: 'exact'; readonly like: readonly number[] }
  | { readonly kind: 'failed'; readonly dropped: readonly number[] }
  | { readonly kind: 'unknown' }
