import type { Skill } from '../skill.ts'

/** A skill as statistics see it. */
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

/** Tables of a bank. */
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

function counted(names: readonly string[]): readonly Count[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { median: at(0.5), p90: at(0.9), max: sorted.at(-1) ?? 0 }
}

/** Two bar charts, skills by version and by tag, as one SVG document without scripts or outside references. */
export function statsSvg({ skills, versions, tags }: BankStats): string {
  const charts = [
    { title: `Versions of ${skills} skills`, counts: versions.slice(0, MAX_BARS) },
    { title: 'Tags', counts: tags.slice(0, MAX_BARS) },
  ]
  let y = GAP
  const parts = charts.map(({ title, counts }) => {
    const from = y
    y += (counts.length + 2) * LINE
    return chart(title, counts, from)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" font-family="sans-serif" font-size="13" role="img" aria-label="Skills of the bank by version and by tag">\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`
}

const MAX_BARS = 15
const WIDTH = 640
const LABEL = 240
const LINE = 22
const GAP = 12

function chart(title: string, counts: readonly Count[], top: number): string {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  const bars = counts.map(({ name, count }, i) => {
    const y = top + (i + 1) * LINE
    const width = Math.round((count / most) * (WIDTH - LABEL - 80))
    return `<text x="${LABEL - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text><rect x="${LABEL}" y="${y + 2}" width="${width}" height="${LINE - 6}" fill="#3b6ea5"/><text x="${LABEL + width + 6}" y="${y + 14}">${count}</text>`
  })
  return [`<text x="${GAP}" y="${top + 14}" font-weight="bold">${escaped(title)}</text>`, ...bars].join('\n')
}

const MAX_LABEL = 32

/** Text of others' skills, safe within an element: no markup, no characters that XML forbids. */
const escaped = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu, ' ')]
    .slice(0, MAX_LABEL)
    .join('')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
