import type { Database } from 'better-sqlite3'

/** Turns that are kept and not counted yet. Runs inside the transaction of the turn. */
export function uncountedTable(db: Database) {
  const add = db.prepare<[number, string, string]>(
    'INSERT INTO uncounted (at, session_id, turn_id) VALUES (?,?,?) ON CONFLICT DO NOTHING',
  )
  const first = db.prepare<[], string>('SELECT turn_id FROM uncounted ORDER BY at, session_id, turn_id LIMIT 1').pluck()
  const drop = db.prepare<[number, string, string]>(
    'DELETE FROM uncounted WHERE at = ? AND session_id = ? AND turn_id = ?',
  )
  const dropFirst = db.prepare<[]>(
    `DELETE FROM uncounted WHERE (at, session_id, turn_id) =
       (SELECT at, session_id, turn_id FROM uncounted ORDER BY at, session_id, turn_id LIMIT 1)`,
  )
  return {
    add: (at: number, sessionId: string, turnId: string): void => void add.run(at, sessionId, turnId),
    /** Takes the first one out. */
    take(): string | undefined {
      const turnId = first.get()
      if (turnId !== undefined) dropFirst.run()
      return turnId
    },
    drop: (at: number, sessionId: string, turnId: string): void => void drop.run(at, sessionId, turnId),
  }
}
