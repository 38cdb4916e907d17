import type { Group, Request } from './group.ts'
import type { Neighbourhood } from './neighbourhood.ts'

/**
 * The canonical signature of a newborn group: that of the group it is near to on average, so that one task keeps one
 * name; else that of the founder nearest to the others.
 */
export function nameOf(here: Neighbourhood, founders: readonly Request[]): string {
  let best: { readonly group: Group; readonly mean: number } | undefined
  for (const [group, nearest] of here.groups()) {
    // The mean over all founders and members cannot come so far above the nearest member.
    if (nearest < here.name / 2) continue
    const mean = meanLikeness(here, founders, group)
    if (mean >= here.name && (best === undefined || mean > best.mean)) best = { group, mean }
  }
  return best?.group.signature ?? medoid(here, founders).signature
}

function meanLikeness(here: Neighbourhood, founders: readonly Request[], group: Group): number {
  let sum = 0
  let pairs = 0
  for (const id of group.members) {
    const member = here.view.request(id)
    if (member === undefined) continue
    for (const founder of founders) sum += here.between(founder, member)
    pairs += founders.length
  }
  return pairs === 0 ? 0 : sum / pairs
}

function medoid(here: Neighbourhood, founders: readonly Request[]): Request {
  const central = (one: Request) => founders.reduce((sum, other) => sum + here.between(one, other), 0)
  return founders.reduce((best, one) => (central(one) > central(best) ? one : best))
}
