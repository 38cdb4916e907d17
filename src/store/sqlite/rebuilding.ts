import type { Database } from 'better-sqlite3'
import type { LedgerEntry, Rebuilt, SkillChange, SkillRecord } from '../skill-records.ts'
import { exportTable } from './exports.ts'
import { versionRows } from './version-rows.ts'

/**
 * Restores lost rows in one transaction. Existing lines, versions and revocations stay as they are, except that the
 * revocation of a skill whose row is revoked is in force again.
 */
export function rebuilding(
  db: Database,
  write: {
    readonly saveSkill: (skill: SkillRecord) => void
    readonly keepVersion: (version: NonNullable<SkillChange['version']>) => void
    readonly write: (line: LedgerEntry) => void
  },
): (rebuilt: Rebuilt) => void {
  const rows = versionRows(db)
  const hasVersion = db.prepare<[string], number>('SELECT 1 FROM skill_versions WHERE id = ?').pluck()
  const hasRevocation = db.prepare<[string, number], number>(
    'SELECT 1 FROM revocations WHERE skill_name = ? AND at = ?',
  )
  const revoke = db.prepare<[string, string | null, number, string]>(
    'INSERT INTO revocations (skill_name, signature, at, reason) VALUES (?,?,?,?)',
  )
  const renew = db.prepare<[string, number]>(
    `UPDATE revocations SET lifted_at = NULL WHERE skill_name = ? AND at = ?
       AND EXISTS (SELECT 1 FROM skills WHERE name = skill_name AND status = 'revoked')`,
  )
  const lift = db.prepare<[number, string, string | null]>(
    'UPDATE revocations SET lifted_at = ? WHERE lifted_at IS NULL AND (skill_name = ? OR signature = ?)',
  )
  const addBetween = db.prepare<unknown[]>(
    `INSERT INTO ledger (id, at, skill_name, skill_id, move, actor, from_status, to_status, version_id, reason)
     VALUES (?,?,?,?,?,?,?,?,?,?)`,
  )
  const hasCopy = db.prepare<[string], number>('SELECT 1 FROM skill_exports WHERE path = ?').pluck()
  const rebuild = db.transaction(({ lines, between = [], skills, revocations, copies }: Rebuilt): void => {
    for (const one of skills) giveSkill(one)
    for (const { skillName, signature, at, reason, lifted } of revocations)
      if (lifted) lift.run(at, skillName, signature)
      else if (hasRevocation.get(skillName, at) === undefined) revoke.run(skillName, signature, at, reason)
      else renew.run(skillName, at)
    for (const l of between)
      addBetween.run(
        ...[l.id, l.at, l.skillName, l.skillId, l.move, l.actor, l.fromStatus, l.toStatus, l.versionId, l.reason],
      )
    for (const line of lines) write.write(line)
    for (const copy of copies) if (hasCopy.get(copy.path) === undefined) exportTable(db).noteExport(copy)
  })

  function giveSkill({ skill, version }: Rebuilt['skills'][number]): void {
    write.saveSkill(skill)
    if (hasVersion.get(version.id) !== undefined) {
      if (version.files.size > 0) rows.keepFiles(version.id, version.files)
      return
    }
    // A database that a repair tool put together may have files of a version that it lost.
    if (version.files.size > 0) rows.forget(version.id)
    write.keepVersion(version)
  }

  return (rebuilt) => rebuild.immediate(rebuilt)
}
