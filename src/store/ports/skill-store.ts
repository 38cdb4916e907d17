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
