import type { SkillRecord } from '../store/skill-records.ts'

/** Of skills that no model may have, by whatever way. */
export const WITHHELD: ReadonlySet<SkillRecord['status']> = new Set(['quarantined', 'archived', 'revoked'])

export const byName = (rows: readonly SkillRecord[]): ReadonlyMap<string, SkillRecord> =>
  new Map(rows.map((row) => [row.name, row]))

/** Whether a row says what it said before. */
export function isSame(before: SkillRecord | undefined, row: SkillRecord): boolean {
  if (before === undefined) return false
  const fields = Object.keys(row) as (keyof SkillRecord)[]
  return fields.every((field) =>
    field === 'triggers'
      ? before.triggers.length === row.triggers.length && before.triggers.every((text, at) => text === row.triggers[at])
      : before[field] === row[field],
  )
}

/** What a look at all skills depends on. */
export interface Present {
  /** Of the store: changes with whatever another process writes. */
  readonly revision: number
  /** Of the folder. */
  readonly stamp: string
  /** The latest change of a skill's row. */
  readonly change: number
}
