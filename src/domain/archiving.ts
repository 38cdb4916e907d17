import type { AuditFinding } from './audit.ts'
import { LEAST_USES, type SkillLift } from './lift/lift.ts'
import { harmWords } from './lift/words.ts'
import type { Skill } from './skill.ts'

const DAY_MS = 86_400_000

/** A skill as far as its age decides. */
export type Aged = Pick<Skill, 'id' | 'name' | 'status' | 'createdAt' | 'lastUsedAt'>

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
