import type { SkillFields, SkillOrigin, SkillStatus } from '../domain/skill.ts'

export interface SkillRecord extends SkillFields {
  readonly signature: string | null
  /** The shared library that it is from; absent for a skill of one's own. */
  readonly library?: string
  /** What its SKILL.md calls it, where that is not its name; of a skill of a library. */
  readonly title?: string
  readonly headVersion: string
  /** Digest of the folder as this program last wrote or read it; null before the first publish. */
  readonly digest: string | null
  readonly stamp: string | null
  /** Version of the safety rules that scanned the head's bytes; null if none did. */
  readonly rules: string | null
  /** It is not offered before a person looks at it: its bytes differ from those that one reviewed, or `look` says why. */
  readonly altered: boolean
  /** Why it waits for a look, where it is not for a change since a review. */
  readonly look?: string | undefined
  readonly createdAt: number
}

export interface VerdictRecord {
  /** See `contentDigest`. */
  readonly digest: string
  readonly rules: string
  /** Severity of the worst finding; `clear` without one that blocks or warns. */
  readonly severity: 'clear' | 'warn' | 'block'
  readonly findings: readonly VerdictFinding[]
  /** A person accepted the content with these findings. */
  readonly accepted: boolean
}

export interface FolderContent {
  readonly skillId: string
  readonly stamp: string
  /** See `contentDigest`. */
  readonly content: string
}

/** A finding without the text that matched. */
export interface VerdictFinding {
  readonly rule: string
  readonly severity: 'warn' | 'block'
  /** Path of the file, or the field of a turn. */
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
  /**
   * `superseded`: a proposal that another version replaced. `counted`: turns that are evidence and say less than the draft
   * that is there; it has no files.
   */
  readonly state: 'accepted' | 'proposed' | 'rejected' | 'superseded' | 'counted'
  readonly digest: string
  readonly evidence: readonly string[]
  readonly triggerId: string | null
  readonly createdAt: number
  /**
   * The version whose draft this one was merged against, if it holds text by a person: a three-way merge of that draft,
   * the person's files (`parentId`) and its own draft.
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

/** A decision on a version: accepted as the head, rejected, superseded, or proposed again. */
export interface Decided {
  readonly versionId: string
  readonly state: VersionRecord['state']
  /** The state before, where it was not `proposed`. */
  readonly was?: VersionRecord['state']
}

export type VersionFiles = ReadonlyMap<string, string | Uint8Array>

/** One change of one skill, with its ledger line, in one transaction. */
export interface SkillChange {
  readonly skill: SkillRecord
  /** The status, head version and digest that the change was decided on; `absent` for a new skill. */
  readonly expect: 'absent' | Pick<SkillRecord, 'status' | 'headVersion' | 'digest'>
  readonly version?: VersionRecord & {
    readonly files: VersionFiles
    /** The drafted files, if `files` also hold text by a person. */
    readonly draft?: VersionFiles
  }
  /** Proposals that the same transaction decides. */
  readonly decides?: readonly Decided[]
  /** Verdicts on its content that a person accepts in the same transaction. */
  readonly accepts?: readonly VerdictRecord[]
  /** Starts or lifts a revocation of this skill's name and signature. */
  readonly revocation?: 'start' | 'lift'
  /** Turns that return to their streak, since no version rests on them any more. */
  readonly returned?: ReturnedTurns
  /** Completed streaks that the version stands for beside its own; they are forgotten in the same transaction. */
  readonly finishes?: readonly string[]
  /** Another skill takes over the name: earlier outcomes under it are not its own. */
  readonly newcomer?: boolean
  readonly ledger: LedgerEntry
}

export interface Revocation {
  readonly skillName: string
  readonly signature: string | null
  readonly at: number
  readonly reason: string
}

/** What is restored to a database that lost it, in one transaction. */
export interface Rebuilt {
  /** Oldest first. */
  readonly lines: readonly LedgerEntry[]
  /** Rows with their current version; its files are empty if they are lost, else they take the place of what is left. */
  readonly skills: readonly {
    readonly skill: SkillRecord
    readonly version: VersionRecord & { readonly files: VersionFiles }
  }[]
  readonly revocations: readonly (Revocation & { readonly lifted: boolean })[]
  /** Copies for agents; of a path that is noted already, the note stays. */
  readonly copies: readonly ExportRecord[]
}

/** Where a skill's files lie, with digest and stamp of the folder when it was written. */
export interface SkillLocation {
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

/** A copy of a skill in a folder that engines read. */
export interface ExportRecord {
  readonly path: string
  readonly root: string
  /** `user`, or the project's folder. */
  readonly base: string
  readonly engines: readonly string[]
  readonly skillName: string
  /** Id of the version that it was made from. */
  readonly versionId: string
  /** The edition of the tool names that it was written with; '' for none. */
  readonly tools: string
  /** Digests of what was written or is about to be: any other content is not ours. */
  readonly digests: readonly string[]
  /** Of the folder when it was written; null until the write is done. */
  readonly stamp: string | null
  readonly at: number
}

/** A row of `evolved_prompts`: a text of a skill and its score. */
export interface PromptRow {
  readonly id: string
  readonly skillName: string
  readonly parentId: string | null
  readonly promptBody: string
  readonly score: number
  readonly scoreMeasured: boolean
  readonly scorer: string
  readonly generation: number
  /** Unix seconds. */
  readonly createdAt: number
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** The remaining turns of a refused streak or withdrawn draft, oldest first, and the streak that they return to. */
export interface ReturnedTurns {
  readonly signature: string
  readonly scope: string
  readonly turnIds: readonly string[]
}

/** Whether a skill is still in the state that a change was decided on. */
export function isAsExpected(now: SkillRecord | undefined, expect: SkillChange['expect']): boolean {
  if (now === undefined || expect === 'absent') return now === undefined && expect === 'absent'
  return now.status === expect.status && now.headVersion === expect.headVersion && now.digest === expect.digest
}
