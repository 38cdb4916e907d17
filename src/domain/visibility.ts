import { RULES_VERSION } from './safety/rules-version.ts'
import { isDraft, isReleased, isSkillName, isWithdrawn, type Skill, type SkillStatus } from './skill.ts'

/** Settings that decide whether drafts are offered before they are promoted. */
export interface OfferRule {
  /** `router.offer`: whether drafts are offered at all. */
  readonly drafts: 'staged' | 'active'
  /** `router.offer` watching: drafts that wait for more evidence are offered too. */
  readonly watching: boolean
  /** Skills that the rules of this version did not scan are found too: they are scanned before one of them is offered. */
  readonly unscanned?: boolean
}

/** The fields of a skill that decide its visibility, in a database row or in a surface's `Skill`. */
export interface Seen {
  readonly name: string
  readonly status: SkillStatus
  readonly needsReview: boolean
  /** Empty where an edit made SKILL.md unreadable. */
  readonly description: string
  /** Null where the folder is not written yet; undefined where the caller does not have it, then it is not checked. */
  readonly digest?: string | null
  /** Version of the safety rules that scanned its files; not checked where the caller does not have it. */
  readonly rules?: string | null
  /** It waits for a look: its files differ from those that a person reviewed, or `look` says why. */
  readonly altered?: boolean
  readonly look?: string | undefined
  /** The shared library that it is from, after which its name begins; absent for a skill of one's own. */
  readonly library?: string | undefined
}

export interface Visibility {
  /** The router may pick it, hints may name it, models may list it. */
  readonly offered: boolean
  /** It may be loaded by name: a session can load its own drafts, offered or not. */
  readonly loadable: boolean
  /** It is copied into the folders of agents, and listed as a prompt of the user's. */
  readonly exported: boolean
  /** It is listed as new and counted as waiting for review. */
  readonly waits: boolean
  /** Why it is hidden from models, and what a person can do about it. */
  readonly hidden?: { readonly why: string; readonly hint: string }
}

/** Decides who may see a skill; the only place that does. */
export function visibilityOf(skill: Seen, rule: OfferRule = EVERY_STAGED): Visibility {
  const { status, needsReview } = skill
  const readable = skill.digest !== null && skill.description !== ''
  const released = isReleased(skill)
  const withheld = withheldFor(rule.unscanned === true ? { ...skill, rules: RULES_VERSION } : skill)
  const hidden = withheld ?? (released ? undefined : hiddenFor(skill, rule))
  return {
    offered: readable && hidden === undefined,
    loadable: readable && withheld === undefined && (released || isDraft(skill)),
    exported: released && withheld === undefined,
    waits: status === 'staged' && needsReview,
    ...(hidden === undefined ? {} : { hidden }),
  }
}

/** Status and review state of a skill, as lists show them. */
export const statusLabel = ({ status, needsReview }: Pick<Seen, 'status' | 'needsReview'>): string =>
  needsReview && status !== 'watching' ? `${status}, needs review` : status

const EVERY_STAGED: OfferRule = { drafts: 'staged', watching: false }

/** A reason to hide a skill from every model, whatever its status and the settings are. */
function withheldFor(skill: Seen): Visibility['hidden'] {
  const { name, status, rules, altered = false, look, library } = skill
  if (library === undefined && !isSkillName(name))
    return {
      why: 'under a name that a skill may not have',
      hint: 'Rename its folder and the name in its SKILL.md: letters and digits first, then also "-", "_" and ".".',
    }
  if (isWithdrawn(skill) || status === 'quarantined') return undefined
  if (altered)
    return {
      why: look === undefined ? 'altered since it was reviewed' : `not looked at yet: ${look}`,
      hint: `Read it with "wayland-core show ${name}", then promote it: wayland-core --skills-promote ${name}`,
    }
  return rules === undefined || rules === RULES_VERSION
    ? undefined
    : { why: 'not scanned by the safety rules of this version yet', hint: 'Run "wayland-core skills" once.' }
}

function hiddenFor({ name, status }: Seen, { drafts, watching }: OfferRule): Visibility['hidden'] {
  const restore = `Bring it back for review: wayland-core --skills-restore ${name}`
  const promote = `Review and promote it: wayland-core --skills-promote ${name}`
  if (isWithdrawn({ status })) return { why: status, hint: restore }
  if (status === 'quarantined')
    return { why: 'quarantined for what was found in its text', hint: `Read why: wayland-core show ${name}` }
  if (drafts === 'active') return { why: `${status}, and router.offer is active`, hint: promote }
  return status === 'watching' && !watching ? { why: WATCHING, hint: promote } : undefined
}

export const WATCHING = 'watching: it is not offered until later runs share a step, or you promote it'

/** A language model drafted it, and no run stands behind it. */
export const isFromDocument = ({ origin, evidenceCount }: Pick<Skill, 'origin' | 'evidenceCount'>): boolean =>
  origin === 'model' && evidenceCount === 0
