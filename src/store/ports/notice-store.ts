import type { SkillRecord } from '../skill-records.ts'

/** Which drafts a person was told of. */
export interface NoticeStore {
  /** Drafts that wait for review, and of which no person was told. */
  unannounced(): Promise<readonly Pick<SkillRecord, 'id' | 'name'>[]>
  /** Notes that a person is told of these skills now; gives back those of which no notice was given before. */
  announce(skillIds: readonly string[], at: number): Promise<readonly string[]>
}
