import type { SkillRecord } from '../../store/skill-records.ts'

/** Statuses of skills that must not reach a model by any way. */
export const WITHHELD: ReadonlySet<SkillRecord['status']> = new Set(['quarantined', 'archived', 'revoked'])

export const byName = (rows: readonly SkillRecord[]): ReadonlyMap<string, SkillRecord> =>
  new Map(rows.map((row) => [row.name, row]))

/** Whether two rows of a skill are equal. */
export function isSame(before: SkillRecord | undefined, row: SkillRecord): boolean {
  if (before === undefined) return false
  const fields = Object.keys(row) as (keyof SkillRecord)[]
  return fields.every((field) =>
    field === 'triggers'
      ? before.triggers.length === row.triggers.length && before.triggers.every((text, at) => text === row.triggers[at])
      : before[field] === row[field],
  )
}

/** The state that a full look depends on; the look is up to date while all of it is unchanged. */
export interface Present {
  /** Revision of the store; changes whenever another process writes. */
  readonly revision: number
  /** Stamp of the skills folder. */
  readonly stamp: string
  /** The latest change number of a skill's row. */
  readonly change: number
}
