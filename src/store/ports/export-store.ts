import type { ExportRecord } from '../skill-records.ts'

/** Copies of skills in the folders of engines. */
export interface ExportStore {
  /** Copies of skills in the folders of engines, in the order of their paths. */
  exports(): Promise<readonly ExportRecord[]>
  /** Those of one skill. */
  exportsOf(skillName: string): Promise<readonly ExportRecord[]>
  /** Notes a copy, before and after it is written; one of the same path is replaced. */
  noteExport(record: ExportRecord): Promise<void>
  forgetExport(path: string): Promise<void>
}
