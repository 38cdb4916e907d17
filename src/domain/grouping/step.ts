import { deedName, taskName } from '../draft/task-name.ts'
import { signature, unicodeWords } from '../signature.ts'
import type { Outcome } from '../turn.ts'
import { ADDRESS } from './action.ts'
import { nextBaseline } from './baseline-similarity.ts'
import { beginGroup, joinGroup } from './changes.ts'
import type { Group, GroupChange, GroupStep, GroupView } from './group.ts'
import { type Match, Neighbourhood } from './neighbourhood.ts'
import type { ReadRequest, Request } from './request.ts'
import { LIMITS, type Limits, THRESHOLDS, type Thresholds } from './thresholds.ts'

export interface StepOptions {
  /** Successes that trigger a draft. */
  readonly threshold?: number
  readonly thresholds?: Thresholds
  readonly limits?: Limits
  /** Given if the request completed a streak of its exact signature: whether a request is part of that streak. */
  readonly exact?: ((id: number) => boolean) | undefined
  /** Unix ms; older requests no longer count in a streak. */
  readonly since?: number
  /** Unix ms; newer requests count in no streak with this one, which was recorded late. */
  readonly until?: number | undefined
}

/**
 * Assigns one request: it joins the most similar group, founds one with pending requests that are mutually similar, or
 * becomes pending. Success extends the streak, failure clears it, unknown leaves it. Pure; applies no change itself.
 */
export function groupStep(
  view: GroupView,
  request: Request,
  outcome: Outcome,
  { threshold = 3, thresholds = THRESHOLDS, limits = LIMITS, exact, since, until }: StepOptions = {},
): GroupStep {
  const here = new Neighbourhood(view, request, thresholds, { since, until })
  if (outcome === 'unknown') return { ...single(request), streak: 0, changes: [], reason: { kind: 'unknown' } }
  if (outcome === 'failure') return failed(here)
  const bins = here.bins()
  const level: GroupChange = { kind: 'put_level', level: nextBaseline(view.level, request.id, bins), bins }
  if (exact !== undefined) return exactly(here, exact, { threshold, limits }, level)
  const found = here.match()
  if (found !== undefined) return joined(here, found, threshold, limits, level)
  const like = mutuallyLike(here, Math.min(threshold, 3) - 1)
  return like === undefined ? alone(here, limits, level) : born(here, like, threshold, limits, level)
}

const single = (request: Request) => ({ signature: request.signature, streak: 1 })

function joined(here: Neighbourhood, match: Match, threshold: number, limits: Limits, level: GroupChange): GroupStep {
  const { request } = here
  const deeds = here.deedsWith(here.requests(match.like))
  const { likeness, like } = match
  const reason = { kind: 'joined', likeness, needed: here.join, like, ...(deeds.length > 0 && { deeds }) } as const
  if (here.isTooLateFor(match.group)) {
    const { group } = match
    const changes = [...joinGroup(request, group, group.waiting, roomOf(limits, threshold)), level]
    return { changes, reason, signature: group.signature, streak: group.waiting.length }
  }
  const before = here.waiting(match.group)
  const waiting = [...before, request.id].slice(-Math.max(limits.waiting, threshold))
  const completed = fullStreak(here, waiting, threshold)
  const left = completed === undefined ? waiting : waiting.filter((id) => !completed.includes(id))
  return {
    changes: [...joinGroup(request, match.group, left, roomOf(limits, threshold)), level],
    reason,
    signature: match.group.signature,
    streak: completed === undefined ? waiting.length : 0,
    ...(completed === undefined ? {} : { completed }),
  }
}

/** The most members that a group keeps; never less than its waiting requests, which are members too. */
export const roomOf = (limits: Limits, threshold: number): number => Math.max(limits.members, limits.waiting, threshold)

/**
 * The request completed a streak of its exact signature, which triggers a draft regardless of the groups; the requests
 * that the draft uses are taken out of every group's streak. A new task is named by that signature; one drafted before
 * keeps its name, because one name per wording would make several skills of one task (4.7, not 1.8, where requests are
 * repeated).
 */
