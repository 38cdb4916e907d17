import { unicodeWords } from './signature.ts'
import type { Skill } from './skill.ts'
import { STOPWORDS } from './stopwords.ts'

export interface AuditFinding {
  readonly kind: 'stale' | 'duplicate' | 'broken_ref'
  readonly skills: readonly string[]
  readonly detail: string
}

export interface AuditReport {
  readonly generatedAt: Date
  readonly staleDays: number
  readonly skills: readonly Skill[]
  readonly findings: readonly AuditFinding[]
}

const DAY_MS = 86_400_000

/** Skills neither used nor made within so many days. */
export function stale(skills: readonly Skill[], now: Date, days: number): AuditFinding[] {
  return skills.flatMap((skill) => {
    const last = skill.lastUsedAt ?? skill.createdAt
    const age = Math.floor((now.getTime() - last.getTime()) / DAY_MS)
    if (age < days) return []
    const detail = `${skill.lastUsedAt === undefined ? 'never used, made' : 'last used'} ${age} days ago`
    return [{ kind: 'stale' as const, skills: [skill.name], detail }]
  })
}

/** Share of distinct words that two descriptions and trigger lists must have in common. */
const DUPLICATE = 0.8
/** Texts with fewer distinct words than this say too little to be compared. */
const FEW_WORDS = 4

/** Pairs of skills that say nearly the same, by the words of their name, description and triggers. */
export function duplicates(skills: readonly Skill[]): AuditFinding[] {
  const words = skills.map((skill) => wordsOf(skill))
  const found: AuditFinding[] = []
  for (let i = 0; i < skills.length; i++)
    for (let j = i + 1; j < skills.length; j++) {
      const alike = jaccard(words[i] as Set<string>, words[j] as Set<string>)
      if (alike < DUPLICATE) continue
      const pair = [(skills[i] as Skill).name, (skills[j] as Skill).name]
      found.push({
        kind: 'duplicate',
        skills: pair,
        detail: `${Math.round(alike * 100)} % of their words are the same`,
      })
    }
  return found
}

const STOP = new Set(STOPWORDS)
/** Words of the sentence that every draft's description is made with. */
const BOILERPLATE = new Set(['recurring', 'task', 'use', 'request', 'resembles', 'auto'])

function wordsOf(skill: Skill): Set<string> {
  const own = skill.triggers.length > 0 ? skill.triggers.join(' ') : skill.description
  return new Set([...unicodeWords(`${skill.name} ${own}`)].filter((word) => !STOP.has(word) && !BOILERPLATE.has(word)))
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size < FEW_WORDS || b.size < FEW_WORDS) return 0
  let both = 0
  for (const word of a) if (b.has(word)) both++
  return both / (a.size + b.size - both)
}

/** Relative links and code-quoted paths of a skill's own folder that lead nowhere; all of it when the folder is gone. */
export function brokenReferences(skill: Skill, files: ReadonlySet<string> | undefined): AuditFinding[] {
  if (files === undefined)
    return [{ kind: 'broken_ref', skills: [skill.name], detail: `${skill.path} has no SKILL.md` }]
  const links = [...skill.body.matchAll(LINK)].map((match) =>
    (match[1] ?? match[2] ?? '').replace(/^\.\//, '').replace(/#.*$/, ''),
  )
  const lost = [...new Set(links)].filter((path) => path !== '' && !files.has(path))
  return lost.map((path) => ({
    kind: 'broken_ref' as const,
    skills: [skill.name],
    detail: `refers to ${path}, which is not in its folder`,
  }))
}

/** Markdown links to relative paths, and paths below the folders that the Agent Skills format names. */
const LINK = /\]\((?!\w+:|#|\/)([^)\s]+)\)|(?:^|[\s"'(`])((?:references|scripts|assets)\/[\w./-]*\w)/gm
