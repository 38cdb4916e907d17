import type { GroupReason } from '../domain/grouping/group.ts'
import type { Knowledge } from '../domain/routing/deliberation.ts'
import type { LoggedDecision } from '../domain/routing/logged.ts'
import type { Outcome, TurnTrajectory } from '../domain/turn.ts'
import type { ArmRow, DecisionRow, EarlierDecision, PlacedRecord, Settlement, VersionUseRow } from './decision-log.ts'
import type { FolderLock } from './folder-lock.ts'
import type { Outlook, OutlookBounds } from './outlook.ts'
import type { PromptRow } from './prompt-row.ts'
import type { PutAside } from './put-aside.ts'
import type { ReadSource, SourceRow } from './read-source.ts'
import type { LiftSums, Retained, RetentionRule } from './retention.ts'
import type { SkillLookups } from './skill-lookups.ts'
import type {
  DrawnVersion,
  ExportRecord,
  LedgerEntry,
  LedgerLine,
  Placement,
  Rebuilt,
  Revocation,
  SkillChange,
  SkillRecord,
  VerdictRecord,
  VersionRecord,
} from './skill-records.ts'
import type { StandingTurns } from './standing-turns.ts'
import type { Claim, StreakRule } from './streak-rule.ts'

export type { StandingTurns } from './standing-turns.ts'

export type { Claim, StreakRule } from './streak-rule.ts'

/**
 * Where the loop keeps what it knows. Every method is one atomic intent: it happens whole or not at all, also with other
 * processes on the same store. Faults are thrown as `storage_unavailable`, `storage_locked` or `newer_database`.
 */
export interface Store extends AsyncDisposable, SkillLookups {
  /** The database file, or why there is none. */
  readonly place: { readonly file: string } | { readonly none: string }

  /** Held by the process that changes the skills folder and the rows of its skills together. */
  readonly folderLock: FolderLock

  /** Looks through everything that is kept, which takes a while; damage is dealt with as on opening. */
  verify(): Promise<void>

  /**
   * Records a turn, moves its streak and credits its pick. A turn seen before, in whatever session where its
   * id is unique, changes nothing unless this reading is a fuller one: then the turn is what that one says, and what the
   * earlier one gave is taken back.
   */
  recordTurn(turn: NewTurn, rule: StreakRule): Promise<RecordedTurn>
  /**
   * Keeps turns that count later, all of them or none: `countNext` takes those that are kept in the order of their time,
   * those of one time by session and as they came. A turn seen before is treated as by `recordTurn`.
   */
  keepTurns(turns: readonly NewTurn[]): Promise<readonly KeptTurn[]>
  /**
   * Counts the oldest turns that are kept and do not count yet, at most `limit`; the last of them is the first that
   * completes a streak or for which `isLast` holds. None when all are counted.
   */
  countNext(ruleOf: (turn: TurnTrajectory) => StreakRule, until: CountUntil): Promise<readonly CountedTurn[]>
  /** The latest turn of a session, of those before a turn where one is given, if it was recorded as a success: its id. */
  lastSuccess(engine: string, sessionId: string, before?: string): Promise<string | undefined>
  /** Takes a success back: the turn is unknown from now on, and counts in no streak. False when it was none. */
  veto(turnId: string): Promise<boolean>
  /** Completed streaks whose process is gone, now claimed for this one; those begun too often are put aside instead. */
  orphanedTriggers(claim: Claim): Promise<readonly PendingTrigger[]>
  /** Notes why a draft failed; an attempt that does not count was hindered by something else than its turns. */
  triggerFailed(triggerId: string, why: string, counts: boolean): Promise<void>
  /** Drafts and turns that were put aside. */
  putAside(): Promise<readonly PutAside[]>
  /** What was put aside waits again, for the next process that drafts or counts: how much it was. */
  tryAgain(): Promise<number>
  /** The latest turns of a project until a time (ms; default: all), newest first, these ids left out. */
  projectTurns(
    projectDir: string,
    limit: number,
    except: readonly string[],
    until?: number,
  ): Promise<readonly ProjectTurn[]>
  /** Why a turn counted or did not; undefined for an unknown turn. */
  explainTurn(id: string): Promise<ExplainedTurn | undefined>
  /** The same of the latest turns, newest first. */
  latestTurns(limit: number): Promise<readonly ExplainedTurn[]>
  /** The turns of these ids that are known, in the order asked. */
  turns(ids: readonly string[]): Promise<readonly TurnTrajectory[]>

