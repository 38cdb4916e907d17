import type { Skill } from '../skill.ts'
import { tally } from '../tally.ts'

export interface CountedSkill {
  /** The user that it belongs to, or the library. */
  readonly owner: string
  readonly kind: 'user' | 'library'
  readonly version: string
  readonly tags: readonly string[]
  readonly category?: string | undefined
  /** Of a skill of a library, what it says it is for; of a drafted one, the agents of its runs. */
  readonly platforms?: readonly string[] | undefined
  /** Characters of its body. */
  readonly size: number
  /** Turns that it was drafted from; undefined for a skill of a library. */
  readonly turns?: number
  readonly status?: Skill['status']
}

export interface BankStats {
  readonly skills: number
  /** With the requests that are recorded of a user; null for a library, which has none. */
  readonly owners: readonly Owner[]
  /** Skills by category and by platform, most frequent first; those that name none are left out. */
  readonly categories: readonly Count[]
  readonly platforms: readonly Count[]
  /** Skills by version, most frequent first, and how many came to a later version than their first. */
  readonly versions: readonly Count[]
  readonly updated: number
  /** Skills by tag, most frequent first, at most 20 tags. */
  readonly tags: readonly Count[]
  readonly statuses: readonly Count[]
  /** Characters of a body, and turns that a skill of a user rests on. */
  readonly size: Spread
  readonly turns: Spread
}

export interface Owner {
  readonly owner: string
  readonly kind: 'user' | 'library'
  readonly skills: number
  readonly messages: number | null
}

export interface Count {
  readonly name: string
  readonly count: number
}

/** Median, ninth decile and maximum; 0 of nothing. */
export interface Spread {
  readonly median: number
  readonly p90: number
  readonly max: number
}

const MAX_TAGS = 20
/** No version, or a first one. */
const FIRST = /^$|^0\.1\.0$|^1(?:\.0)*$/

/** `messages`: the requests that are recorded of each user. */
export function bankStats(skills: readonly CountedSkill[], messages: ReadonlyMap<string, number>): BankStats {
  const owners = new Map<string, Owner>()
  for (const { owner, kind } of skills) {
    const key = `${kind} ${owner}`
    const said = kind === 'user' ? (messages.get(owner) ?? 0) : null
    owners.set(key, { owner, kind, skills: (owners.get(key)?.skills ?? 0) + 1, messages: said })
  }
  return {
    skills: skills.length,
    owners: [...owners.values()],
    categories: counted(skills.flatMap(({ category }) => category ?? [])),
    platforms: counted(skills.flatMap(({ platforms }) => platforms ?? [])),
    versions: counted(skills.map(({ version }) => version || 'none')),
    updated: skills.filter(({ version }) => !FIRST.test(version)).length,
    tags: counted(skills.flatMap(({ tags }) => [...new Set(tags.map((tag) => tag.toLowerCase()))])).slice(0, MAX_TAGS),
    statuses: counted(skills.flatMap(({ status }) => status ?? [])),
    size: spread(skills.map(({ size }) => size)),
    turns: spread(skills.flatMap(({ turns }) => turns ?? [])),
  }
}

const counted = (names: readonly string[]): readonly Count[] =>
  [...tally(names)]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { median: at(0.5), p90: at(0.9), max: sorted.at(-1) ?? 0 }
}
