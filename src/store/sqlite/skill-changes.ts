import type { Database } from 'better-sqlite3'

/** Changes that are kept: who reads on from an earlier one looks at all skills instead. */
const KEPT = 5_000
/** Between two clearings of those that are not. */
const PIECE = 500

/** Notes that the row of a skill changed, in the same transaction as the change; before it where the row is deleted. */
export function skillChangeLog(db: Database): (skillId: string) => void {
  const add = db
    .prepare<[string], number>(
      'INSERT INTO skill_changes (skill, token) SELECT name, hex(randomblob(8)) FROM skills WHERE id = ? RETURNING n',
    )
    .pluck()
  const clear = db.prepare<[number]>('DELETE FROM skill_changes WHERE n <= ?')
  return (skillId) => {
    const n = add.get(skillId)
    if (n !== undefined && n % PIECE === 0) clear.run(n - KEPT)
  }
}
