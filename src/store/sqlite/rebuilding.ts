import type { Database } from 'better-sqlite3'
import type { Rebuilt, SkillRecord } from '../skill-records.ts'
import { exportTable } from './exports.ts'
import type { ledgerTable, revocationTable } from './ledger.ts'
import type { versionRows } from './version-rows.ts'

/**
 * Restores lost rows in one transaction. Existing lines, versions and revocations stay as they are, except that the
 * revocation of a skill whose row is revoked is in force again.
 */
export function rebuilding(
  db: Database,
  parts: {
    readonly saveSkill: (skill: SkillRecord) => void
    readonly versions: ReturnType<typeof versionRows>
    readonly ledger: ReturnType<typeof ledgerTable>
    readonly revocations: ReturnType<typeof revocationTable>
  },
): (rebuilt: Rebuilt) => void {
  const { saveSkill, versions, ledger, revocations } = parts
  const hasVersion = db.prepare<[string], number>('SELECT 1 FROM skill_versions WHERE id = ?').pluck()
  const hasCopy = db.prepare<[string], number>('SELECT 1 FROM skill_exports WHERE path = ?').pluck()
  const { noteExport } = exportTable(db)
  const rebuild = db.transaction(({ lines, between = [], skills, revocations: told, copies }: Rebuilt): void => {
    for (const one of skills) giveSkill(one)
    for (const { lifted, ...one } of told)
      if (lifted) revocations.lift(one)
      else revocations.restore(one)
    for (const line of between) ledger.writeAgain(line)
    for (const line of lines) ledger.write(line)
    for (const copy of copies) if (hasCopy.get(copy.path) === undefined) noteExport(copy)
  })

  function giveSkill({ skill, version }: Rebuilt['skills'][number]): void {
    saveSkill(skill)
    if (hasVersion.get(version.id) !== undefined) {
      if (version.files.size > 0) versions.keepFiles(version.id, version.files)
      return
    }
    // A database that a repair tool put together may have files of a version that it lost.
    if (version.files.size > 0) versions.forget(version.id)
    versions.keepVersion(version)
  }

  return rebuild.immediate
}
