import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Decided, DrawnVersion, SkillChange, VersionFiles, VersionRecord } from '../skill-records.ts'
import { recordsOf } from './row.ts'
import { skillVersions } from './schema.ts'
import { WITHDRAWN } from './skill-rows.ts'
import { statements } from './statements.ts'

/** In an order that satisfies the foreign keys. */
const ROWS = ['version_evidence', 'version_files'] as const

/** Rows that depend on versions: their evidence and files, which are deleted with them. */
export function versionRows(db: Database) {
  const { insert } = statements(db)
  const add = insert(skillVersions)
  const decide = db.prepare<[string, string]>('UPDATE skill_versions SET state = ? WHERE id = ?')
  // Contents that another program changed are mended by the next version that has them.
  const addBlob = db.prepare<[string, Buffer]>(
    `INSERT INTO blobs (digest, bytes) VALUES (?,?)
       ON CONFLICT (digest) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes`,
  )
  const addFile = db.prepare<[string, number, string, string]>(
    'INSERT INTO version_files (version_id, drafted, path, blob) VALUES (?,?,?,?)',
  )
  const dropFiles = db.prepare<[string]>('DELETE FROM version_files WHERE version_id = ? AND drafted = 0')
  const addEvidence = db.prepare<[string, string]>(
    'INSERT OR IGNORE INTO version_evidence (version_id, turn_id) VALUES (?,?)',
  )
  const versionsOf = db.prepare<[string], string>('SELECT id FROM skill_versions WHERE skill_id = ?').pluck()
  const blobsOf = db.prepare<[string], string>('SELECT DISTINCT blob FROM version_files WHERE version_id = ?').pluck()
  const dropRows = ROWS.map((table) => db.prepare<[string]>(`DELETE FROM ${table} WHERE version_id = ?`))
  const dropVersion = db.prepare<[string]>('DELETE FROM skill_versions WHERE id = ?')
  const dropBlob = db.prepare<[string]>(
    'DELETE FROM blobs WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM version_files WHERE blob = digest)',
  )

  function keep(versionId: string, files: VersionFiles, drafted: 0 | 1): void {
    for (const [path, content] of files) {
      const bytes = Buffer.from(content)
      const digest = createHash('sha256').update(bytes).digest('hex')
      addBlob.run(digest, bytes)
      addFile.run(versionId, drafted, path, digest)
    }
  }

  function keepFiles(versionId: string, files: VersionFiles): void {
    dropFiles.run(versionId)
    keep(versionId, files, 0)
  }

  /** Deletes a version, and those of its file contents that no other version uses. */
  function forget(versionId: string): void {
    const blobs = blobsOf.all(versionId)
    for (const drop of [...dropRows, dropVersion]) drop.run(versionId)
    for (const digest of blobs) dropBlob.run(digest)
  }

  return {
    keepFiles,
    keepVersion(version: NonNullable<SkillChange['version']>): void {
      const { id, evidence, files, draft = new Map<string, string>() } = version
      add(version)
      for (const turnId of evidence) addEvidence.run(id, turnId)
      keepFiles(id, files)
      keep(id, draft, 1)
    },
    decide: ({ versionId, state }: Decided): void => void decide.run(state, versionId),
    forget,
    forgetAll: (skillId: string): void => versionsOf.all(skillId).forEach(forget),
  }
}

export function versionReads(db: Database) {
  // By insertion, since the clock may be wrong.
  const versions = db.prepare<[string]>(`SELECT ${COLUMNS} FROM skill_versions WHERE skill_id = ? ORDER BY rowid`)
  const all = db.prepare<[]>(`SELECT ${COLUMNS} FROM skill_versions ORDER BY rowid`)
  // Skill by skill, which the index gives without sorting.
  const ofSkills = db.prepare<[string]>(
    `SELECT ${COLUMNS} FROM skill_versions WHERE skill_id IN (SELECT value FROM json_each(?)) ORDER BY skill_id, rowid`,
  )
  const heads = db.prepare<[]>(
    `SELECT ${COLUMNS} FROM skills s JOIN skill_versions ON skill_id = s.id AND skill_versions.version = s.head_version
     ORDER BY skill_versions.rowid DESC`,
  )
  const proposed = db
    .prepare<[], [string, string]>(
      `SELECT skill_id, v.version FROM skill_versions v INDEXED BY skill_versions_proposed JOIN skills s ON s.id = skill_id
       WHERE state = 'proposed' AND status NOT IN ${WITHDRAWN} ORDER BY v.rowid`,
    )
    .raw()
  const from = db.prepare<[string], DrawnVersion>(
    `SELECT turn_id AS turnId, skills.name AS skill, v.version, v.state FROM version_evidence
       JOIN skill_versions v ON v.id = version_id JOIN skills ON skills.id = v.skill_id
     WHERE turn_id IN (SELECT value FROM json_each(?)) ORDER BY skills.name, v.rowid`,
  )
  const files = db.prepare<[string, number], FileRow>(
    `SELECT version_id AS version, path, bytes FROM version_files JOIN blobs ON blob = digest
     WHERE version_id IN (SELECT value FROM json_each(?)) AND drafted = ? ORDER BY version_id, path`,
  )

  const filesOf = (drafted: 0 | 1) => (versionIds: readonly string[]) => {
    const found = new Map<string, Map<string, Uint8Array>>()
    for (const { version, path, bytes } of files.iterate(JSON.stringify(versionIds), drafted))
      found.set(version, (found.get(version) ?? new Map<string, Uint8Array>()).set(path, new Uint8Array(bytes)))
    return found
  }
  const ofOne = (drafted: 0 | 1) => (versionId: string) =>
    filesOf(drafted)([versionId]).get(versionId) ?? new Map<string, Uint8Array>()

  return {
    versions: (skillId: string) => versions.all(skillId).map(record),
    // Row by row, since rows that are kept until all are read cost as much again.
    allVersions: (skillIds?: readonly string[]) =>
      Array.from(skillIds === undefined ? all.iterate() : ofSkills.iterate(JSON.stringify(skillIds)), record),
    heads: () => new Map(Array.from(heads.iterate(), record).map((one) => [one.skillId, one] as const)),
    proposed: (): Map<string, string> => new Map(proposed.all()),
    versionsFrom: (turnIds: readonly string[]): DrawnVersion[] => from.all(JSON.stringify(turnIds)),
    files: ofOne(0),
    filesOf: filesOf(0),
    draftOf: ofOne(1),
  }
}

