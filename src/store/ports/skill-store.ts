import type { CalledSkill, ShelvedSkill } from '../../domain/bank/library-skill.ts'
import type { Counts } from '../../domain/hydration.ts'
import type { Explained } from '../../domain/retrieval/search.ts'
import type { SkillSource } from '../../domain/skill.ts'
import type { OfferRule, Seen } from '../../domain/visibility.ts'
import type { LedgerEntry, Rebuilt, SkillChange, SkillLocation, SkillRecord } from '../skill-records.ts'

/** Changes of skill rows, each with its ledger line, and where a skill's files lie. */
export interface SkillStore {
  /** Applies a change with its ledger line; false, without effect, if the skill is no longer as the change expects. */
  apply(change: SkillChange): Promise<boolean>
  /**
   * Undoes a change whose files could not be written, including its ledger line: the row is `before` again. The caller
   * has held the folder's lock since the change.
   */
  takeBack(change: SkillChange, before: SkillRecord): Promise<void>
  /** Records the path and digest of a skill's files; `finishes` names the trigger that this completes. */
  placed(skillId: string, where: SkillLocation, finishes?: string): Promise<void>
  /** Records the version of the safety rules that scanned a skill's current bytes. */
  checked(skillId: string, rules: string): Promise<void>
  /** Deletes a skill's row, versions, files and prompt rows; its ledger lines stay, and this one is added. */
  forget(skillId: string, line: LedgerEntry): Promise<void>
  /** Restores what the file beside the skills holds and this database lacks: skill rows, ledger lines, revocations. */
  rebuild(rebuilt: Rebuilt): Promise<void>
}

/** Reads of a few skills, without reading all rows. */
export interface SkillLookups {
  skills(): Promise<readonly SkillRecord[]>
  skill(name: string): Promise<SkillRecord | undefined>
  /** Skills whose name or id equals this text, or begins with it in lower case. */
  skillsLike(reference: string): Promise<readonly SkillRecord[]>
  skillsNamed(names: readonly string[]): Promise<readonly SkillRecord[]>
  /** Recorded outcomes of skills that were offered, with the fields that decide whether they may be offered. */
  usedSkills(): Promise<readonly (SkillSeen & Counts)[]>
  /** A sample of at most `limit` skills, which varies with `seed`. */
  someSkills(seed: number, limit: number): Promise<readonly SkillSeen[]>
  /**
   * Number of skills in each status, by whether they need a review; with `altered` also how many of them were altered
   * since one, for which every row is read.
   */
  statusCounts(
    by?: 'altered',
  ): Promise<readonly (Omit<StatusAndReview, 'altered'> & { readonly count: number; readonly altered?: number })[]>
  /** Skills of any of these standings that pass the filter, newest first; reads those that it gives, not those before. */
  newestSkills(of: readonly StatusAndReview[], asked: NewestAsked): Promise<readonly SkillRecord[]>
}

/** A page of skills. */
export interface NewestAsked extends SkillFilter {
  readonly limit: number
  /** The first so many are left out. */
  readonly offset?: number
}

export interface SkillFilter {
  readonly origin?: SkillSource
  /** Only skills with a run of this agent, or in this project, among the evidence of any version. */
  readonly engine?: string
  readonly project?: string
  /** Only skills beside which a version waits. */
  readonly proposed?: true
  readonly names?: readonly string[]
  /** Only skills with this text in their name or description, in any case of ASCII letters. */
  readonly text?: string
}

export type StatusAndReview = Pick<SkillRecord, 'status' | 'needsReview'> & Partial<Pick<SkillRecord, 'altered'>>

/** The fields that tell whether a skill's folder matches its row, and whether it may be offered. */
export type SkillSeen = Omit<Seen, 'digest' | 'rules' | 'altered'> &
  Pick<SkillRecord, 'digest' | 'stamp' | 'rules' | 'altered'>

/** Finds skills by their text, which is indexed in the transaction that changes it. */
export interface SkillFinding {
  /** The best `k` of the skills that may be offered by a rule, best first; see `search`. */
  nearestSkills(text: string, k: number, how: Finding): Promise<readonly Explained[]>
  /**
   * Indexes some skills where not all are, as after an upgrade or a restore; returns whether all were. Another process
   * may do the same.
   */
  indexSkills(): Promise<boolean>
  /** Works a little on fitting the ranking, where enough skills changed since the last fit; returns whether more is left. */
  fitRanking(): Promise<boolean>
}

