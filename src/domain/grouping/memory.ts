import { requestFeatures } from './features.ts'
import type { Group, GroupChange, GroupView, Request } from './group.ts'
import { type Level, NO_LEVEL } from './level.ts'

/** The whole state as plain values: what a store keeps, and what a process starts from. */
export interface GroupState {
  readonly requests: readonly Request[]
  readonly groups: readonly Group[]
  readonly level: Level
}

export const NO_GROUPS: GroupState = { requests: [], groups: [], level: NO_LEVEL }

/** The state in memory, with an inverted index from term to requests, which are numbered without gaps for it. */
export class GroupMemory implements GroupView {
  readonly #requests = new Map<number, Request>()
  readonly #groups = new Map<number, Group>()
  readonly #pending = new Set<number>()
  readonly #postings = new Map<number, Set<number>>()
  readonly #numbers = new Map<number, number>()
  readonly #byNumber: number[] = []
  readonly #free: number[] = []
  /** By number; zero between look-ups. */
  #shared = new Float64Array(1024)
  level: Level

  constructor(state: GroupState = NO_GROUPS) {
    this.level = state.level
    for (const group of state.groups) this.#groups.set(group.id, group)
    for (const request of state.requests) this.#put(request)
  }

  get state(): GroupState {
    return { requests: [...this.#requests.values()], groups: [...this.#groups.values()], level: this.level }
  }

  get groups(): number {
    return this.#groups.size
  }

  get pending(): number {
    return this.#pending.size
  }

  request(id: number): Request | undefined {
    return this.#requests.get(id)
  }

  group(id: number): Group | undefined {
    return this.#groups.get(id)
  }

  near(terms: Iterable<number>): readonly Request[] {
    const lists = [...terms]
      .map((term) => this.#postings.get(term))
      .filter((list) => list !== undefined)
      .sort((a, b) => a.size - b.size)
    const found: number[] = []
    let budget = MOST_POSTINGS
    for (const list of lists) {
      budget -= list.size
      if (budget < 0 && found.length > 0) break
      const weight = Math.log(1 + this.#requests.size / list.size)
      for (const number of list) {
        if (this.#shared[number] === 0) found.push(number)
        this.#shared[number]! += weight
      }
    }
    const nearest = highest(found, this.#shared, this.#byNumber, MOST_NEAR)
    for (const number of found) this.#shared[number] = 0
    return nearest.map((number) => this.#requests.get(this.#byNumber[number]!)!)
  }

  oldestPending(): number | undefined {
    return this.#pending.values().next().value
  }

  /** Groups are kept in the order of their last change. */
  idlestGroup(): number | undefined {
    return this.#groups.keys().next().value
  }

  apply(changes: readonly GroupChange[]): void {
    for (const change of changes) {
      if (change.kind === 'put_request') this.#put(change.request)
      else if (change.kind === 'drop_request') this.#drop(change.id)
      else if (change.kind === 'put_level') this.level = change.level
      else if (change.kind === 'drop_group') this.#groups.delete(change.id)
      else {
        this.#groups.delete(change.group.id)
        this.#groups.set(change.group.id, change.group)
      }
    }
  }

  #put(request: Request): void {
    const known = this.#requests.has(request.id)
    this.#requests.set(request.id, request)
    if (request.group === undefined) this.#pending.add(request.id)
    else this.#pending.delete(request.id)
    if (known) return
    const number = this.#free.pop() ?? this.#byNumber.length
    this.#byNumber[number] = request.id
    this.#numbers.set(request.id, number)
    if (number >= this.#shared.length) this.#shared = new Float64Array(2 * this.#shared.length)
    for (const term of requestFeatures(request).terms) {
      const list = this.#postings.get(term)
      if (list === undefined) this.#postings.set(term, new Set([number]))
      else list.add(number)
    }
  }

  #drop(id: number): void {
    const request = this.#requests.get(id)
    const number = this.#numbers.get(id)
    if (request === undefined || number === undefined) return
    this.#requests.delete(id)
    this.#pending.delete(id)
    this.#numbers.delete(id)
    this.#free.push(number)
    for (const term of requestFeatures(request).terms) {
      const list = this.#postings.get(term)
      list?.delete(number)
      if (list?.size === 0) this.#postings.delete(term)
    }
  }
}

/** Postings read for one request, rarest term first, so that its cost does not grow with the history. */
const MOST_POSTINGS = 1_000
/** Requests compared with in full. */
const MOST_NEAR = 64

/** The numbers with the highest scores, highest first; of equals the lowest id. One pass with a sorted top. */
function highest(
  numbers: readonly number[],
  scores: Float64Array,
  ids: readonly number[],
  count: number,
): readonly number[] {
  const before = (a: number, b: number): boolean =>
    scores[a]! > scores[b]! || (scores[a] === scores[b] && ids[a]! < ids[b]!)
  const top: number[] = []
  for (const number of numbers) {
    if (top.length === count && before(top[count - 1]!, number)) continue
    if (top.length < count) top.push(number)
    let at = top.length - 1
    for (; at > 0 && before(number, top[at - 1]!); at--) top[at] = top[at - 1]!
    top[at] = number
  }
  return top
}
