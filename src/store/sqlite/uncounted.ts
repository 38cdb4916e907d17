import type { Database } from 'better-sqlite3'
import { attemptBy, MAX_ATTEMPTS, type PutAside } from '../put-aside.ts'
import type { RowOf } from './row.ts'
import type { uncounted } from './schema.ts'

/** Turns that are stored and not counted yet. Runs inside the turn's transaction. */
export function uncountedTable(db: Database) {
  const add = db.prepare<[number, string, string]>(
    'INSERT INTO uncounted (at, session_id, turn_id) VALUES (?,?,?) ON CONFLICT DO NOTHING',
  )
  const first = db
    .prepare<[], string>(
      `SELECT turn_id FROM uncounted WHERE attempts <= ${MAX_ATTEMPTS} ORDER BY at, session_id, turn_id LIMIT 1`,
    )
    .pluck()
  const drop = db.prepare<[number, string, string]>(
    'DELETE FROM uncounted WHERE at = ? AND session_id = ? AND turn_id = ?',
  )
  const dropFirst = db.prepare<[]>(
    `DELETE FROM uncounted WHERE (at, session_id, turn_id) =
       (SELECT at, session_id, turn_id FROM uncounted WHERE attempts <= ${MAX_ATTEMPTS}
        ORDER BY at, session_id, turn_id LIMIT 1)`,
  )
  const attempt = db
    .prepare<[number], number>(
      `UPDATE uncounted SET attempts = attempts + ? WHERE (at, session_id, turn_id) =
       (SELECT at, session_id, turn_id FROM uncounted WHERE attempts <= ${MAX_ATTEMPTS}
        ORDER BY at, session_id, turn_id LIMIT 1) RETURNING attempts`,
    )
    .pluck()
  const aside = db.prepare<[], Pick<RowOf<typeof uncounted>, 'turn_id' | 'at'>>(
    `SELECT turn_id, at FROM uncounted WHERE attempts > ${MAX_ATTEMPTS} ORDER BY at`,
  )
  const again = db.prepare<[]>(`UPDATE uncounted SET attempts = 0 WHERE attempts > ${MAX_ATTEMPTS}`)
  const one = db
    .prepare<[number, string, string], number>(
      'SELECT 1 FROM uncounted WHERE at = ? AND session_id = ? AND turn_id = ?',
    )
    .pluck()
  return {
    holds: (at: number, sessionId: string, turnId: string): boolean => one.get(at, sessionId, turnId) !== undefined,
    add: (at: number, sessionId: string, turnId: string): void => void add.run(at, sessionId, turnId),
    /** Removes the first one and returns its id. */
    take(): string | undefined {
      const turnId = first.get()
      if (turnId !== undefined) dropFirst.run()
      return turnId
    },
    /**
     * Records that a process begins to count, beforehand: a turn that ends each process that counts it is first again
     * each time, and is put aside in the end. True if an earlier process began with the same turn.
     */
    begin(isHurried?: boolean): boolean {
      const own = attemptBy(isHurried)
      return (attempt.get(own) ?? 0) > own
    },
    putAside: (): PutAside[] =>
      aside.all().map(({ turn_id, at }) => ({
        kind: 'turn',
        what: turn_id,
        why: 'each process that counted it ended, or was ended, while it did',
        at,
      })),
    tryAgain: (): number => again.run().changes,
    drop: (at: number, sessionId: string, turnId: string): void => void drop.run(at, sessionId, turnId),
  }
}
