import type { SkillOrigin, SkillStatus } from '../domain/skill.ts'
import type { StandingTurns } from './standing-turns.ts'

export interface SkillRecord {
  readonly id: string
  readonly name: string
  readonly origin: SkillOrigin
  readonly status: SkillStatus
  readonly signature: string | null
  readonly description: string
  readonly triggers: readonly string[]
  readonly body: string
  readonly path: string
  readonly needsReview: boolean
  readonly evidenceCount: number
  readonly headVersion: string
  /** Digest of the folder as last written or read by us; null before the first publish is done. */
  readonly digest: string | null
  readonly stamp: string | null
  /** Version of the safety rules that looked at the head's bytes; null: none of them did. */
  readonly rules: string | null
  /** Its bytes differ from those that a person reviewed, and have not been reviewed since. */
  readonly altered: boolean
  readonly createdAt: number
}

/** What the safety rules said of content, by its digest. */
export interface VerdictRecord {
  /** See `contentDigest`. */
  readonly digest: string
  /** Version of the rules. */
  readonly rules: string
  /** Of the gravest finding; `clear` without one that blocks or warns. */
  readonly severity: 'clear' | 'warn' | 'block'
  readonly findings: readonly VerdictFinding[]
  /** A person wants it with these findings. */
  readonly accepted: boolean
}

/** A finding without the text that it was found in. */
export interface VerdictFinding {
  readonly rule: string
  readonly severity: 'warn' | 'block'
  /** Path of the file, or the place within a turn. */
  readonly file: string
  readonly line: number
  readonly why: string
}

export interface VersionRecord {
  readonly id: string
  readonly skillId: string
  readonly version: string
  readonly parentId: string | null
  readonly author: SkillOrigin
  readonly reason: string
  /** `superseded`: proposed once, and another version took its place. */
  readonly state: 'accepted' | 'proposed' | 'rejected' | 'superseded'
  readonly digest: string
  readonly evidence: readonly string[]
  readonly triggerId: string | null
  readonly createdAt: number
  /**
   * The version whose draft this one was merged against, where it holds what a person wrote: a merge of that draft, of what
   * the person had (`parentId`), and of its own draft.
   */
  readonly baseId: string | null
}

/** A version that a turn is evidence of. */
export interface DrawnVersion {
  readonly turnId: string
  readonly skill: string
  readonly version: string
  readonly state: VersionRecord['state']
}

/** A version decided: accepted as the head, put aside, or replaced by another. */
export interface Decided {
  readonly versionId: string
  readonly state: VersionRecord['state']
}

/** Files of a version by their paths. */
export type VersionFiles = ReadonlyMap<string, string | Uint8Array>

/** One change of one skill: the row as it will be, what it must be now, and the ledger line, in one transaction. */
export interface SkillChange {
  readonly skill: SkillRecord
  /** The status, head version and digest that the change was decided on; `absent` for a new skill. */
  readonly expect: 'absent' | Pick<SkillRecord, 'status' | 'headVersion' | 'digest'>
  readonly version?: VersionRecord & {
    readonly files: VersionFiles
    /** What the evidence alone said, where `files` hold what a person wrote, too. */
    readonly draft?: VersionFiles
  }
  /** Proposed versions that are decided in the same step. */
  readonly decides?: readonly Decided[]
  /** Verdicts on its content that a person accepts in the same step. */
  readonly accepts?: readonly VerdictRecord[]
  /** Starts or lifts a revocation of this skill's name and signature. */
  readonly revocation?: 'start' | 'lift'
  /** Turns that wait again, since nothing stands on them any more. */
  readonly standing?: StandingTurns
  /** Another skill takes over the name: what was recorded of the old one is not its own. */
  readonly newcomer?: boolean
  readonly ledger: LedgerEntry
}

export interface Revocation {
  readonly skillName: string
  readonly signature: string | null
  readonly at: number
  readonly reason: string
}

/** What a database that lost it takes in again, in one transaction. */
export interface Rebuilt {
  /** Oldest first. */
  readonly lines: readonly LedgerEntry[]
  /** Rows with their current version; its files are empty where they are gone. */
  readonly skills: readonly {
    readonly skill: SkillRecord
    readonly version: VersionRecord & { readonly files: VersionFiles }
  }[]
  readonly revocations: readonly (Revocation & { readonly lifted: boolean })[]
  /** Copies for agents; of a path that is noted already, the note stays. */
  readonly copies: readonly ExportRecord[]
}

export interface Placement {
  readonly path: string
  readonly digest: string
  readonly stamp: string
}

export interface LedgerEntry {
  readonly at: number
  readonly skillName: string
  readonly skillId: string | null
  readonly move: string
  readonly actor: SkillOrigin
  readonly fromStatus: SkillStatus | null
  readonly toStatus: SkillStatus | null
  readonly versionId: string | null
  readonly reason: string
}

export interface LedgerLine extends LedgerEntry {
  readonly id: number
}

/** One copy of a skill that was put where engines find it. */
export interface ExportRecord {
  /** Its folder. */
  readonly path: string
  /** The folder of skills that it lies in. */
  readonly root: string
  /** `user`, or the folder of the project. */
  readonly base: string
  /** Engines that it was written for. */
  readonly engines: readonly string[]
  readonly skillName: string
  /** Id of the version that it was made from. */
  readonly versionId: string
  /** Digests of what was written, or is about to be: whatever else lies there is not ours. */
  readonly digests: readonly string[]
  /** Of the folder when it was written; null until that is done. */
  readonly stamp: string | null
  readonly at: number
}
