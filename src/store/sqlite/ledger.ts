import type { Database } from 'better-sqlite3'
import type { LedgerEntry, LedgerLine, Revocation } from '../skill-records.ts'
import { ledger, revocations } from './schema.ts'
import { statements } from './statements.ts'

export function ledgerTable(db: Database) {
  const { insert } = statements(db)
  const add = insert(ledger)
  const last = db.prepare<[], number | null>('SELECT max(id) FROM ledger').pluck()
  const lines = db.prepare<[], LedgerLine>(`${LINES} ORDER BY id`)
  const after = db.prepare<[number, number], LedgerLine>(`${LINES} WHERE id > ? ORDER BY id LIMIT ?`)
  const ofSkill = db.prepare<[string], LedgerLine>(`${LINES} WHERE skill_name = ? ORDER BY id`)
  const lastLine = db.prepare<[], LedgerLine>(`${LINES} WHERE skill_id IS NOT NULL ORDER BY id DESC LIMIT 1`)
  const skillsWith = db
    .prepare<[string], string>(
      'SELECT DISTINCT skill_id FROM ledger WHERE skill_id IS NOT NULL AND move IN (SELECT value FROM json_each(?))',
    )
    .pluck()
  const kept = db
    .prepare<[], [string, number]>(
      `SELECT skill_id, at FROM ledger WHERE move = 'keep' AND id IN (
         SELECT max(id) FROM ledger WHERE move IN ('keep', 'unkeep') AND skill_id IS NOT NULL GROUP BY skill_id)`,
    )
    .raw()
  const unwrite = db.prepare<[string | null, string, number]>(
    'DELETE FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE skill_id = ? AND move = ? AND at = ?)',
  )
  return {
    write: (line: LedgerEntry): void => void add({ ...line, id: undefined }),
    unwrite: ({ skillId, move, at }: LedgerEntry): void => void unwrite.run(skillId, move, at),
    ledger: (skillName?: string): LedgerLine[] => (skillName === undefined ? lines.all() : ofSkill.all(skillName)),
    ledgerAfter: after.all,
    lastLine: lastLine.get,
    lastEntry: (): number => last.get() ?? 0,
    skillsWith: (moves: readonly string[]): Set<string> => new Set(skillsWith.all(JSON.stringify(moves))),
    kept: (): Map<string, number> => new Map(kept.all()),
  }
}

const LINES = `SELECT id, at, skill_name AS skillName, skill_id AS skillId, move, actor, from_status AS fromStatus,
  to_status AS toStatus, version_id AS versionId, reason FROM ledger`

/** Revocations in force, and those that were lifted. */
export function revocationTable(db: Database) {
  const { insert } = statements(db)
  const add = insert(revocations)
  const inForce = db.prepare<[], Revocation>(
    'SELECT skill_name AS skillName, signature, at, reason FROM revocations WHERE lifted_at IS NULL ORDER BY id',
  )
  const has = db.prepare<[string, number], number>('SELECT 1 FROM revocations WHERE skill_name = ? AND at = ?').pluck()
  const lift = db.prepare<[number, string, string | null]>(
    'UPDATE revocations SET lifted_at = ? WHERE lifted_at IS NULL AND (skill_name = ? OR signature = ?)',
  )
  const renew = db.prepare<[number, string, string | null]>(
    'UPDATE revocations SET lifted_at = NULL WHERE lifted_at = ? AND (skill_name = ? OR signature = ?)',
  )
  // The latest one alone: an earlier revocation of the name may have the same time.
  const remove = db.prepare<[string, number]>(
    'DELETE FROM revocations WHERE id = (SELECT max(id) FROM revocations WHERE skill_name = ? AND at = ?)',
  )
  const renewRevoked = db.prepare<[string, number]>(
    `UPDATE revocations SET lifted_at = NULL WHERE skill_name = ? AND at = ?
       AND EXISTS (SELECT 1 FROM skills WHERE name = skill_name AND status = 'revoked')`,
  )
  return {
    revocations: inForce.all,
    revoke: add,
    lift: ({ at, skillName, signature }: Omit<Revocation, 'reason'>): void => void lift.run(at, skillName, signature),
    /** Takes back what `revoke` and `lift` did at a time. */
    unrevoke: ({ at, skillName }: Pick<Revocation, 'at' | 'skillName'>): void => void remove.run(skillName, at),
    unlift: ({ at, skillName, signature }: Omit<Revocation, 'reason'>): void =>
      void renew.run(at, skillName, signature),
    /** Revokes again what was revoked; one that is known is in force again where the skill's row is revoked. */
    restore(one: Revocation): void {
      if (has.get(one.skillName, one.at) === undefined) add(one)
      else renewRevoked.run(one.skillName, one.at)
    },
  }
}