function exactly(
  here: Neighbourhood,
  isOfStreak: (id: number) => boolean,
  { threshold, limits }: { readonly threshold: number; readonly limits: Limits },
  level: GroupChange,
): GroupStep {
  const { request, view } = here
  const waits = ({ id, group }: Request) => group === undefined || view.group(group)?.waiting.includes(id) === true
  const used = here.near.flatMap(({ requests }) =>
    requests.filter((other) => other.signature === request.signature && waits(other) && isOfStreak(other.id)),
  )
  const match = here.match()
  const elsewhere = [...new Set(used.map((other) => other.group))]
    .map((id) => (id === undefined || id === match?.group.id ? undefined : view.group(id)))
    .filter((group) => group !== undefined)
  const unused = ({ waiting }: Group) => waiting.filter((id) => !isOfStreak(id))
  const founders = [...used.filter((other) => other.group === undefined), request].sort((a, b) => a.id - b.id)
  const signature = match?.group.signature ?? nameOf(here, founders)
  return {
    changes: [
      ...elsewhere.map((group): GroupChange => ({ kind: 'put_group', group: { ...group, waiting: unused(group) } })),
      ...(match === undefined
        ? beginGroup(view, { id: request.id, signature, waiting: [] }, founders, limits)
        : joinGroup(request, match.group, unused(match.group), roomOf(limits, threshold))),
      level,
    ],
    reason: { kind: 'exact', like: used.map((other) => other.id) },
    signature,
    streak: 0,
  }
}

/** `threshold` mutually similar waiting requests, the newest included, oldest first; undefined if there are none. */
function fullStreak(here: Neighbourhood, waiting: readonly number[], threshold: number): readonly number[] | undefined {
  if (waiting.length < threshold) return undefined
  const others = here.requests(waiting).filter((other) => other.id !== here.request.id)
  const chosen = clique(here, here.nearest(others), threshold - 1, here.mutual)
  return chosen === undefined ? undefined : [...chosen.map((other) => other.id), here.request.id].sort((a, b) => a - b)
}

function mutuallyLike(here: Neighbourhood, size: number): readonly ReadRequest[] | undefined {
  return clique(here, here.nearest(pendingLike(here)), size, here.birth)
}

const pendingLike = (here: Neighbourhood): readonly ReadRequest[] =>
  here.near.flatMap(({ requests }) =>
    requests.filter((other) => other.group === undefined && !here.isApart(other) && here.to(other) >= here.birth),
  )

/**
 * The first `size` requests in this order that are similar to each other and to the new one. Greedy, started at each
 * request in turn; undefined if there are none.
 */
function clique(here: Neighbourhood, ordered: readonly ReadRequest[], size: number, needed: number) {
  if (size === 0) return []
  const like = ordered.filter((other) => here.to(other) >= needed)
  for (let start = 0; start + size <= like.length; start++) {
    const chosen: ReadRequest[] = []
    for (const other of like.slice(start)) {
      if (chosen.every((one) => here.between(one, other) >= needed)) chosen.push(other)
      if (chosen.length === size) return chosen
    }
  }
  return undefined
}

function born(
  here: Neighbourhood,
  like: readonly ReadRequest[],
  threshold: number,
  limits: Limits,
  level: GroupChange,
): GroupStep {
  const { request, view } = here
  const founders = [...like, request].sort((a, b) => a.id - b.id)
  const ids = founders.map((one) => one.id)
  const complete = ids.length >= threshold
  const signature = nameOf(here, founders)
  const deeds = here.deedsWith(like)
  return {
    changes: [
      ...beginGroup(view, { id: request.id, signature, waiting: complete ? [] : ids }, founders, limits),
      level,
    ],
    reason: {
      kind: 'born',
      likeness: like.length === 0 ? 1 : Math.min(...like.map((other) => here.to(other))),
      needed: here.birth,
      like: like.map((other) => other.id),
      ...(deeds.length > 0 && { deeds }),
    },
    signature,
    streak: complete ? 0 : ids.length,
    ...(complete ? { completed: ids } : {}),
  }
}

function alone(here: Neighbourhood, limits: Limits, level: GroupChange): GroupStep {
  const { request, view } = here
  const oldest = view.pending >= limits.pending ? view.oldestPending() : undefined
  const nearest = here.nearestOfAll()
  return {
    ...single(request),
    // With a similar pending request there are two of the three that found a group.
    streak: pendingLike(here).length === 0 ? 1 : 2,
    changes: [
      ...(oldest === undefined ? [] : [{ kind: 'drop_request', id: oldest } as const]),
      { kind: 'put_request', request },
      level,
    ],
    reason: {
      kind: 'alone',
      likeness: nearest === undefined ? 0 : here.to(nearest),
      needed: here.birth,
      like: nearest === undefined ? [] : [nearest.id],
    },
  }
}

