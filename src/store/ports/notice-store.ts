import type { SkillRecord } from '../skill-records.ts'

/** Which drafts were announced to a person. */
export interface NoticeStore {
  /** Drafts that wait for review and were not announced. */
  unannounced(): Promise<readonly (Pick<SkillRecord, 'id' | 'name'> & { readonly altered: boolean })[]>
  /** Marks these skills as announced; returns those that were not announced before. */
  announce(skillIds: readonly string[], at: number): Promise<readonly string[]>
}
