/** Where a skill of each status stands. What is asked of several statuses alike is asked of this. */
const STANDS = {
  staged: 'draft',
  watching: 'draft',
  active: 'released',
  pinned: 'released',
  archived: 'withdrawn',
  quarantined: 'held',
  revoked: 'withdrawn',
} as const
export type SkillStatus = keyof typeof STANDS
export const SKILL_STATUSES = Object.keys(STANDS) as readonly SkillStatus[]

interface HasStatus {
  readonly status: SkillStatus
}

/** Whether a person may still promote it as a draft: one that is offered, or one that waits for more evidence. */
export const isDraft = ({ status }: HasStatus): boolean => STANDS[status] === 'draft'

/** Whether a person took it into use: active or pinned. */
export const isReleased = ({ status }: HasStatus): boolean => STANDS[status] === 'released'

/** Whether it is archived or revoked: its folder lies in the archive. */
export const isWithdrawn = ({ status }: HasStatus): boolean => STANDS[status] === 'withdrawn'

/** The statuses of which something holds. */
export const statusesThat = (hold: (skill: HasStatus) => boolean): readonly SkillStatus[] =>
  SKILL_STATUSES.filter((status) => hold({ status }))

/** Who made the skill, as the ledger says and not its files. */
export const SKILL_ORIGINS = ['auto', 'person', 'model', 'team'] as const
export type SkillOrigin = (typeof SKILL_ORIGINS)[number]

/** Where a skill comes from: who made it, and of those by a model the ones that were drafted from a document. */
export const SKILL_SOURCES = ['auto', 'model', 'document', 'person', 'team'] as const
export type SkillSource = (typeof SKILL_SOURCES)[number]

/** Whether a skill was drafted, by rules or by a model, and so needs a person's review. */
export const isDrafted = (origin: SkillOrigin): boolean => origin === 'auto' || origin === 'model'

/** Longest skill name that the Agent Skills format allows, in characters. */
export const MAX_NAME = 64
/** Longest description that the Agent Skills format allows, in characters. */
export const MAX_DESCRIPTION = 1024

/**
 * Whether a folder's name may be a skill's: letters and digits of any script, then also `-`, `_` and `.`, at most 64
 * characters. A model or a shell could take any other name for something else.
 */
export const isSkillName = (name: string): boolean =>
  [...name].length <= MAX_NAME && (ASCII_NAME.test(name) || /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u.test(name))

/** Most names; the pattern for all scripts takes a millisecond to compile. */
const ASCII_NAME = /^[a-z0-9][a-z0-9._-]*$/i

/** What is stored of a skill and shown of it as it is: a column that surfaces show is a field here. */
export interface SkillFields {
  readonly id: string
  readonly name: string
  readonly origin: SkillOrigin
  readonly status: SkillStatus
  readonly description: string
  /** Users' requests that led to it. */
  readonly triggers: readonly string[]
  /** Words that its author filed it under, see `tagsOf`; absent where there are none. */
  readonly tags?: readonly string[] | undefined
  /** The projects that it belongs to and is offered in, see `projectsOf`; absent: every one. */
  readonly projects?: readonly string[] | undefined
  readonly body: string
  readonly path: string
  readonly needsReview: boolean
  readonly evidenceCount: number
}

/** A skill as every surface shows it. */
export interface Skill extends SkillFields {
  /** The request signature that it was drafted for; absent for a person's skill. */
  readonly signature?: string
  /** Why it waits for a look before it is offered; absent where it does not. */
  readonly look?: string
  readonly version: string
  readonly createdAt: Date
  readonly lastUsedAt?: Date
  /** Score of its best prompt row, 0 to 1, and whether it was measured; absent without a row. */
  readonly score?: number
  readonly scoreMeasured?: boolean
  readonly counts: SkillCounts
  /** Its counts per version, since counts are kept per version; in version order. */
  readonly uses: readonly VersionUse[]
}

/** How often a skill was offered, loaded, and followed by a known outcome. */
export interface SkillCounts {
  readonly offered: number
  readonly loaded: number
  readonly successes: number
  readonly failures: number
}

export interface VersionUse extends SkillCounts {
  readonly version: string
}

export const NO_COUNTS: SkillCounts = { offered: 0, loaded: 0, successes: 0, failures: 0 }
