import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillChange, SkillRecord } from '../../store/skill-records.ts'

/** The effect of a move: the changed row, perhaps a version, and how the folder changes. */
export interface MoveStep {
  readonly after: SkillRecord
  readonly change?: Pick<SkillChange, 'version' | 'decides' | 'accepts' | 'revocation'>
  readonly versionId?: string
  readonly head?: { readonly digest: string; readonly files: SkillFiles }
  readonly reason?: string
  /** Appended to the reason that the person gave. */
  readonly aside?: string | undefined
}
