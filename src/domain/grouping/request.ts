import type { Action } from './action.ts'
import type { Polarity } from './polarity.ts'

/** A request that counts as evidence, as plain values: it can be stored as a row. */
export interface Request {
  /** Ascends with time; the number of the turn. */
  readonly id: number
  /** What was asked, cut to what is read. */
  readonly text: string
  /** The exact top-3-token signature of the whole request; never empty. */
  readonly signature: string
  /** When it was made, in milliseconds; absent where nothing expires. */
  readonly at?: number
  /** The group it belongs to; absent while it waits for two others like it. */
  readonly group?: number
}

/** A request whose text was read. */
export interface ReadRequest extends Request {
  readonly features: Features
}

/** Requests of one text: what is compared is compared once for all of them. */
export interface SameText {
  readonly features: Features
  /** As they came. */
  readonly requests: readonly ReadRequest[]
}

/** What two requests are compared by. Hashes ascend and are distinct. */
export interface Features {
  /** Hashes of word stems; single characters and pairs in scripts written without spaces. */
  readonly terms: Uint32Array
  /** The background weight of each term; their squares add up to 1. */
  readonly weights: Float64Array
  /** Hashes of character 3- and 4-grams of the words, blanks between them. */
  readonly grams: Uint32Array
  /** A bit for each n-gram by its hash: what one sketch has and the other has not, the n-grams differ in at least. */
  readonly sketch: Uint32Array
  /** How many n-grams have no bit of their own in it. */
  readonly unsketched: number
  readonly polarity: Polarity
  readonly action: Action
}
