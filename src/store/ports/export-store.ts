import type { ExportRecord } from '../skill-records.ts'

/** Copies of skills in the folders of engines. */
export interface ExportStore {
  /** All copies, ordered by path. */
  exports(): Promise<readonly ExportRecord[]>
  /** The copies of one skill. */
  exportsOf(skillName: string): Promise<readonly ExportRecord[]>
  /** Records a copy, before and after it is written, replacing a record of the same path. */
  noteExport(record: ExportRecord): Promise<void>
  forgetExport(path: string): Promise<void>
}
