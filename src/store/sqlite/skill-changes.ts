import type { Database } from 'better-sqlite3'

/** Changes that are logged; a reader of an older one reads all skills instead. */
const KEPT = 5_000
/** Changes between two deletions of old ones. */
const PIECE = 500

/** Logs a change of a skill's row in the same transaction; call it before the row is deleted. */
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
