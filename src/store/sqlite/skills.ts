import type { Database } from 'better-sqlite3'
import {
  isAsExpected,
  type LedgerEntry,
  type LedgerLine,
  type ReturnedTurns,
  type Revocation,
  type SkillChange,
  type SkillLocation,
  type SkillRecord,
  type VerdictRecord,
  type VersionRecord,
} from '../skill-records.ts'
import { rebuilding } from './rebuilding.ts'
import type { RowOf } from './row.ts'
import type { blobs, ledger, revocations as revocationTable, versionFiles } from './schema.ts'
import type { skillFinding } from './skill-finding.ts'
import { allVersions, type SkillRow, skillChangeLog, toSkill, toVersion, type VersionRow } from './skill-row.ts'
import { versionRows } from './version-rows.ts'
import { overwriting } from './waiting.ts'

/** Skills, their versions and the ledger; a change of a skill and its ledger line are one transaction. */
export function skillTable(
  db: Database,
  {
    finishTrigger,
    forgetArm,
    returnTurns,
    saveVerdict,
    finding,
  }: {
    readonly finishTrigger: (id: string) => void
    readonly forgetArm: (name: string) => void
    readonly returnTurns: (returned: ReturnedTurns, at: number) => void
    readonly saveVerdict: (verdict: VerdictRecord) => void
    readonly finding: Pick<ReturnType<typeof skillFinding>, 'indexSkill' | 'forgetText'>
  },
) {
  const noteChange = skillChangeLog(db)
  const byName = db.prepare<[string], SkillRow>('SELECT * FROM skills WHERE name = ?')
  const save = db.prepare<unknown[]>(
    `INSERT INTO skills (id, name, origin, status, signature, description, triggers_json, body, path, needs_review,
       evidence_count, head_version, digest, stamp, created_at, rules, altered, tags_json, projects_json, look) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT(id) DO UPDATE SET origin = excluded.origin, status = excluded.status, signature = excluded.signature, description = excluded.description,
       triggers_json = excluded.triggers_json, body = excluded.body, path = excluded.path,
       needs_review = excluded.needs_review, evidence_count = excluded.evidence_count,
       head_version = excluded.head_version, digest = excluded.digest, stamp = excluded.stamp,
       rules = excluded.rules, altered = excluded.altered, tags_json = excluded.tags_json,
       projects_json = excluded.projects_json, look = excluded.look`,
  )
  const versions = db.prepare<[string], VersionRow>(
    // By insertion, since the clock may be wrong.
    'SELECT * FROM skill_versions WHERE skill_id = ? ORDER BY rowid',
  )
  const heads = db.prepare<[], VersionRow>(
    `SELECT v.* FROM skills s JOIN skill_versions v ON v.skill_id = s.id AND v.version = s.head_version ORDER BY v.rowid DESC`,
  )
  const proposed = db
    .prepare<[], [string, string]>(
      `SELECT skill_id, v.version FROM skill_versions v INDEXED BY skill_versions_proposed JOIN skills s ON s.id = skill_id
       WHERE state = 'proposed' AND status NOT IN ('archived', 'revoked') ORDER BY v.rowid`,
    )
    .raw()
  const addVersion = db.prepare<unknown[]>(
    `INSERT INTO skill_versions (id, skill_id, version, parent_id, author, reason, state, digest, evidence_json,
       trigger_id, created_at, base_id) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`,
  )
  const revoke = db.prepare<[string, string | null, number, string]>(
    'INSERT INTO revocations (skill_name, signature, at, reason) VALUES (?,?,?,?)',
  )
  const lastEntry = db.prepare<[], number | null>('SELECT max(id) FROM ledger').pluck()
  const lift = db.prepare<[number, string, string | null]>(
    'UPDATE revocations SET lifted_at = ? WHERE lifted_at IS NULL AND (skill_name = ? OR signature = ?)',
  )
  // The latest one alone: an earlier revocation of the name may have the same time.
  const unrevoke = db.prepare<[string, number]>(
    'DELETE FROM revocations WHERE id = (SELECT max(id) FROM revocations WHERE skill_name = ? AND at = ?)',
  )
  const renewRevocation = db.prepare<[number, string, string | null]>(
    'UPDATE revocations SET lifted_at = NULL WHERE lifted_at = ? AND (skill_name = ? OR signature = ?)',
  )
  const unwrite = db.prepare<[string | null, string, number]>(
    'DELETE FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE skill_id = ? AND move = ? AND at = ?)',
  )
  const revocations = db.prepare<[], Pick<typeof revocationTable.$inferSelect, keyof Revocation>>(
    'SELECT skill_name AS skillName, signature, at, reason FROM revocations WHERE lifted_at IS NULL ORDER BY id',
  )
  const decide = db.prepare<[string, string]>('UPDATE skill_versions SET state = ? WHERE id = ?')
  const place = db.prepare<[string, string, string, string]>(
    'UPDATE skills SET path = ?, digest = ?, stamp = ? WHERE id = ?',
  )
  const files = db.prepare<[string], FileRow>(
    'SELECT path, bytes FROM version_files JOIN blobs ON blob = digest WHERE version_id = ? ORDER BY path',
  )
  const filesOf = db.prepare<[string], FileRow & Pick<RowOf<typeof versionFiles>, 'version_id'>>(
    `SELECT version_id, path, bytes FROM version_files JOIN blobs ON blob = digest
     WHERE version_id IN (SELECT value FROM json_each(?)) ORDER BY version_id, path`,
  )
  const drafts = db.prepare<[string], FileRow>(
    'SELECT path, bytes FROM version_drafts JOIN blobs ON blob = digest WHERE version_id = ? ORDER BY path',
  )
  const addLine = db.prepare<unknown[]>(
    `INSERT INTO ledger (at, skill_name, skill_id, move, actor, from_status, to_status, version_id, reason)
     VALUES (?,?,?,?,?,?,?,?,?)`,
  )
  const lines = db.prepare<[], LedgerRow>(`${LEDGER_LINES} ORDER BY id`)
  const linesAfter = db.prepare<[number, number], LedgerRow>(`${LEDGER_LINES} WHERE id > ? ORDER BY id LIMIT ?`)
  const linesOf = db.prepare<[string], LedgerRow>(`${LEDGER_LINES} WHERE skill_name = ? ORDER BY id`)
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

  const rows = versionRows(db)
  const lastLine = db.prepare<[], LedgerRow>(`${LEDGER_LINES} WHERE skill_id IS NOT NULL ORDER BY id DESC LIMIT 1`)

  const apply = db.transaction((change: SkillChange): boolean => {
    const { skill: s, expect, version: v } = change
    const row = byName.get(s.name)
    if (!isAsExpected(row === undefined ? undefined : toSkill(row), expect)) return false
    saveSkill(s)
    if (v !== undefined) keepVersion(v)
    if (change.newcomer === true) forgetArm(s.name)
    if (change.revocation === 'lift') lift.run(change.ledger.at, s.name, s.signature)
    if (change.revocation === 'start') revoke.run(s.name, s.signature, change.ledger.at, change.ledger.reason)
    for (const { state, versionId } of change.decides ?? []) decide.run(state, versionId)
    for (const verdict of change.accepts ?? []) saveVerdict({ ...verdict, accepted: true })
    if (change.returned !== undefined) returnTurns(change.returned, change.ledger.at)
    for (const id of change.finishes ?? []) finishTrigger(id)
    write(change.ledger)
    return true
  })

  const takeBack = db.transaction(({ version, decides, accepts, revocation, ledger }: SkillChange, s: SkillRecord) => {
    saveSkill(s)
    if (version !== undefined) rows.forget(version.id)
    for (const { versionId, was = 'proposed' } of decides ?? []) decide.run(was, versionId)
    for (const verdict of accepts ?? []) saveVerdict({ ...verdict, accepted: false })
    if (revocation === 'start') unrevoke.run(s.name, ledger.at)
    if (revocation === 'lift') renewRevocation.run(ledger.at, s.name, s.signature)
    unwrite.run(ledger.skillId, ledger.move, ledger.at)
  })

  const placed = db.transaction((skillId: string, { path, digest, stamp }: SkillLocation, finishes?: string): void => {
    place.run(path, digest, stamp, skillId)
    noteChange(skillId)
    if (finishes !== undefined) finishTrigger(finishes)
  })

  const dropTrigger = db.transaction((triggerId: string, line: LedgerEntry, returned?: ReturnedTurns): void => {
    write(line)
    finishTrigger(triggerId)
    if (returned !== undefined) returnTurns(returned, line.at)
  })

  const announceOne = db.prepare<[string, number]>(
    'INSERT INTO announcements (skill_id, at) VALUES (?,?) ON CONFLICT DO NOTHING',
  )
  const announce = db.transaction((skillIds: readonly string[], at: number): string[] =>
    skillIds.filter((id) => announceOne.run(id, at).changes > 0),
  )

  const forgetSkill = [
    'DELETE FROM announcements WHERE skill_id = ?',
    'DELETE FROM folder_contents WHERE skill_id = ?',
    'DELETE FROM skills WHERE id = ?',
  ].map((sql) => db.prepare<[string]>(sql))
  const forgetPrompts = db.prepare<[string]>('DELETE FROM evolved_prompts WHERE skill_name = ?')
  const forgetInConversations = db.prepare<[string]>('UPDATE conversations SET text = NULL WHERE skill = ?')
  const forget = db.transaction((skillId: string, line: LedgerEntry): void => {
    noteChange(skillId)
    rows.forgetAll(skillId)
    for (const drop of forgetSkill) drop.run(skillId)
    finding.forgetText(line.skillName)
    forgetPrompts.run(line.skillName)
    forgetInConversations.run(line.skillName)
    // A later skill of this name starts without outcomes.
    forgetArm(line.skillName)
    write(line)
  })

  function keepVersion(v: NonNullable<SkillChange['version']>): void {
    addVersion.run(
      v.id,
      v.skillId,
      v.version,
      v.parentId,
      v.author,
      v.reason,
      v.state,
      v.digest,
      JSON.stringify(v.evidence),
      v.triggerId,
      v.createdAt,
      v.baseId,
    )
    rows.keepEvidence(v.id, v.evidence)
    rows.keepFiles(v.id, v.files)
    rows.keepDraft(v.id, v.draft ?? new Map())
  }

  function saveSkill(s: SkillRecord): void {
    save.run(
      s.id,
      s.name,
      s.origin,
      s.status,
      s.signature,
      s.description,
      JSON.stringify(s.triggers),
      s.body,
      s.path,
      Number(s.needsReview),
      s.evidenceCount,
      s.headVersion,
      s.digest,
      s.stamp,
      s.createdAt,
      s.rules,
      Number(s.altered),
      JSON.stringify(s.tags ?? []),
      JSON.stringify(s.projects ?? []),
      s.altered ? (s.look ?? null) : null,
    )
    noteChange(s.id)
    finding.indexSkill(s)
  }

  function write(l: LedgerEntry): void {
    addLine.run(l.at, l.skillName, l.skillId, l.move, l.actor, l.fromStatus, l.toStatus, l.versionId, l.reason)
  }

  return {
    versions: (skillId: string): VersionRecord[] => versions.all(skillId).map(toVersion),
    allVersions: allVersions(db),
    heads: (): Map<string, VersionRecord> =>
      new Map(Array.from(heads.iterate(), (row): [string, VersionRecord] => [row.skill_id, toVersion(row)])),
    proposed: (): Map<string, string> => new Map(proposed.all()),
    versionsFrom: rows.from,
    files: (versionId: string) => asFiles(files.all(versionId)),
    filesOf(versionIds: readonly string[]): Map<string, Map<string, Uint8Array>> {
      const found = new Map<string, Map<string, Uint8Array>>()
      for (const { version_id, path, bytes } of filesOf.iterate(JSON.stringify(versionIds))) {
        const of = found.get(version_id) ?? new Map<string, Uint8Array>()
        found.set(version_id, of.set(path, new Uint8Array(bytes)))
      }
      return found
    },
    draftOf: (versionId: string) => asFiles(drafts.all(versionId)),
    rebuild: rebuilding(db, { saveSkill, keepVersion, write }),
    lastLine: lastLine.get,
    apply: apply.immediate,
    takeBack: takeBack.immediate,
    placed: placed.immediate,
    announce: announce.immediate,
    forget: (skillId: string, line: LedgerEntry): void => overwriting(db, () => forget.immediate(skillId, line)),
    dropTrigger: dropTrigger.immediate,
    write,
    skillsWith: (moves: readonly string[]): Set<string> => new Set(skillsWith.all(JSON.stringify(moves))),
    kept: (): Map<string, number> => new Map(kept.all()),
    lastEntry: (): number => lastEntry.get() ?? 0,
    revocations: revocations.all,
    ledgerAfter: linesAfter.all,
    ledger: (skillName?: string): LedgerLine[] => (skillName === undefined ? lines.all() : linesOf.all(skillName)),
  }
}

type LedgerRow = Omit<typeof ledger.$inferSelect, 'detailJson'>

type FileRow = Pick<typeof versionFiles.$inferSelect, 'path'> & Pick<typeof blobs.$inferSelect, 'bytes'>

const LEDGER_LINES = `SELECT id, at, skill_name AS skillName, skill_id AS skillId, move, actor, from_status AS fromStatus,
  to_status AS toStatus, version_id AS versionId, reason FROM ledger`

const asFiles = (rows: readonly FileRow[]): Map<string, Uint8Array> =>
  new Map(rows.map(({ path, bytes }) => [path, new Uint8Array(bytes)]))
