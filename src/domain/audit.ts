import type { Capability } from './capabilities/capability.ts'
import { LEAST_USES, type SkillLift } from './lift/lift.ts'
import { harmWords } from './lift/words.ts'
import type { Finding } from './safety.ts'
import type { Skill } from './skill.ts'
import { FIRST_VERSION } from './version.ts'
import { isFromDocument } from './visibility.ts'

/** A matter for a person's attention, and the one command that settles it. */
export interface AuditFinding {
  readonly kind: AuditKind
  readonly skills: readonly string[]
  readonly detail: string
  readonly command: string
}

/** Kinds of findings, in the order in which they are shown. */
export const AUDIT_KINDS = [
  'needs_review',
  'watching',
  'split',
  'changed_since_review',
  'proposed',
  'harmful',
  'stale',
  'duplicate',
  'broken_ref',
  'safety',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** Days without use after which a skill is stale, unless others are asked for. */
export const STALE_DAYS = 180

export interface AuditReport {
  readonly generatedAt: Date
  readonly staleDays: number
  readonly skills: readonly Skill[]
  /** Lift of the skills that have runs with a known outcome. */
  readonly lifts: readonly SkillLift[]
  /** What each skill can do, by its id; a skill without files is missing. */
  readonly capabilities: ReadonlyMap<string, readonly Capability[]>
  readonly findings: readonly AuditFinding[]
}

/** A skill whose turns belong to two tasks, with the turns of each. */
export interface Split {
  readonly from: string
  readonly stays: readonly string[]
  readonly leaves: readonly string[]
}

const splitFinding = (name: string, { from, stays, leaves }: Split): AuditFinding => ({
  kind: 'split',
  skills: [from, name],
  detail: `its turns do two tasks: "${from}" keeps ${listed(stays)}, "${name}" waits beside it for ${listed(leaves)}; promote it to have two skills, archive it to keep one`,
  command: `wayland-core show ${name}`,
})

const MAX_TURNS = 3
const listed = (ids: readonly string[]): string => {
  const more = ids.length > MAX_TURNS ? ` and ${ids.length - MAX_TURNS} more` : ''
  return `${ids.length} (${ids.slice(0, MAX_TURNS).join(', ')}${more})`
}

/** Why a skill waits whose files changed, where nothing more is known. */
export const UNLIKE_REVIEWED = 'its files are not those that were reviewed'

/** Skills that wait for a person: unreviewed drafts, reviewed skills whose files changed, proposed versions. */
export function waiting(
  skills: readonly Skill[],
  changed: ReadonlySet<string>,
  proposals: ReadonlyMap<string, string>,
  splits: ReadonlyMap<string, Split> = new Map(),
): AuditFinding[] {
  return skills.flatMap((skill) => {
    const { id, name, status, needsReview, evidenceCount, look } = skill
    const found: AuditFinding[] = []
    if (status === 'quarantined')
      found.push({
        kind: 'needs_review',
        skills: [name],
        detail: 'quarantined: read its findings first',
        command: `wayland-core show ${name}`,
      })
    else if (status === 'watching' && splits.has(id)) found.push(splitFinding(name, splits.get(id)!))
    else if (status === 'watching')
      found.push({
        kind: 'watching',
        skills: [name],
        detail: isFromDocument(skill)
          ? 'drafted from a document: no run stands behind it, so it is not offered until you promote it'
          : skill.origin === 'model'
            ? 'a second reading doubts some of its statements, so it is not offered until you promote it'
            : `its ${evidenceCount} runs share no step, or too little to be of use: it is not offered until later runs share more, or you promote it`,
        command: `wayland-core show ${name}`,
      })
    else if (needsReview && changed.has(id) && wasReviewed(skill))
      found.push({
        kind: 'changed_since_review',
        skills: [name],
        detail: look ?? UNLIKE_REVIEWED,
        command: `wayland-core --skills-promote ${name}`,
      })
    else if (needsReview)
      found.push({
        kind: 'needs_review',
        skills: [name],
        detail:
          look === undefined ? `drafted from ${evidenceCount} turns` : `not offered before you look at it: ${look}`,
        command: `wayland-core --skills-promote ${name}`,
      })
    const proposed = proposals.get(id)
    if (proposed !== undefined)
      found.push({
        kind: 'proposed',
        skills: [name],
        detail: `version ${proposed} waits beside it`,
        command: `wayland-core show ${name}`,
      })
    return found
  })
}

/** One that is held back in its first version, for where it came from, was never reviewed. */
const wasReviewed = ({ look, version }: Skill): boolean =>
  look === undefined || look === UNLIKE_REVIEWED || version !== FIRST_VERSION

/** Relative links and paths in a skill's text to files of its folder, each once. Paths in steps of a draft are its project's. */
export function referencesOf({ body, origin }: Pick<Skill, 'body' | 'origin'>): readonly string[] {
  const links = [...body.matchAll(LINK)].map(
    (match) => (match[1] ?? (origin === 'auto' ? '' : match[2]) ?? '').replace(/^\.\//, '').split('#', 1)[0]!,
  )
  return [...new Set(links)].filter((path) => path !== '')
}

/** References to files that the skill's folder lacks; the folder itself where it is missing. */
export function brokenReferences(skill: Skill, files: { has(path: string): boolean } | undefined): AuditFinding[] {
  const command = `wayland-core show ${skill.name}`
  const found = (detail: string): AuditFinding => ({ kind: 'broken_ref', skills: [skill.name], detail, command })
  if (files === undefined) return [found(`${skill.path} has no SKILL.md`)]
  const lost = referencesOf(skill).filter((path) => !files.has(path))
  return lost.map((path) => found(`refers to ${path}, which is not in its folder`))
}

/** Markdown links to relative paths, and paths below the folders that the Agent Skills format names. */
const LINK = /\]\((?!\w+:|#|\/)([^)\s]{1,400})\)|(?:^|[\s"'(`])((?:references|scripts|assets)\/[\w./-]*\w)/gm

/** The scanner's findings in a skill's files: per rule the most severe one; notes are left to the command `scan`. */
export function dangers(skill: Skill, findings: readonly Finding[]): AuditFinding[] {
  const worst = new Map<string, Finding>()
  for (const finding of findings)
    if (finding.severity !== 'note' && worst.get(finding.rule)?.severity !== 'block') worst.set(finding.rule, finding)
  return [...worst.values()].map(({ rule, severity, file, line, why }) => ({
    kind: 'safety' as const,
    skills: [skill.name],
    detail: `${severity}: ${rule} in ${file}:${line}, ${why}`,
    command: `wayland-core scan ${skill.path}`,
  }))
}

const DAY_MS = 86_400_000

/** A skill as far as its age decides. */
type Aged = Pick<Skill, 'id' | 'name' | 'status' | 'createdAt' | 'lastUsedAt'>

/** When a person said that a skill stays, and its outcomes that became known since. */
export interface Kept {
  readonly at: Date
  readonly outcomes: number
}

/** How long a person's word that a skill stays holds, and how long one may be unused, in days. */
export interface Term {
  readonly now: Date
  readonly days: number
}

/**
 * Findings of skills that do harm with a posterior probability of at least 95 %. One that a person keeps is asked about again
 * after the term, or after as many new outcomes as a verdict needs.
 */
export function harmful(
  skills: readonly Aged[],
  lifts: readonly SkillLift[],
  kept: ReadonlyMap<string, Kept>,
  { now, days }: Term,
): AuditFinding[] {
  const proposed = new Map(lifts.filter(({ archive }) => archive).map((lift) => [lift.skill, lift]))
  return skills.flatMap(({ id, name, status }) => {
    const [lift, keep] = [proposed.get(name), kept.get(id)]
    if (lift === undefined) return []
    if (keep !== undefined && keep.outcomes < LEAST_USES && daysBetween(keep.at, now) < days) return []
    const archive = `wayland-core --skills-archive ${name}`
    const command = status === 'pinned' ? `wayland-core skills set ${name} active && ${archive}` : archive
    return [{ kind: 'harmful' as const, skills: [name], detail: `${harmWords(lift)}${since(keep, now)}`, command }]
  })
}

/**
 * Findings of skills that were neither used nor created within the term. One that a person keeps is asked about again after
 * another term without use.
 */
export function stale(skills: readonly Aged[], kept: ReadonlyMap<string, Kept>, { now, days }: Term): AuditFinding[] {
  return skills.flatMap(({ id, name, status, lastUsedAt, createdAt }) => {
    const keep = kept.get(id)
    const age = daysBetween(lastUsedAt ?? createdAt, now)
    if (age < days || status === 'pinned' || (keep !== undefined && daysBetween(keep.at, now) < days)) return []
    const detail = `${lastUsedAt === undefined ? 'never used, made' : 'last used'} ${age} days ago${since(keep, now)}`
    return [{ kind: 'stale' as const, skills: [name], detail, command: `wayland-core --skills-archive ${name}` }]
  })
}

const daysBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / DAY_MS)

const since = (keep: Kept | undefined, now: Date): string =>
  keep === undefined ? '' : `; a person kept it ${daysBetween(keep.at, now)} days ago`
