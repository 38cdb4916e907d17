import { signature } from './signature.ts'
import type { Outcome, TurnInput } from './turn.ts'

/** A streak that reached the threshold: its signature and the turns that made it, oldest first. */
export interface DraftTrigger<T> {
  readonly signature: string
  readonly trajectories: readonly T[]
}

/** What a bucket becomes when one more outcome is seen on its signature. */
export interface Streak<T> {
  /** The consecutive successes now waiting; empty after a failure and after a trigger. */
  readonly waiting: readonly T[]
  /** The full streak, when this turn completed it. */
  readonly completed?: readonly T[]
}

/** The rule of the bucket, over any kind of item: success extends, failure drops, unknown leaves it as it is. */
export function nextStreak<T>(waiting: readonly T[], item: T, outcome: Outcome, threshold: number): Streak<T> {
  if (outcome === 'unknown') return { waiting }
  if (outcome === 'failure') return { waiting: [] }
  const streak = [...waiting, item]
  return streak.length >= threshold ? { waiting: [], completed: streak } : { waiting: streak }
}

export interface BucketerOptions {
  /** Consecutive successes that make a trigger; at least 1. */
  readonly threshold?: number
  /** `signature`: requests with the same signature share a bucket. */
  readonly grouping?: 'signature'
  /** Replaces the default stopword list. */
  readonly stopwords?: readonly string[]
}

/** The bucketer in memory: synchronous, pure, no clock. The trajectories of a trigger are the objects given. */
export class Bucketer<T extends Pick<TurnInput, 'userInput' | 'outcome'> = TurnInput> {
  readonly #threshold: number
  readonly #options: { readonly stopwords?: readonly string[] }
  readonly #buckets = new Map<string, readonly T[]>()

  constructor({ threshold = 3, stopwords }: BucketerOptions = {}) {
    this.#threshold = threshold
    this.#options = stopwords === undefined ? {} : { stopwords }
  }

  /** Takes one turn; returns the trigger when it completed a streak. */
  observe(turn: T): DraftTrigger<T> | undefined {
    const key = signature(turn.userInput, this.#options)
    if (key === '') return undefined
    const next = nextStreak(this.#buckets.get(key) ?? [], turn, turn.outcome ?? 'unknown', this.#threshold)
    if (next.waiting.length === 0) this.#buckets.delete(key)
    else this.#buckets.set(key, next.waiting)
    return next.completed === undefined ? undefined : { signature: key, trajectories: next.completed }
  }
}
