import { impersonal } from '../draft/impersonal.ts'
import { foreignWords } from '../draft/language.ts'
import { sharedWords } from '../draft/shared-words.ts'
import { signature, unicodeWords } from '../signature.ts'
import { ADDRESS } from './action.ts'
import type { Group } from './group.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import type { ReadRequest, Request } from './request.ts'

/**
 * The canonical signature of a newborn group: that of the group it is near to on average, so that one task keeps one
 * name; else their signature where they have one; else that of the words that most of them say; where those are too few, that of
 * the one who says most of them.
 */
export function nameOf(here: Neighbourhood, born: readonly ReadRequest[]): string {
  const founders = distinct(born)
  let best: { readonly group: Group; readonly mean: number } | undefined
  // The mean over all founders and members cannot come so far above the nearest member.
  for (const [group] of here.groups(here.name / 2)) {
    const mean = meanLikeness(here, founders, group, Math.max(here.name, best?.mean ?? 0))
    if (mean !== undefined && (best === undefined || mean > best.mean)) best = { group, mean }
  }
  if (best !== undefined) return best.group.signature
  const own = ownName(telling(here, founders))
  const isOne = founders.every(({ signature }) => signature === founders[0]?.signature)
  return isOne ? own : (sharedName(founders.map(({ text }) => text)) ?? own)
}

/** The signature of the words that most of several requests say; undefined where it would be one word, or none. */
export function sharedName(texts: readonly string[]): string | undefined {
  const words = sharedWords(texts.map(impersonal), foreignWords(texts)).filter((word) => !ADDRESS.has(word))
  const name = signature(words.join(' '))
  return name.includes('-') ? name : undefined
}

/** The mean likeness of founders and members; undefined when it is below `least`. */
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

/** Its signature; where that goes by what was pasted, that of what was asked beside it. */
function ownName(request: Request): string {
  const asked = new Set(unicodeWords(request.text))
  const isOwn = request.signature.split('-').every((word) => asked.has(word))
  return isOwn ? request.signature : signature(request.text) || request.signature
}

/** The same words twice say nothing more about a task. */
const distinct = (requests: readonly ReadRequest[]): readonly ReadRequest[] => [
  ...new Map(requests.map((request) => [request.text, request])).values(),
]

/** The founder whose signature holds most of what the others say as well; of equals the one nearest to the others. */
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
