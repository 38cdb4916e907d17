import type { Database } from 'better-sqlite3'
import type { SkillCounts } from '../../domain/skill.ts'
import type { ArmRow, VersionUseRow } from '../ports/decision-store.ts'

/** Sums of the decision log by skill and by version. Writers run inside the caller's transaction. */
export function armTable(db: Database) {
  const addToArm = db.prepare<[string, number, number, number, number, number | null]>(
    `INSERT INTO arms (name, successes, failures, offered, loaded, last_used_at) VALUES (?,?,?,?,?,?)
     ON CONFLICT(name) DO UPDATE SET successes = successes + excluded.successes, failures = failures + excluded.failures,
       offered = offered + excluded.offered, loaded = loaded + excluded.loaded,
       last_used_at = coalesce(max(last_used_at, excluded.last_used_at), last_used_at, excluded.last_used_at)`,
  )
  const addToVersion = db.prepare<[string, string, number, number, number, number]>(
    `INSERT INTO version_uses (skill, version, successes, failures, offered, loaded) VALUES (?,?,?,?,?,?)
     ON CONFLICT(skill, version) DO UPDATE SET successes = successes + excluded.successes,
       failures = failures + excluded.failures, offered = offered + excluded.offered, loaded = loaded + excluded.loaded`,
  )
  const versionUses = db.prepare<[], VersionUseRow>(`${VERSION_USES} ORDER BY skill, version`)
  const versionUsesOf = db.prepare<[string], VersionUseRow>(
    `${VERSION_USES} WHERE skill IN (SELECT value FROM json_each(?)) ORDER BY skill, version`,
  )
  const forgetVersions = db.prepare<[string]>('DELETE FROM version_uses WHERE skill = ?')
  const since = db.prepare<[string], number>('SELECT since FROM arms WHERE name = ?').pluck()
  const all = db.prepare<[], ArmRow>(`${ARMS} ORDER BY name`)
  const armsOf = db.prepare<[string], ArmRow>(`${ARMS} AND name IN (SELECT value FROM json_each(?)) ORDER BY name`)
  // A mark stays: outcomes of an earlier skill of this name do not count for the next.
  const forgetArm = db.prepare<[string]>(
    `INSERT OR REPLACE INTO arms (name, successes, failures, offered, loaded, since)
     SELECT ?, 0, 0, 0, 0, decisions FROM world`,
  )

  function count(skill: string, version: string | null, more: Partial<SkillCounts>, at: number | null = null): void {
    const { successes = 0, failures = 0, offered = 0, loaded = 0 } = more
    addToArm.run(skill, successes, failures, offered, loaded, at)
    if (version !== null) addToVersion.run(skill, version, successes, failures, offered, loaded)
  }

  return {
    count,
    /** The number of the decision up to which they are of an earlier skill of this name. */
    since: (name: string | null): number => since.get(name ?? '') ?? 0,
    forget(name: string): void {
      forgetArm.run(name)
      forgetVersions.run(name)
    },
    versionUses: (names?: readonly string[]): VersionUseRow[] =>
      names === undefined ? versionUses.all() : versionUsesOf.all(JSON.stringify(names)),
    arms: (names?: readonly string[]): ArmRow[] =>
      names === undefined ? all.all() : armsOf.all(JSON.stringify(names)),
  }
}

const ARMS = 'SELECT name, successes, failures, offered, loaded, last_used_at AS lastUsedAt FROM arms WHERE offered > 0'
const VERSION_USES = 'SELECT skill AS name, version, offered, loaded, successes, failures FROM version_uses'
