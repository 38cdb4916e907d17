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

/** The state in memory, with an inverted index from term to requests. */
export class GroupMemory implements GroupView {
  readonly #requests = new Map<number, Request>()
  readonly #groups = new Map<number, Group>()
  readonly #pending = new Set<number>()
  readonly #postings = new Map<number, Set<number>>()
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
    const shared = new Map<number, number>()
    let budget = MOST_POSTINGS
    for (const list of lists) {
      budget -= list.size
      if (budget < 0 && shared.size > 0) break
      const weight = Math.log(1 + this.#requests.size / list.size)
      for (const id of list) shared.set(id, (shared.get(id) ?? 0) + weight)
    }
    return highest(shared, MOST_NEAR).map((id) => this.#requests.get(id)!)
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
    for (const term of requestFeatures(request).terms) {
      const list = this.#postings.get(term)
      if (list === undefined) this.#postings.set(term, new Set([request.id]))
      else list.add(request.id)
    }
  }

  #drop(id: number): void {
    const request = this.#requests.get(id)
    if (request === undefined) return
    this.#requests.delete(id)
    this.#pending.delete(id)
    for (const term of requestFeatures(request).terms) {
      const list = this.#postings.get(term)
      list?.delete(id)
      if (list?.size === 0) this.#postings.delete(term)
    }
  }
}

/** Postings read for one request, rarest term first, so that its cost does not grow with the history. */
const MOST_POSTINGS = 1_000
/** Requests compared with in full. */
const MOST_NEAR = 64

/** The ids of the highest scores, highest first; of equals the lowest id. One pass with a sorted top. */
function highest(scores: ReadonlyMap<number, number>, count: number): readonly number[] {
  const top: (readonly [id: number, score: number])[] = []
  for (const [id, score] of scores) {
    const least = top.at(-1)
    if (top.length === count && least !== undefined && before(least, id, score)) continue
    let at = top.length
    while (at > 0 && !before(top[at - 1]!, id, score)) at--
    top.splice(at, 0, [id, score])
    if (top.length > count) top.pop()
  }
  return top.map(([id]) => id)
}

const before = ([id, score]: readonly [number, number], otherId: number, other: number): boolean =>
  score > other || (score === other && id < otherId)
