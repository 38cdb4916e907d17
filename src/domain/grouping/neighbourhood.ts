import { type Features, featuresOf } from './features.ts'
import type { Group, GroupView, Request } from './group.ts'
import { excess, type Level, nextLevel } from './level.ts'
import { similarity } from './similarity.ts'
import type { Thresholds } from './thresholds.ts'

/** The group that a request is most like, and the members by which it is. */
export interface Match {
  readonly group: Group
  readonly likeness: number
  readonly like: readonly number[]
}

/** One request among those near it, with the thresholds of its user. */
export class Neighbourhood {
  readonly view: GroupView
  readonly request: Request
  readonly join: number
  readonly birth: number
  readonly mutual: number
  readonly name: number
  readonly near: readonly Request[]
  readonly #own: Features
  readonly #likeness = new Map<number, number>()

  constructor(view: GroupView, request: Request, thresholds: Thresholds) {
    this.view = view
    this.request = request
    this.#own = read(request)
    const above = excess(view.level)
    const raised = Math.max(0, thresholds.follow * above)
    this.join = thresholds.join + raised
    this.birth = thresholds.birth + raised
    this.mutual = thresholds.mutual + raised
    this.name = Math.max(thresholds.leastName, thresholds.name + thresholds.followName * above)
    this.near = view.near(this.#own.terms)
  }

  to(other: Request): number {
    let known = this.#likeness.get(other.id)
    if (known === undefined) {
      known = similarity(this.#own, read(other))
      this.#likeness.set(other.id, known)
    }
    return known
  }

  requests(ids: readonly number[]): readonly Request[] {
    return ids.map((id) => this.view.request(id)).filter((found) => found !== undefined)
  }

  /** The group whose two best members are nearest on average; of equals the oldest. */
  bestGroup(): Match | undefined {
    const ids = new Set(this.near.map((other) => other.group).filter((id) => id !== undefined))
    let best: Match | undefined
    for (const id of [...ids].sort((a, b) => a - b)) {
      const group = this.view.group(id)
      if (group === undefined) continue
      const two = this.nearest(this.requests(group.members)).slice(0, 2)
      const likeness = two.reduce((sum, other) => sum + this.to(other), 0) / two.length
      if (best === undefined || likeness > best.likeness) best = { group, likeness, like: two.map((other) => other.id) }
    }
    return best
  }

  /** Nearest first; of equals the oldest first. */
  nearest(others: readonly Request[]): readonly Request[] {
    return [...others].sort((a, b) => this.to(b) - this.to(a) || a.id - b.id)
  }

  nextLevel(): Level {
    const { level } = this.view
    return nextLevel(
      level,
      this.request.id,
      this.requests(level.recent).map((other) => this.to(other)),
    )
  }

  between(a: Request, b: Request): number {
    return similarity(read(a), read(b))
  }
}

const features = new WeakMap<Request, Features>()

function read(request: Request): Features {
  let known = features.get(request)
  if (known === undefined) {
    known = featuresOf(request.text)
    features.set(request, known)
  }
  return known
}
