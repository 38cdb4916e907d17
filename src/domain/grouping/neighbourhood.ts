import { binOf, COMPARED, excessSimilarity } from './baseline-similarity.ts'
import { deedLikeness, sharedDeeds } from './deed-likeness.ts'
import { type Features, readRequest } from './features.ts'
import type { Group, GroupView } from './group.ts'
import { indexed } from './memory.ts'
import type { ReadRequest, Request, SameText } from './request.ts'
import { similarity } from './similarity.ts'
import type { Thresholds } from './thresholds.ts'

/** The group most similar to a request; `likeness` is its mean similarity to the members `like` (the two nearest). */
export interface Match {
  readonly group: Group
  readonly likeness: number
  readonly like: readonly number[]
}

/** A request, the requests that share most terms and asked deeds with it, and thresholds raised by the user's baseline similarity. */
export class Neighbourhood {
  readonly view: GroupView
  readonly request: ReadRequest
  readonly join: number
  readonly birth: number
  readonly mutual: number
  readonly name: number
  readonly near: readonly SameText[]
  /** Requests with the same text and deeds are compared once. */
  readonly #compared = new Map<Features, number>()
  readonly #links = new Map<string, Map<number, boolean>>()
  readonly #rarities = { asked: new Map<string, number>(), any: new Map<string, number>() }

  readonly #since: number
  readonly #until: number

  constructor(
    view: GroupView,
    request: Request,
    thresholds: Thresholds,
    { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: Span = {},
  ) {
    this.view = view
    this.#since = since
    this.#until = until
    this.request = readRequest(request, (same) => view.features(same))
    const above = excessSimilarity(view.level)
    const raised = Math.max(0, thresholds.follow * above)
    this.join = thresholds.join + raised
    this.birth = thresholds.birth + raised
    this.mutual = thresholds.mutual + raised
    this.name = Math.max(thresholds.leastName, thresholds.name + thresholds.followName * above)
    this.near = view.near(indexed(this.request))
  }

  to(other: ReadRequest): number {
    const likeness = this.#compared.get(other.features) ?? this.between(this.request, other)
    this.#compared.set(other.features, likeness)
    return likeness
  }

  /** Whether too much time lies between a request and this one for both to count in one streak. */
  isApart(other: Request): boolean {
    return this.#isOver(other) || this.#isAhead(other)
  }

  /** Whether the streak of a group began or went on too long after this request, which was recorded late. */
  isTooLateFor({ waiting }: Group): boolean {
    const newest = this.view.request(waiting.at(-1) ?? -1)
    return newest !== undefined && this.#isAhead(newest)
  }

  #isOver({ at = Number.POSITIVE_INFINITY }: Request): boolean {
    return at < this.#since
  }

  #isAhead({ at = Number.NEGATIVE_INFINITY }: Request): boolean {
    return at > this.#until
  }

  /** The streak of a group; empty if its newest request is too old. */
  waiting(group: Group): readonly number[] {
    const newest = this.view.request(group.waiting.at(-1) ?? -1)
    return newest !== undefined && this.#isOver(newest) ? [] : group.waiting
  }

  requests(ids: readonly number[]): readonly ReadRequest[] {
    return ids.map((id) => this.view.request(id)).filter((found) => found !== undefined)
  }

  /**
   * The group to join: the one with the highest mean similarity of its two nearest members, ties to the oldest;
   * undefined below the threshold `join`.
   */
  match(): Match | undefined {
    let best: Match | undefined
    for (const [group, nearest] of this.groups(this.join)) {
      if (nearest < (best?.likeness ?? 0)) continue
      const two = this.nearest(this.requests(group.members)).slice(0, 2)
      const likeness = two.reduce((sum, other) => sum + this.to(other), 0) / two.length
      if (likeness >= this.join && likeness > (best?.likeness ?? 0))
        best = { group, likeness, like: two.map((other) => other.id) }
    }
    return best
  }

  /** The groups with a member in `near` of at least this similarity, oldest first, each with its highest similarity. */
  groups(least: number): readonly (readonly [Group, number])[] {
    const nearest = new Map<number, number>()
    for (const { requests } of this.near)
      for (const other of requests) {
        const { group } = other
        if (group !== undefined && this.to(other) >= (nearest.get(group) ?? least)) nearest.set(group, this.to(other))
      }
    return [...nearest]
      .sort(([a], [b]) => a - b)
      .map(([id, likeness]) => [this.view.group(id), likeness] as const)
      .filter((found): found is [Group, number] => found[0] !== undefined)
  }

  /** The most similar request in `near`, ties to the oldest. */
  nearestOfAll(): ReadRequest | undefined {
    let best: ReadRequest | undefined
    for (const { requests } of this.near) {
      const other = requests.reduce((first, one) => (one.id < first.id ? one : first))
      const ahead = best === undefined ? 1 : this.to(other) - this.to(best)
      if (best === undefined || ahead > 0 || (ahead === 0 && other.id < best.id)) best = other
    }
    return best
  }

  /** The requests by falling similarity, ties by age, oldest first. */
  nearest(others: readonly ReadRequest[]): readonly ReadRequest[] {
    return [...others].sort((a, b) => this.to(b) - this.to(a) || a.id - b.id)
  }

  /** The histogram bins of this request's similarities to the latest `COMPARED` requests. */
  bins(): readonly number[] {
    return this.requests(this.view.level.recent.slice(-COMPARED)).map((other) => binOf(this.to(other)))
  }

  between(a: ReadRequest, b: ReadRequest): number {
    return similarity(a.features, b.features) + this.#deedLikeness(a, b)
  }

  /** The deeds that the request and all of these share, rarest first, without habits. */
  deedsWith(others: readonly Request[]): readonly string[] {
    return sharedDeeds(
      [this.request, ...others].map(({ deeds }) => deeds),
      this.#rarity,
    )
  }

  #deedLikeness(a: ReadRequest, b: ReadRequest): number {
    return deedLikeness(a.deeds, b.deeds, this.#rarity, (deed) =>
      a.features.terms.some((term) => b.features.terms.includes(term) && this.#isLinked(term, deed)),
    )
  }

  #isLinked(term: number, deed: string): boolean {
    const links = this.#links.get(deed) ?? new Map<number, boolean>()
    this.#links.set(deed, links)
    const known = links.get(term) ?? this.view.linked(term, deed)
    links.set(term, known)
    return known
  }

  readonly #rarity = (deed: string, asked: boolean): number => {
    const known = this.#rarities[asked ? 'asked' : 'any']
    const bits = known.get(deed) ?? this.view.rarity(deed, asked)
    known.set(deed, bits)
    return bits
  }
}

/** The times, in Unix ms, between which requests count in one streak with a request; unbounded where absent. */
export interface Span {
  readonly since?: number | undefined
  readonly until?: number | undefined
}
