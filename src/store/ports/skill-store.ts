import type { LedgerEntry, Placement, Rebuilt, SkillChange, SkillRecord } from '../skill-records.ts'

/** Changes of skill rows, each with its ledger line, and where the files of a skill lie. */
export interface SkillStore {
  /** Applies a change with its ledger line; false when the skill is no longer as the change expects, and nothing is done. */
  apply(change: SkillChange): Promise<boolean>
  /**
   * Takes a change back whole, ledger line and all, whose files could not follow: the row is again what it was `before`. For
   * whoever applied it, and has held the folder's lock since.
   */
  takeBack(change: SkillChange, before: SkillRecord): Promise<void>
  /** Notes where a skill's files now lie and what they are; `finishes` names the trigger that this completes. */
  placed(skillId: string, where: Placement, finishes?: string): Promise<void>
  /** Notes which version of the safety rules looked at the bytes that a skill has now. */
  checked(skillId: string, rules: string): Promise<void>
  /** Deletes a skill's row, versions, files and prompt rows; its ledger lines stay, and this one is added. */
  forget(skillId: string, line: LedgerEntry): Promise<void>
  /** Takes in what lies beside the skills and is not here: rows as they are given, lines, revocations and their lifting. */
  rebuild(rebuilt: Rebuilt): Promise<void>
}
