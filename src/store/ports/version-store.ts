import type {
  DrawnVersion,
  ExportRecord,
  FolderContent,
  LedgerLine,
  PromptRow,
  Revocation,
  VerdictRecord,
  VersionRecord,
} from '../skill-records.ts'

/** Published and proposed versions of skills, with their files. */
export interface VersionStore {
  /** The versions of a skill, oldest first, in any state. */
  versions(skillId: string): Promise<readonly VersionRecord[]>
  /** Versions that these turns are evidence of, by skill name, oldest first. */
  versionsFrom(turnIds: readonly string[]): Promise<readonly DrawnVersion[]>
  /** The current version of each skill, by the id of the skill. */
  heads(): Promise<ReadonlyMap<string, VersionRecord>>
  /** The number of the newest proposed version, by the id of its skill; not of archived and revoked skills. */
  proposed(): Promise<ReadonlyMap<string, string>>
  /** The versions of all skills in the order of insertion, or of those with these ids, by id, each skill's in that order. */
  allVersions(skillIds?: readonly string[]): Promise<readonly VersionRecord[]>
  files(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
  /** `files` of many versions, by the id of the version; a version without files is absent. All are in memory at once. */
  filesOf(versionIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>>
  /** The drafted files of a version that also holds text by a person; empty for other versions. */
  draftOf(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
}

/** The log of changes to skills with their reasons, and the revocations in force. */
export interface LedgerStore {
  /** Ledger lines, oldest first, of one skill or of all. */
  ledger(skillName?: string): Promise<readonly LedgerLine[]>
  /** Lines with a number above `after`, oldest first, at most `limit`. */
  ledgerAfter(after: number, limit: number): Promise<readonly LedgerLine[]>
  /** Ids of the skills that have a ledger line of one of these moves. */
  skillsWith(moves: readonly string[]): Promise<ReadonlySet<string>>
  /** Ids of the skills of which a person said that they stay, with the time (Unix ms), as long as it was not taken back. */
  kept(): Promise<ReadonlyMap<string, number>>
  /** The number of the newest ledger line; 0 if there is none. */
  lastEntry(): Promise<number>
  /** The newest ledger line about a skill that exists or existed. */
  lastLine(): Promise<LedgerLine | undefined>
  /** Revocations in force. */
  revocations(): Promise<readonly Revocation[]>
}

export interface VerdictStore {
  /** The stored verdict on content, by its digest. */
  verdict(digest: string): Promise<VerdictRecord | undefined>
  /**
   * Stores a verdict, replacing an earlier one on the same content. With `ifFree` it does not wait for another process that
   * writes, and stores nothing then.
   */
  saveVerdict(verdict: VerdictRecord, how?: { readonly ifFree: boolean }): Promise<void>
  /** The stamps of noted folders whose content these rules found clear, by the id of the skill. */
  clearStamps(rules: string): Promise<ReadonlyMap<string, string>>
  /** Notes what folders held, replacing earlier notes on the same skills; skipped if another process is writing. */
  noteContents(seen: readonly FolderContent[]): Promise<void>
}

/** The table `evolved_prompts`: texts of skills and their scores. */
export interface PromptStore {
  /** Adds a row unless its id exists; the existing row is returned then. */
  addPrompt(row: PromptRow): Promise<PromptRow | undefined>
  /** One above the highest generation among a skill's rows of a scorer; 0 without rows. */
  nextGeneration(skillName: string, scorer: string): Promise<number>
  /**
   * Ordered by measured first, then score, then newest. Rows that were measured on another text than `body`, or else the
   * skill's current one, are left out.
   */
  bestForSkill(name: string, scorer: string, limit: number, body?: string): Promise<readonly PromptRow[]>
  /** The score of the first row of `bestForSkill` by name, for every skill or for the named ones. */
  bestScores(
    scorer: string,
    names?: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<PromptRow, 'score' | 'scoreMeasured'>>>
  /**
   * For each scorer: name and simulated successes of each name's best row, in the order of `names`, and the number of tasks
   * that it was measured on where the row tells; rows without successes are left out.
   */
  seedPairsFor(names: readonly string[], scorers: readonly string[]): Promise<readonly (readonly SeedPair[])[]>
}

/** Name, simulated successes, and tasks. */
export type SeedPair = readonly [name: string, successes: number, tasks?: number]

/** Copies of skills in the folders of engines. */
export interface ExportStore {
  /** All copies, ordered by path. */
  exports(): Promise<readonly ExportRecord[]>
  exportsOf(skillName: string): Promise<readonly ExportRecord[]>
  /** Records a copy, before and after it is written, replacing a record of the same path. */
  noteExport(record: ExportRecord): Promise<void>
  forgetExport(path: string): Promise<void>
}