  /** The versions of a skill, oldest first, whatever became of them. */
  versions(skillId: string): Promise<readonly VersionRecord[]>
  /** Versions that these turns are evidence of, by name of their skill, oldest first. */
  versionsFrom(turnIds: readonly string[]): Promise<readonly DrawnVersion[]>
  /** The versions of all skills, in the order of their making. */
  allVersions(): Promise<readonly VersionRecord[]>
  files(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
  /** What the evidence alone said of a version that holds what a person wrote, too; empty for any other. */
  draftOf(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
  /** Applies a change with its ledger line; false when the skill is no longer as the change expects, and nothing is done. */
  apply(change: SkillChange): Promise<boolean>
  /**
   * Takes a change back whole, ledger line and all, whose files could not follow: the row is again what it was `before`. For
   * whoever applied it, and has held the folder's lock since.
   */
  takeBack(change: SkillChange, before: SkillRecord): Promise<void>
  /** Takes in what lies beside the skills and is not here: rows as they are given, lines, revocations and their lifting. */
  rebuild(rebuilt: Rebuilt): Promise<void>
  /** Notes where a skill's files now lie and what they are; `finishes` names the trigger that this completes. */
  placed(skillId: string, where: Placement, finishes?: string): Promise<void>
  /** Notes which version of the safety rules looked at the bytes that a skill has now. */
  checked(skillId: string, rules: string): Promise<void>
  /** What the safety rules said of content, by its digest. */
  verdict(digest: string): Promise<VerdictRecord | undefined>
  /** Keeps a verdict in place of an earlier one on the same content. */
  saveVerdict(verdict: VerdictRecord): Promise<void>
  /** Notes that a person is told of these skills now; gives back those of which no notice was given before. */
  announce(skillIds: readonly string[], at: number): Promise<readonly string[]>
  /** Deletes a skill's row, versions, files and prompt rows; its ledger lines stay, and this one is added. */
  forget(skillId: string, line: LedgerEntry): Promise<void>
  /** Takes what was forgotten out of the free space of the file as well, and out of what is kept beside it. */
  scrub(): Promise<void>
  /**
   * Gives up a completed streak: its draft was refused or suppressed, which the ledger line says. The turns that still
   * count wait again for others.
   */
  dropTrigger(triggerId: string, line: LedgerEntry, standing?: StandingTurns): Promise<void>
  /** Ledger lines, oldest first, of one skill or of all. */
  ledger(skillName?: string): Promise<readonly LedgerLine[]>
  /** The number of the newest ledger line; 0 when there is none. */
  lastEntry(): Promise<number>
  /** The newest ledger line that is about a skill which is, or was, there. */
  lastLine(): Promise<LedgerLine | undefined>
  /** Revocations in force. */
  revocations(): Promise<readonly Revocation[]>

  /** Adds a row unless there is one of its id, which is given back then. */
  addPrompt(row: PromptRow): Promise<PromptRow | undefined>
  /** How many rows of a scorer a skill has, whatever they were measured on. */
  countPrompts(skillName: string, scorer: string): Promise<number>
  /**
   * Measured rows before unmeasured, then score, then newest. Those that were measured on another text than the skill
   * has now are left out.
   */
  bestForSkill(name: string, scorer: string, limit: number): Promise<readonly PromptRow[]>
  /** Name and simulated successes of each name's best row of a scorer, in the order asked; those without successes left out. */
  seedPairsFor(names: readonly string[], scorer: string, limit: number): Promise<readonly (readonly [string, number])[]>

  /** Logs a decision; with `once`, only where its prompt has none yet, else that one is given back and nothing is done. */
  addDecision(row: DecisionRow, how?: { readonly once: boolean }): Promise<EarlierDecision | undefined>
  /**
   * The decisions whose outcome is known, in the order in which it became known. Those of a skill whose name another one
   * has taken over since are left out.
   */
  settledDecisions(): Promise<readonly LoggedDecision[]>
  /**
   * Settled decisions that were left to chance and had a contender, in the order in which their outcome became known, from
   * after a place among the settled (0: from the first), at most so many. Those that tell of a skill whose name another one
   * has taken over since are left out.
   */
  liftRecords(after: number, limit: number): Promise<readonly PlacedRecord[]>
  /** What the decisions that went before those said. */
  liftSums(): Promise<readonly LiftSums[]>
  /** One bounded step of removing what the rule does not keep; what a skill or a streak stands on stays. */
  retain(rule: RetentionRule): Promise<Retained>
  /**
   * Credits a decision's pick, and learns from the outcome, once; later calls credit no skill, and unknown outcomes leave
   * the decision open.
   */
  settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Promise<Settlement>
  /** What a decision needs to know of these skills and of tasks of this kind, as of now. */
  knowledge(skills: readonly string[], kind: string): Promise<Knowledge>
  /** Notes that a decision's pick was loaded, before its outcome is known. False when it is settled, or not the pick. */
  markLoaded(id: string, skill: string): Promise<boolean>
  /** What each skill that was offered has on record, or the one named. */
  arms(name?: string): Promise<readonly ArmRow[]>
  /** The same sums by version. */
  versionUses(name?: string): Promise<readonly VersionUseRow[]>

  /** How far a transcript was read, as its reader wrote it. */
  source(path: string): Promise<string | undefined>
  /** Notes how far transcripts were read, all of them or none. */
  saveSources(sources: readonly ReadSource[]): Promise<void>
  /** Transcripts in which no prompt was found though they look like conversations, read since a time (ms). */
  misreadSources(since: number): Promise<readonly SourceRow[]>

  /** The packed vectors of texts by a digest of each; those unknown are left out, those known count as used. */
  vectors(model: string, digests: readonly string[], at: number): Promise<ReadonlyMap<string, Uint8Array>>
  /** Keeps vectors; beyond a bound the least recently used are forgotten. */
  saveVectors(model: string, vectors: ReadonlyMap<string, Uint8Array>, at: number): Promise<void>
  /** What all vectors of a model have in common, as bytes. */
  vectorSpace(model: string): Promise<Uint8Array | undefined>
  saveVectorSpace(model: string, bytes: Uint8Array): Promise<void>

  /** Copies of skills in the folders of engines, in the order of their paths. */
  exports(): Promise<readonly ExportRecord[]>
  /** Those of one skill. */
  exportsOf(skillName: string): Promise<readonly ExportRecord[]>
  /** Notes a copy, before and after it is written; one of the same path is replaced. */
  noteExport(record: ExportRecord): Promise<void>
  forgetExport(path: string): Promise<void>

  tally(): Promise<Tally>
  /** What became of the latest turns, and the open streaks that are nearest to a draft. */
  outlook(bounds: OutlookBounds): Promise<Outlook>
  /** How many turns wait in the longest streak that a turn waits in; 0 when it waits in none. */
  streakOf(turnId: string): Promise<number>

  /** Changes whenever another process may have changed the store. */
  revision(): Promise<number>
}

/** Where counting stops. */
export interface CountUntil {
  readonly limit: number
  readonly isLast: (turn: TurnTrajectory) => boolean
}

/** How much there is. */
export interface Tally {
  readonly turns: number
  readonly lastTurnAt: number | null
  /** Streaks that have begun and not yet set off a draft. */
  readonly streaks: number
  readonly decisions: number
  /** What the database takes on the disk, in bytes, and how much of that is free for new rows. */
  readonly bytes: number
  readonly freeBytes: number
}

export interface NewTurn {
  readonly id: string
  readonly signature: string
  readonly trajectory: TurnTrajectory
  /** Why it is no evidence, when it is none. */
  readonly refusal?: string | undefined
}

export interface PendingTrigger {
  readonly id: string
  readonly signature: string
  readonly turnIds: readonly string[]
}

/** A turn of a project. */
export interface ProjectTurn {
  readonly id: string
  /** Another text once the turn was read again and says something else. */
  readonly reading: string
}

export interface ExplainedTurn {
  readonly id: string
  readonly signature: string
  readonly trajectory: TurnTrajectory
  readonly why: {
    readonly refusal?: string
    readonly group?: GroupReason
    /** The streak that it ended, as a failure. */
    readonly ended?: { readonly scope: string; readonly turnIds: readonly string[] }
  }
}

export interface RecordedTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** The signature of its streak: its own, or that of the group it went to. */
  readonly signature: string
  readonly streak: number
  readonly trigger?: PendingTrigger
  /** The arm that this turn's outcome was credited to. */
  readonly credited?: string
  /** It counted as a success before this fuller reading, and is none by it: what rests on it falls. */
  readonly fell?: boolean
}

export interface KeptTurn {
  readonly status: 'recorded' | 'known'
  readonly turnId: string
  /** It counted as a success before this fuller reading, and is none by it: what rests on it falls. */
  readonly fell?: boolean
}

/** A turn that was kept, and what counting it came to. */
export interface CountedTurn extends RecordedTurn {
  readonly turn: NewTurn
}
