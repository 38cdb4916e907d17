import { type BaselineSimilarity, NO_BASELINE } from './baseline-similarity.ts'
import { allOf, deedHash } from './deed-likeness.ts'
import { type Features, readRequest } from './features.ts'
import type { Group, GroupChange, GroupView } from './group.ts'
import type { ReadRequest, Request, SameText } from './request.ts'

/** The whole state as plain values, as a store keeps it. */
export interface GroupState {
  readonly requests: readonly Request[]
  readonly groups: readonly Group[]
  readonly level: BaselineSimilarity
}

export const NO_GROUPS: GroupState = { requests: [], groups: [], level: NO_BASELINE }

/** A distinct request text, with deeds. */
interface IndexedText extends SameText {
  readonly requests: ReadRequest[]
  /** Its score while a look-up runs; 0 otherwise. */
  shared: number
}

/** The state in memory, with an inverted index from terms and asked deeds to texts. */
export class GroupMemory implements GroupView {
  readonly #requests = new Map<number, ReadRequest>()
  readonly #groups = new Map<number, Group>()
  readonly #pending = new Set<number>()
  /** Posting lists by term hash: the texts that contain it, unordered. */
  readonly #postings = new Map<number, IndexedText[]>()
  readonly #texts = new Map<string, IndexedText>()
  /** The texts whose runs have a deed. */
  readonly #deeds = new Map<string, Set<IndexedText>>()
  level: BaselineSimilarity

  constructor(state: GroupState = NO_GROUPS) {
    this.level = state.level
    for (const group of state.groups) this.#groups.set(group.id, group)
    for (const request of state.requests) this.#put(request)
  }

