import type { Action } from './action.ts'
import type { Polarity } from './polarity.ts'

/** A request that counts as evidence, as plain values that can be stored as a row. */
export interface Request {
  /** The number of the turn; ascends with time. */
  readonly id: number
  /** The text of `askedText`, at most `MAX_TEXT` characters. */
  readonly text: string
  /** The exact top-3-token signature of the whole request; never empty. */
  readonly signature: string
  /** What its run did (`deedsOf`); absent where that is unknown or nothing. */
  readonly deeds?: Deeds
  /** When it was made, Unix ms; absent where requests do not expire. */
  readonly at?: number
  /** The id of its group; absent while it is pending, that is until two similar requests found a group with it. */
  readonly group?: number
}

/** What a run did: commands, tools and edited files by name, each list sorted. */
export interface Deeds {
  /** Those that the request names. */
  readonly asked: readonly string[]
  readonly other: readonly string[]
}

export interface ReadRequest extends Request {
  readonly features: Features
}

/** Requests with the same text and deeds, which are compared once for all. */
export interface SameText {
  readonly features: Features
  /** In the order in which they were added. */
  readonly requests: readonly ReadRequest[]
}

/** The features by which two requests are compared. Hashes are ascending and distinct. */
export interface Features {
  /** Hashes of word stems; single characters and pairs in scripts written without spaces. */
  readonly terms: Uint32Array
  /** The weight of each term (background weight times decay by position), at Euclidean norm 1. */
  readonly weights: Float64Array
  /** Hashes of the character 3- and 4-grams of the words joined by blanks. */
  readonly grams: Uint32Array
  readonly polarity: Polarity
  readonly action: Action
}
