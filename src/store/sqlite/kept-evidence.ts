import type { Database } from 'better-sqlite3'

/**
 * Of skills that are not revoked: the version in use, what waits, the newest accepted one that was drawn from turns, which is
 * shown as evidence of what a person made of it, and the newest of all, from which the next draft takes its evidence.
 */
const IN_USE = `
  AND (v.version = s.head_version OR v.state = 'proposed' OR v.rowid IN (
    SELECT max(rowid) FROM skill_versions WHERE state = 'accepted' AND evidence_json <> '[]' GROUP BY skill_id
    UNION SELECT max(rowid) FROM skill_versions WHERE state <> 'rejected' AND evidence_json <> '[]' GROUP BY skill_id))`

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
