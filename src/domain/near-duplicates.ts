import { alikeSets } from './alike-sets.ts'
import type { AuditFinding } from './audit.ts'
import { unicodeWords } from './signature.ts'
import type { Skill } from './skill.ts'
import { STOPWORDS } from './stopwords.ts'
import { visibilityOf } from './visibility.ts'

/** Two skills that do the same task by their runs, and what they share, in words. */
export interface TwinSkills {
  readonly skill: Skill
  readonly other: Skill
  readonly reason: string
}

/**
 * Findings of skill pairs for the same task: those with nearly the same words in name and triggers, and those in
 * `twins`. The suggested command withdraws the more dispensable skill of a pair.
 */
export function duplicates(skills: readonly Skill[], twins: readonly TwinSkills[] = []): AuditFinding[] {
  const reasons = new Map<string, { readonly pair: readonly [Skill, Skill]; readonly why: string[] }>()
  const note = (one: Skill, other: Skill, why: string) => {
    const pair = one.name < other.name ? ([one, other] as const) : ([other, one] as const)
    const key = `${pair[0].name} ${pair[1].name}`
    const known = reasons.get(key) ?? { pair, why: [] }
    known.why.push(why)
    reasons.set(key, known)
  }
  const words = skills.map((skill) => wordsOf(skill))
  for (const [i, k, alike] of alikeSets(words, { least: DUPLICATE, fewest: FEW_WORDS }))
    note(skills[i]!, skills[k]!, `${Math.round(alike * 100)} % of their words are the same`)
  for (const { skill, other, reason } of twins) note(skill, other, reason)
  return [...reasons.values()].map(({ pair, why }) => ({
    kind: 'duplicate' as const,
    skills: pair.map(({ name }) => name),
    detail: why.join('; '),
    command: `wayland-core --skills-archive ${spare(...pair).name}`,
  }))
}

/** The skill of a pair to withdraw: the draft rather than the released skill, else the newer one. */
function spare(one: Skill, other: Skill): Skill {
  const [a, b] = [visibilityOf(one).exported, visibilityOf(other).exported]
  if (a !== b) return a ? other : one
  return one.createdAt > other.createdAt ? one : other
}

/** Least share of distinct words that two duplicates have in common. */
const DUPLICATE = 0.8
/** Texts with fewer distinct words are not compared: they say too little. */
const FEW_WORDS = 4

const STOP = new Set(STOPWORDS)
/** Words of the fixed sentences in every draft's description. */
const BOILERPLATE = new Set([
  'recurring',
  'task',
  'project',
  'use',
  'request',
  'mentions',
  'resembles',
  'auto',
  'run',
  'read',
  'edit',
  'files',
])

function wordsOf(skill: Skill): ReadonlySet<string> {
  const own = skill.triggers.length > 0 ? skill.triggers.join(' ') : skill.description
  return new Set([...unicodeWords(`${skill.name} ${own}`)].filter((word) => !STOP.has(word) && !BOILERPLATE.has(word)))
}
