import type { Database } from 'better-sqlite3'
import { NEWEST_DRAWN } from './past-versions.ts'

/**
 * The versions in use of skills that are not revoked: the head, what waits, what these were made from, and the newest
 * that were drawn from turns.
 */
const IN_USE = `
  AND (v.version = s.head_version OR v.state = 'proposed'
    OR v.id IN (SELECT value FROM skill_versions k JOIN skills h ON h.id = k.skill_id, json_each(json_array(k.base_id, k.parent_id))
      WHERE k.state = 'proposed' OR k.version = h.head_version)
    OR v.rowid IN (${NEWEST_DRAWN}))`

/**
 * Fills the table `temp.evidence` with the turns that versions of skills were drafted from; a revoked skill needs none.
 * Call `collect` at the beginning of a pass and before each step; it reads the versions again only where they changed.
 */
export function keptEvidence(db: Database): {
  /** `inUse`: of the versions in use only. */
  collect(inUse: boolean, how: { readonly again: boolean }): void
  /** Versions were deleted. */
  forget(): void
} {
  const newestVersion = db.prepare<[], number | null>('SELECT max(rowid) FROM skill_versions').pluck()
  let collected: string | undefined
  return {
    collect(inUse, { again }) {
      const wanted = `${newestVersion.get() ?? 0} ${inUse}`
      if (collected === wanted && !again) return
      db.exec(`CREATE TEMP TABLE IF NOT EXISTS evidence (id TEXT PRIMARY KEY) WITHOUT ROWID;
        DELETE FROM temp.evidence;
        INSERT OR IGNORE INTO temp.evidence SELECT e.value FROM skill_versions v JOIN skills s ON s.id = v.skill_id, json_each(v.evidence_json) e
          WHERE s.status <> 'revoked' ${inUse ? IN_USE : ''}`)
      collected = wanted
    },
    forget: () => {
      collected = undefined
    },
  }
}
