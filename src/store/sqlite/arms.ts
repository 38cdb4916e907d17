import type { Database } from 'better-sqlite3'
import { LEFT_TO_CHANCE, liftRecord } from '../../domain/lift/trials.ts'
import type { LoggedContender } from '../../domain/routing/logged.ts'
import type { SkillCounts } from '../../domain/skill.ts'
import type { ArmRow, LastUse, LiftMark, PlacedRecord, VersionUseRow } from '../ports/decision-store.ts'
import type { decisions } from './routing-schema.ts'
import type { Known, RowOf } from './row.ts'
import { WITHDRAWN } from './skill-rows.ts'

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

type Row = Pick<
  Known<RowOf<typeof decisions>, 'settled' | 'outcome' | 'first'>,
  'settled' | 'pick' | 'outcome' | 'first' | 'weighed_json' | 'project_dir'
>

/** Reads the decisions that lift is computed from, in pages by settled index, and when skills were used. */
export function useTable(db: Database) {
  // A row costs half as much as a list of values, most skills never began anew, and most decisions had one contender.
  const page = db
    .prepare<
      [number, number],
      [Row['settled'], Row['pick'], Row['outcome'], Row['first'], Row['project_dir'], Row['weighed_json']]
    >(
      `SELECT settled, pick, outcome, first, project_dir,
         coalesce(CASE json_array_length(weighed_json) WHEN 1 THEN weighed_json -> '$[0].propensity' END, weighed_json) FROM decisions
     WHERE settled > ? AND reason IN (${LEFT_TO_CHANCE.map((reason) => `'${reason}'`).join(', ')}) AND first IS NOT NULL
       AND (number > (SELECT max(since) FROM arms) OR number > coalesce((SELECT since FROM arms WHERE name = first), 0))
     ORDER BY settled LIMIT ?`,
    )
    .raw()
  // The number is another one where something was taken back, the id where another log is in the place of this one.
  const mark = db.prepare<[number, number], LiftMark>(
    `SELECT ? AS upTo, lift_changes || ' ' ||
       coalesce((SELECT id FROM decisions WHERE settled <= ? ORDER BY settled DESC LIMIT 1), '') AS token
     FROM world WHERE id = 1`,
  )
  // The condition is that of the index on it; without it all rows are read.
  const last = db
    .prepare<[], number>('SELECT coalesce(max(settled), 0) FROM decisions WHERE settled IS NOT NULL')
    .pluck()
  const lastUses = db.prepare<[], LastUse>(
    `SELECT skills.id, skills.name, status, created_at AS createdAt, last_used_at AS lastUsedAt
     FROM skills LEFT JOIN arms USING (name) WHERE status NOT IN ${WITHDRAWN} ORDER BY skills.name`,
  )
  const outcomes = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM decisions WHERE settled IS NOT NULL AND pick = ? AND settled_at > ?',
    )
    .pluck()

  function records(after: number, limit: number): PlacedRecord[] {
    const found: PlacedRecord[] = []
    for (const [settled, pick, outcome, skill, projectDir, json] of page.all(after, limit)) {
      const weighed = json.startsWith('[')
        ? (JSON.parse(json) as LoggedContender[])
        : [{ skill, propensity: JSON.parse(json) as LoggedContender['propensity'] }]
      const record = liftRecord(pick, outcome === 'success', weighed)
      if (record !== undefined) found.push(Object.assign(record, { settled, projectDir }))
    }
    return found
  }

  return {
    liftRecords: records,
    liftMark: (upTo = last.get() ?? 0): LiftMark => mark.get(upTo, upTo)!,
    lastUses: lastUses.all,
    outcomesSince: (name: string, at: number): number => outcomes.get(name, at) ?? 0,
  }
}