const { columns, record } = recordsOf<typeof skillVersions, VersionRecord>(skillVersions)
const COLUMNS = columns()

interface FileRow {
  readonly version: string
  readonly path: string
  readonly bytes: Buffer
}

/** Automatic versions of a skill, and unmeasured prompt rows, that are kept besides those that are needed. */
export const KEPT_VERSIONS = 20
/** The same where the rows are above their bound. */
const KEPT_ABOVE = 3
/** Versions deleted in one pass: about 50 ms. */
const AT_ONCE = 500

/**
 * The newest version of each skill and state that was drawn from turns: what the skill rests on, although a person's
 * versions and a rejected proposal came after it, and that from which the next draft takes its evidence.
 */
const NEWEST_DRAWN =
  "SELECT max(rowid) FROM skill_versions WHERE state <> 'rejected' AND evidence_json <> '[]' GROUP BY skill_id, state"

/**
 * Versions by this program to which nothing refers: not a head or proposal, not their ancestors, not named by a
 * person's ledger line, an agent's copy or a pending draft, and not the newest from which the next draft takes its
 * evidence.
 */
const PAST = `
  SELECT id FROM (
    SELECT v.id, v.author, v.state, v.trigger_id, v.rowid AS place, v.skill_id, v.version = s.head_version AS is_head,
      row_number() OVER (PARTITION BY v.skill_id ORDER BY v.rowid DESC) AS rank
    FROM skill_versions v JOIN skills s ON s.id = v.skill_id)
  WHERE rank > ? AND author = 'auto' AND state <> 'proposed' AND NOT is_head
    AND id NOT IN (SELECT value FROM skill_versions k JOIN skills s ON s.id = k.skill_id, json_each(json_array(k.base_id, k.parent_id))
      WHERE value IS NOT NULL AND (k.state = 'proposed' OR k.version = s.head_version))
    AND id NOT IN (SELECT version_id FROM ledger WHERE actor = 'person' AND version_id IS NOT NULL)
    AND id NOT IN (SELECT version_id FROM skill_exports)
    AND (trigger_id IS NULL OR trigger_id NOT IN (SELECT id FROM triggers))
    AND place NOT IN (${NEWEST_DRAWN})
  LIMIT ${AT_ONCE}`

/** Prior rows of drafts that no measurement, child or pending draft needs; the router reads a skill's newest. */
const DROP_PROMPTS = `
  DELETE FROM evolved_prompts WHERE id IN (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY skill_name ORDER BY created_at DESC, rowid DESC) AS rank
      FROM evolved_prompts WHERE scorer = 'auto_drafter' AND score_measured = 0)
    WHERE rank > ?
      AND id NOT IN (SELECT parent_id FROM evolved_prompts WHERE parent_id IS NOT NULL)
      AND id NOT IN (SELECT id FROM triggers)
    LIMIT ${AT_ONCE})`

/** Limits old versions and prompt rows of drafts, a bounded number of rows a call; call it inside a transaction. */
export function pastVersions(db: Database): {
  /** `isOver`: the rows are above their bound. */
  drop(isOver: boolean): { readonly versions: number; readonly prompts: number }
} {
  const past = db.prepare<[number], string>(PAST).pluck()
  const dropPrompts = db.prepare<[number]>(DROP_PROMPTS)
  const rows = versionRows(db)
  return {
    drop(isOver) {
      const kept = isOver ? KEPT_ABOVE : KEPT_VERSIONS
      const ids = past.all(kept)
      ids.forEach(rows.forget)
      return { versions: ids.length, prompts: dropPrompts.run(kept).changes }
    },
  }
}