  get state(): GroupState {
    return { requests: [...this.#requests.values()].map(plain), groups: [...this.#groups.values()], level: this.level }
  }

  get groups(): number {
    return this.#groups.size
  }

  get pending(): number {
    return this.#pending.size
  }

  request(id: number): ReadRequest | undefined {
    return this.#requests.get(id)
  }

  group(id: number): Group | undefined {
    return this.#groups.get(id)
  }

  near(terms: Iterable<number>): readonly SameText[] {
    const lists = [...terms].flatMap((term) => {
      const list = this.#postings.get(term)
      return list === undefined ? [] : [list]
    })
    lists.sort((a, b) => a.length - b.length)
    const found: IndexedText[] = []
    let budget = MOST_POSTINGS
    for (const list of lists) {
      budget -= list.length
      if (budget < 0 && found.length > 0) break
      const weight = Math.log(1 + this.#texts.size / list.length)
      for (const said of list) {
        if (said.shared === 0) found.push(said)
        said.shared += weight
      }
    }
    const near = nearest(found)
    for (const said of found) said.shared = 0
    return near
  }

  features(request: Pick<Request, 'text' | 'deeds'>): Features | undefined {
    return this.#texts.get(keyOf(request))?.features
  }

  rarity(deed: string, asked: boolean): number {
    const having = asked ? this.#postings.get(deedHash(deed))?.length : this.#deeds.get(deed)?.size
    // One of those that have it is compared, and makes it no more common.
    return Math.log2((this.#texts.size + 2) / Math.max(1, having ?? 0))
  }

  linked(term: number, deed: string): boolean {
    const saying = this.#postings.get(term) ?? []
    const doing = this.#deeds.get(deed)
    if (doing === undefined || saying.length > MOST_POSTINGS) return false
    // With the request that is compared, which has both.
    const both = saying.reduce((sum, said) => sum + Number(doing.has(said)), 1)
    const expected = ((saying.length + 1) * (doing.size + 1)) / (this.#texts.size + 1)
    return 2 * both > saying.length && both >= LEAST_LINKED && both * Math.log2(both / expected) >= LINKED_BITS
  }

  oldestPending(): number | undefined {
    return this.#pending.values().next().value
  }

  /** The first of `#groups`, which is in the order of last change. */
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

  #put(given: Request): void {
    const known = this.#requests.get(given.id)
    const said = this.#texts.get(keyOf(given))
    const request = readRequest(given, () => said?.features)
    this.#requests.set(request.id, request)
    if (request.group === undefined) this.#pending.add(request.id)
    else this.#pending.delete(request.id)
    if (said === undefined) this.#index(request)
    else if (known === undefined) said.requests.push(request)
    else said.requests[said.requests.indexOf(known)] = request
  }

  #index(request: ReadRequest): void {
    const said = { features: request.features, requests: [request], shared: 0 }
    this.#texts.set(keyOf(request), said)
    for (const deed of allDeeds(request)) this.#deeds.set(deed, (this.#deeds.get(deed) ?? new Set()).add(said))
    for (const term of indexed(request)) {
      const list = this.#postings.get(term)
      if (list === undefined) this.#postings.set(term, [said])
      else list.push(said)
    }
  }

  #drop(id: number): void {
    const request = this.#requests.get(id)
    const said = request && this.#texts.get(keyOf(request))
    if (request === undefined || said === undefined) return
    this.#requests.delete(id)
    this.#pending.delete(id)
    said.requests.splice(said.requests.indexOf(request), 1)
    if (said.requests.length > 0) return
    this.#texts.delete(keyOf(request))
    for (const deed of allDeeds(request)) {
      const having = this.#deeds.get(deed)
      having?.delete(said)
      if (having?.size === 0) this.#deeds.delete(deed)
    }
    for (const term of indexed(request)) {
      const list = this.#postings.get(term) ?? []
      const last = list.pop()
      if (last !== said) list[list.indexOf(said)] = last!
      if (list.length === 0) this.#postings.delete(term)
    }
  }
}

/** The texts with the highest scores, `MOST_NEAR` requests in all; highest first, ties to the earliest text. */
function nearest(found: readonly IndexedText[]): readonly SameText[] {
  const before = (a: IndexedText, b: IndexedText): boolean =>
    a.shared > b.shared || (a.shared === b.shared && a.requests[0]!.id < b.requests[0]!.id)
  const top: IndexedText[] = []
  let requests = 0
  for (const said of found) {
    if (requests >= MOST_NEAR && before(top.at(-1)!, said)) continue
    let at = top.push(said) - 1
    for (; at > 0 && before(said, top[at - 1]!); at--) top[at] = top[at - 1]!
    top[at] = said
    requests += said.requests.length
    while (requests - top.at(-1)!.requests.length >= MOST_NEAR) requests -= top.pop()!.requests.length
  }
  const over = requests - MOST_NEAR
  return top.map((said, i) =>
    i < top.length - 1 || over <= 0 ? said : { ...said, requests: said.requests.slice(0, -over) },
  )
}

const allDeeds = ({ deeds }: Request): readonly string[] => (deeds === undefined ? [] : allOf(deeds))

/**
 * Least number of requests that show a link, and bits by which they are above chance: one in a thousand. 6 to 10 bits find
 * 13 or 14 of 24 tasks of four developers at a like precision, 13 and none 12.
 */
const LEAST_LINKED = 3
const LINKED_BITS = 10

/** Limit of postings read for one request, rarest term first, so that the cost does not grow with the history. */
const MOST_POSTINGS = 1_000
/** Limit of requests that a look-up returns, each of which may be compared in full. */
const MOST_NEAR = 64

/** The terms and asked deeds under which a request is found. */
export const indexed = ({ features, deeds }: ReadRequest): Iterable<number> =>
  deeds === undefined ? features.terms : new Set([...features.terms, ...deeds.asked.map(deedHash)])

const keyOf = ({ text, deeds }: Pick<Request, 'text' | 'deeds'>): string =>
  deeds === undefined ? text : `${text}\n${JSON.stringify(deeds)}`

const plain = ({ features: _, ...request }: ReadRequest): Request => request
