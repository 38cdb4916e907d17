import type { SkillRecord } from '../../store/skill-records.ts'

/** One disagreement between rows, folders, ledger, copies, index and schedules. */
export interface Disagreement {
  readonly what: 'skill' | 'folder' | 'ledger' | 'copy' | 'schedule'
  readonly found: string
  /** What a person can do about it. */
  readonly fix: string
  /** Whether this check repaired it. */
  readonly repaired: boolean
}

export const at = (what: Disagreement['what'], found: string, fix: string, repaired = false): Disagreement => ({
  what,
  found,
  fix,
  repaired,
})

export const skill = (found: string, fix: string, repaired = false): Disagreement => at('skill', found, fix, repaired)

export const FIX = 'wayland-core check --fix'

/** What a person does about a skill whose row and history do not agree. */
export const history = ({ name }: SkillRecord): string =>
  `wayland-core history ${name}; bring a version back with "skills undo <entry>"`
