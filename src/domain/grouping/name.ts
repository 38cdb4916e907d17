import type { Group, GroupView, Request } from './group.ts'

type Likeness = (a: Request, b: Request) => number

/**
 * The canonical signature of a newborn group: that of the group it is near to on average, so that one task keeps one
 * name; else that of the founder nearest to the others.
 */
export function nameOf(
  here: { readonly view: GroupView; readonly near: readonly Request[]; readonly name: number },
  founders: readonly Request[],
  likeness: Likeness,
): string {
  const ids = new Set(here.near.map((other) => other.group).filter((id) => id !== undefined))
  let best: { readonly group: Group; readonly mean: number } | undefined
  for (const id of [...ids].sort((a, b) => a - b)) {
    const group = here.view.group(id)
    if (group === undefined) continue
    const mean = meanLikeness(here.view, founders, group, likeness)
    if (mean >= here.name && (best === undefined || mean > best.mean)) best = { group, mean }
  }
  return best?.group.signature ?? medoid(founders, likeness).signature
}

function meanLikeness(view: GroupView, founders: readonly Request[], group: Group, likeness: Likeness): number {
  let sum = 0
  let pairs = 0
  for (const id of group.members) {
    const member = view.request(id)
    if (member === undefined) continue
    for (const founder of founders) sum += likeness(founder, member)
    pairs += founders.length
  }
  return pairs === 0 ? 0 : sum / pairs
}

function medoid(founders: readonly Request[], likeness: Likeness): Request {
  const central = (one: Request) => founders.reduce((sum, other) => sum + likeness(one, other), 0)
  return founders.reduce((best, one) => (central(one) > central(best) ? one : best))
}
