import { insistOnOptions } from './call-options.ts'
import { actionsOf } from './draft/actions.ts'
import { WaylandError } from './errors.ts'
import { askedText } from './grouping/asked.ts'
import { deedsOf } from './grouping/deeds.ts'
import type { GroupStep } from './grouping/group.ts'
import { GroupMemory } from './grouping/memory.ts'
import { groupStep } from './grouping/step.ts'
import { signature } from './signature.ts'
import { nextStreak } from './streak.ts'
import type { Outcome, TurnInput } from './turn.ts'

/** A streak that reached the threshold: its signature and the turns that made it, oldest first. */
export interface DraftTrigger<T> {
  readonly signature: string
  readonly trajectories: readonly T[]
}

export interface BucketerOptions {
  /** Consecutive successes that make a trigger: a whole number, 1 or more. Throws `bad_option` for another value. */
  readonly threshold?: number
  /**
   * `signature`: requests with the same signature share a bucket. `similar`: so do requests for the same task in other
   * words; a full streak of one signature still makes its trigger, under the name that the task already has.
   */
  readonly grouping?: 'signature' | 'similar'
  /** Replaces the default stopword list. */
  readonly stopwords?: readonly string[]
}

/** What a bucket goes by, beside the outcome. */
type Bucketed = Pick<TurnInput, 'userInput' | 'toolCalls' | 'projectDir'>

interface Numbered<T> {
  readonly id: number
  readonly turn: T
}

/** The bucketer in memory: synchronous, pure, no clock. The turns of a trigger are the objects that were given. */
export class Bucketer<T extends Bucketed & Pick<TurnInput, 'outcome'> = TurnInput> {
  readonly #threshold: number
  readonly #options: { readonly stopwords?: readonly string[] }
  readonly #buckets = new Map<string, readonly Numbered<T>[]>()
  readonly #similar: SimilarBuckets<T> | undefined
  #next = 0

  constructor(options: BucketerOptions = {}) {
    insistOnOptions('Bucketer', options, { threshold: true, grouping: true, stopwords: true })
    const { threshold = 3, grouping = 'signature', stopwords } = options
    if (!Number.isSafeInteger(threshold) || threshold < 1)
      throw new WaylandError('bad_option', `threshold must be a whole number, 1 or more, not ${threshold}`)
    if (grouping !== 'signature' && grouping !== 'similar')
      throw new WaylandError('bad_option', `grouping must be signature or similar, not ${JSON.stringify(grouping)}`)
    this.#threshold = threshold
    this.#options = stopwords === undefined ? {} : { stopwords }
    this.#similar = grouping === 'similar' ? new SimilarBuckets(threshold) : undefined
  }

  /** Takes one turn; returns the trigger when it completed a streak. Throws `bad_turn` for one without a request. */
  observe(turn: T): DraftTrigger<T> | undefined {
    if (typeof turn?.userInput !== 'string')
      throw new WaylandError('bad_turn', 'a turn needs userInput, the text of the request')
    const key = signature(turn.userInput, this.#options)
    if (key === '') return undefined
    const outcome = turn.outcome ?? 'unknown'
    const numbered = { id: this.#next++, turn }
    const exact = this.#advance(key, numbered, outcome)
    const similar = this.#similar?.observe(numbered, key, outcome, exact)
    const trajectories = exact?.map((one) => one.turn) ?? similar?.completed
    return trajectories && { signature: similar?.signature ?? key, trajectories }
  }

  #advance(key: string, turn: Numbered<T>, outcome: Outcome): readonly Numbered<T>[] | undefined {
    const next = nextStreak(this.#buckets.get(key) ?? [], turn, outcome, this.#threshold)
    if (next.waiting.length === 0) this.#buckets.delete(key)
    else this.#buckets.set(key, next.waiting)
    return next.completed
  }
}

/** Groups of similar requests in memory; keeps only the turns that may still become evidence. */
class SimilarBuckets<T extends Bucketed> {
  readonly #threshold: number
  readonly #memory = new GroupMemory()
  readonly #turns = new Map<number, T>()

  constructor(threshold: number) {
    this.#threshold = threshold
  }

  /** The name of the turn's group and, when full, its streak; `exact` is the full streak of the signature. */
  observe(
    { id, turn }: Numbered<T>,
    key: string,
    outcome: Outcome,
    exact: readonly Numbered<T>[] | undefined,
  ): { readonly signature: string; readonly completed: readonly T[] | undefined } {
    const deeds = deedsOf(turn.userInput, actionsOf(turn))
    const request = { id, text: askedText(turn.userInput), signature: key, ...(deeds !== undefined && { deeds }) }
    const step = groupStep(this.#memory, request, outcome, {
      threshold: this.#threshold,
      exact: exact && ((other) => exact.some((one) => one.id === other)),
    })
    this.#turns.set(id, turn)
    const completed = step.completed?.map((one) => this.#turns.get(one)!)
    this.#forget(step, id)
    return { signature: step.signature, completed }
  }

  #forget(step: GroupStep, id: number): void {
    const before = step.changes.flatMap((change) =>
      change.kind === 'put_group' ? (this.#memory.group(change.group.id)?.waiting ?? []) : [],
    )
    this.#memory.apply(step.changes)
    for (const change of step.changes) if (change.kind === 'drop_request') this.#turns.delete(change.id)
    for (const one of [...before, ...(step.completed ?? []), id]) if (!this.#awaits(one)) this.#turns.delete(one)
  }

  #awaits(id: number): boolean {
    const request = this.#memory.request(id)
    if (request === undefined) return false
    return request.group === undefined || this.#memory.group(request.group)?.waiting.includes(id) === true
  }
}