/** Clears the streak of the group nearest to the failed request, else drops similar pending ones; later ones stay. */
function failed(here: Neighbourhood): GroupStep {
  const { at: failedAt = Number.POSITIVE_INFINITY } = here.request
  const isLater = ({ at = Number.NEGATIVE_INFINITY }: Request) => at > failedAt
  const found = here.match()
  if (found !== undefined) {
    const { group } = found
    const later = new Set(here.requests(group.waiting).flatMap((one) => (isLater(one) ? [one.id] : [])))
    return {
      changes: [{ kind: 'put_group', group: { ...group, waiting: group.waiting.filter((id) => later.has(id)) } }],
      reason: { kind: 'failed', dropped: group.waiting.filter((id) => !later.has(id)) },
      signature: group.signature,
      streak: later.size,
    }
  }
  const dropped = pendingLike(here).flatMap((other) => (isLater(other) ? [] : [other.id]))
  return {
    changes: dropped.map((id): GroupChange => ({ kind: 'drop_request', id })),
    reason: { kind: 'failed', dropped },
    signature: here.request.signature,
    streak: 0,
  }
}

/**
 * The canonical signature of a new group: that of an existing group with a mean similarity of at least `here.name`, so
 * that one task keeps one name; else the founders' common signature; else the name of their task (`taskName`); else that
 * of the rarest deed that all requests ask for, or that all runs share; else the signature of the founder that shares
 * most words.
 */
function nameOf(here: Neighbourhood, born: readonly ReadRequest[]): string {
  const founders = distinct(born)
  let best: { readonly group: Group; readonly mean: number } | undefined
  // A prefilter: the mean over all founders and members is not twice the similarity of the nearest member.
  for (const [group] of here.groups(here.name / 2)) {
    const mean = meanLikeness(here, founders, distinct(here.requests(group.members)))
    if (mean >= here.name && mean > (best?.mean ?? 0)) best = { group, mean }
  }
  if (best !== undefined) return best.group.signature
  const own = ownName(telling(here, founders))
  const isOne = founders.every(({ signature }) => signature === founders[0]?.signature)
  if (isOne) return own
  const deeds = here.deedsWith(founders)
  const asked = deeds.find((deed) => founders.every((one) => one.deeds?.asked.includes(deed)))
  return taskName(founders.map(({ text }) => text)) ?? deedName(asked ?? deeds[0] ?? '') ?? own
}

/** The mean similarity over all pairs of founder and member. */
function meanLikeness(here: Neighbourhood, founders: readonly ReadRequest[], members: readonly ReadRequest[]): number {
  let sum = 0
  for (const member of members) for (const founder of founders) sum += here.between(founder, member)
  return sum / (members.length * founders.length)
}

/** The request's signature; if that has words of a pasted part, the signature of its own text instead. */
function ownName(request: Request): string {
  const asked = new Set(unicodeWords(request.text))
  const isOwn = request.signature.split('-').every((word) => asked.has(word))
  return isOwn ? request.signature : signature(request.text) || request.signature
}

/** One request per text: repeated texts carry no more information. */
const distinct = (requests: readonly ReadRequest[]): readonly ReadRequest[] => [
  ...new Map(requests.map((request) => [request.text, request])).values(),
]

/** The founder whose signature words occur most in the other founders' texts, ties by highest total similarity. */
function telling(here: Neighbourhood, founders: readonly ReadRequest[]): ReadRequest {
  const central = (one: ReadRequest) => founders.reduce((sum, other) => sum + here.between(one, other), 0)
  const shared = (one: ReadRequest) => {
    const words = one.signature.split('-').filter((word) => !ADDRESS.has(word))
    const others = founders.filter((other) => other !== one)
    return others.reduce((sum, { text }) => sum + words.filter((word) => text.toLowerCase().includes(word)).length, 0)
  }
  return founders.reduce((best, one) => {
    const ahead = shared(one) - shared(best) || central(one) - central(best)
    return ahead > 0 ? one : best
  })
}
