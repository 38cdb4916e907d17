import { deedName, taskName } from '../draft/task-name.ts'
import { signature, unicodeWords } from '../signature.ts'
import { ADDRESS } from './action.ts'
import type { Group } from './group.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import type { ReadRequest, Request } from './request.ts'

/**
 * The canonical signature of a new group: that of an existing group with a mean similarity of at least `here.name`, so
 * that one task keeps one name; else the founders' common signature; else the name of their task (`taskName`); else that
 * of the rarest deed that all requests ask for, or that all runs share; else the signature of the founder that shares
 * most words.
 */
export function nameOf(here: Neighbourhood, born: readonly ReadRequest[]): string {
  const founders = distinct(born)
  let best: { readonly group: Group; readonly mean: number } | undefined
  // A prefilter: the mean over all founders and members is not twice the similarity of the nearest member.
  for (const [group] of here.groups(here.name / 2)) {
    const mean = meanLikeness(here, founders, group, Math.max(here.name, best?.mean ?? 0))
    if (mean !== undefined && (best === undefined || mean > best.mean)) best = { group, mean }
  }
  if (best !== undefined) return best.group.signature
  const own = ownName(telling(here, founders))
  const isOne = founders.every(({ signature }) => signature === founders[0]?.signature)
  if (isOne) return own
  const deeds = here.deedsWith(founders)
  const asked = deeds.find((deed) => founders.every((one) => one.deeds?.asked.includes(deed)))
  return taskName(founders.map(({ text }) => text)) ?? deedName(asked ?? deeds[0] ?? '') ?? own
}

/** The mean similarity over all pairs of founder and member; undefined if it is below `least`. */
function meanLikeness(
  here: Neighbourhood,
  founders: readonly ReadRequest[],
  group: Group,
  least: number,
): number | undefined {
  const members = distinct(here.requests(group.members))
  const mean = (likeness: (a: ReadRequest, b: ReadRequest) => number): number => {
    let sum = 0
    for (const member of members) for (const founder of founders) sum += likeness(founder, member)
    return sum / (members.length * founders.length)
  }
  if (!(mean((a, b) => here.betweenAtMost(a, b)) >= least)) return undefined
  const exact = mean((a, b) => here.between(a, b))
  return exact >= least ? exact : undefined
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

/**
 * The founder whose signature words occur most often in the other founders' texts, ties by highest total similarity.
 */
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