export interface Finding {
  /** Which of the person's own skills may be offered; absent: none. */
  readonly offer?: OfferRule | undefined
  /** Folders of the libraries whose approved skills are looked among; default: none. */
  readonly libraries?: readonly string[] | undefined
  /** Names that are left out. */
  readonly without?: ReadonlySet<string> | undefined
}

/** Skills of shared libraries as they were last read from their folders; the approved ones are indexed with them. */
export interface LibraryStore {
  /** By id. */
  librarySkills(roots: readonly string[], asked?: ShelfAsked): Promise<readonly CalledSkill[]>
  approvedCount(roots: readonly string[]): Promise<number>
  /** Recorded outcomes of the approved ones that were offered. */
  usedLibrarySkills(roots: readonly string[]): Promise<readonly Counts[]>
  /** Stores skills as they were read, and forgets those that are gone. */
  keepLibrarySkills(skills: readonly ShelvedSkill[], gone: readonly string[]): Promise<void>
}

export interface ShelfAsked {
  readonly standing?: ShelvedSkill['standing']
  /** Only skills with one of these ids, or names of a skill or its folder. */
  readonly names?: readonly string[]
}

/** The change log of skill rows, from which caches and folders are updated. */
export interface SkillChanges {
  /** Changes whenever another process may have changed the store. */
  revision(): Promise<number>
  /** The number of the latest change of a skill's row; ascends. */
  skillChange(): Promise<number>
  /**
   * A random token of a change, which differs in a copy of the database that diverged. Undefined for a change that is
   * no longer logged.
   */
  changeToken(change: number): Promise<string | undefined>
  /** Skills whose rows changed after a change; undefined if that is no longer logged, or unknown here. */
  skillsSince(change: number): Promise<ChangedSkills | undefined>
  /**
   * Skills whose folder does not match their row yet because a publish or withdrawal was interrupted. With `change`,
   * only those changed since.
   */
  unplaced(change?: number): Promise<readonly SkillRecord[]>
  /** Returns once a write can begin; throws `storage_locked` if another process writes for so many milliseconds more. */
  insistWritable(waitMs: number): Promise<void>
  /** The last full look at a skills folder that found nothing to take in. */
  look(root: string): Promise<Look | undefined>
  /** Stores a look; skipped if another process is writing. */
  saveLook(root: string, look: Look): Promise<void>
}

export interface ChangedSkills {
  readonly names: readonly string[]
  /** The current rows of those that still exist. */
  readonly skills: readonly SkillRecord[]
}

/** A full look at a skills folder. */
export interface Look {
  /** Stamp of the folder itself. */
  readonly stamp: string
  /** The change number up to which all rows agreed with the folder. */
  readonly change: number
  /** Version of the safety rules that had scanned all skills. */
  readonly rules: string
}

export interface NoticeStore {
  /** Skills that wait for review and were not announced. */
  unannounced(): Promise<readonly (Pick<SkillRecord, 'id' | 'name' | 'origin'> & { readonly altered: boolean })[]>
  /** Marks these skills as announced; returns those that were not announced before. */
  announce(skillIds: readonly string[], at: number): Promise<readonly string[]>
}

/** Where the runs came from that skills rest on. */
export interface EvidencePlaces {
  /**
   * Agents and projects of at most `limit` turns that the current version of each skill was drawn from, or else its newest
   * version that was drawn from any; by the id of the skill. Skills without such turns are left out.
   */
  placesOf(skillIds: readonly string[], limit: number): Promise<ReadonlyMap<string, Places>>
  /** Projects of the last some thousand turns. */
  recentProjects(): Promise<readonly string[]>
  /** Names of the skills that belong to other projects than this one (`SkillRecord.projects`). */
  skillsElsewhere(project: string): Promise<ReadonlySet<string>>
}

/** Each once, in order. */
export interface Places {
  readonly engines: readonly string[]
  readonly projects: readonly string[]
}
