import type { Database } from 'better-sqlite3'
import type { LedgerEntry, Rebuilt, SkillChange, SkillRecord } from '../skill-records.ts'
import { exportTable } from './exports.ts'
import { versionRows } from './version-rows.ts'

/** Restores lost rows in one transaction. Existing lines, versions and revocations stay as they are. */
export function rebuilding(
  db: Database,
  write: {
    readonly saveSkill: (skill: SkillRecord) => void
    readonly keepVersion: (version: NonNullable<SkillChange['version']>) => void
    readonly write: (line: LedgerEntry) => void
  },
): (rebuilt: Rebuilt) => void {
  const forgetVersion = versionRows(db).forget
  const hasVersion = db.prepare<[string], number>('SELECT 1 FROM skill_versions WHERE id = ?').pluck()
  const hasRevocation = db.prepare<[string, number], number>(
    'SELECT 1 FROM revocations WHERE skill_name = ? AND at = ?',
  )
  const revoke = db.prepare<[string, string | null, number, string]>(
    'INSERT INTO revocations (skill_name, signature, at, reason) VALUES (?,?,?,?)',
  )
  const lift = db.prepare<[number, string, string | null]>(
    'UPDATE revocations SET lifted_at = ? WHERE lifted_at IS NULL AND (skill_name = ? OR signature = ?)',
  )
  const hasCopy = db.prepare<[string], number>('SELECT 1 FROM skill_exports WHERE path = ?').pluck()
  const rebuild = db.transaction(({ lines, skills, revocations, copies }: Rebuilt): void => {
    for (const { skill, version } of skills) {
      write.saveSkill(skill)
      if (hasVersion.get(version.id) !== undefined) continue
      // A database that a repair tool put together may have files of a version that it lost.
      if (version.files.size > 0) forgetVersion(version.id)
      write.keepVersion(version)
    }
    for (const { skillName, signature, at, reason, lifted } of revocations)
      if (lifted) lift.run(at, skillName, signature)
      else if (hasRevocation.get(skillName, at) === undefined) revoke.run(skillName, signature, at, reason)
    for (const line of lines) write.write(line)
    for (const copy of copies) if (hasCopy.get(copy.path) === undefined) exportTable(db).save(copy)
  })
  return (rebuilt) => rebuild.immediate(rebuilt)
}
