import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'

export type SkillStatus = 'staged' | 'active' | 'pinned' | 'archived' | 'quarantined' | 'revoked'
/** Who made the skill, by the ledger's word and never by a mark in its files. */
export type SkillOrigin = 'auto' | 'person'

/** Longest skill name that the Agent Skills format allows, in characters. */
export const MAX_NAME = 64
/** Longest description that the Agent Skills format allows, in characters. */
export const MAX_DESCRIPTION = 1024
const PREFIX = 'auto-'
const SAFE = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Hex digits of SHA-256 that tell apart signatures which would otherwise share a name: 48 bits. */
const HASH_DIGITS = 12

/** Whether a name is one that every engine loads: `a-z`, `0-9` and single hyphens, at most 64 characters. */
export const isSafeName = (name: string): boolean => name.length <= MAX_NAME && SAFE.test(name)

/** The skill name of a signature: `auto-<signature>`, or a transliterated, cut form with a hash where that does not fit. */
export function skillName(signature: string): string {
  const plain = PREFIX + signature
  return isSafeName(plain) && !HASHED.test(signature) ? plain : `${PREFIX}${fitted(signature)}`
}

/** Signatures that look like an already fitted name are fitted as well, so that no two signatures share a name. */
const HASHED = new RegExp(`(^|-)[0-9a-f]{${HASH_DIGITS}}$`)

function fitted(signature: string): string {
  const hash = createHash('sha256').update(signature).digest('hex').slice(0, HASH_DIGITS)
  const room = MAX_NAME - PREFIX.length - HASH_DIGITS - 1
  const ascii = anyAscii(signature)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, room)
    .replace(/^-+|-+$/g, '')
  return ascii === '' ? hash : `${ascii}-${hash}`
}

/** A skill as every surface sees it. */
export interface Skill {
  readonly id: string
  readonly name: string
  readonly origin: SkillOrigin
  readonly status: SkillStatus
  /** The request signature that it was drafted for; absent for a person's skill. */
  readonly signature?: string
  readonly description: string
  /** Users' own words that led to it. */
  readonly triggers: readonly string[]
  readonly body: string
  /** Absolute path of its folder. */
  readonly path: string
  readonly needsReview: boolean
  readonly evidenceCount: number
  readonly version: string
  readonly createdAt: Date
  readonly lastUsedAt?: Date
  /** Score of its best prompt row, and whether that was measured; absent without a row. */
  readonly score?: number
  readonly scoreMeasured?: boolean
  readonly counts: SkillCounts
}

/** How often a skill was offered, loaded, and followed by a known outcome. */
export interface SkillCounts {
  readonly offered: number
  readonly loaded: number
  readonly successes: number
  readonly failures: number
}

export const NO_COUNTS: SkillCounts = { offered: 0, loaded: 0, successes: 0, failures: 0 }

/** The one visibility rule: may this skill be offered, loaded or listed to a model? */
export const isOffered = (status: SkillStatus, offer: 'staged' | 'active'): boolean =>
  status === 'active' || status === 'pinned' || (status === 'staged' && offer === 'staged')
