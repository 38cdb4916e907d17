import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { DrawnVersion, VersionFiles } from '../skill-records.ts'
import type { skills, skillVersions, versionEvidence } from './schema.ts'

/** In an order that satisfies the foreign keys. */
const ROWS = ['version_evidence', 'version_drafts', 'version_files'] as const

/** Rows that depend on versions: their evidence, drafts and files, which are deleted with them. */
export function versionRows(db: Database) {
  // Contents that another program changed are mended by the next version that has them.
  const addBlob = db.prepare<[string, Buffer]>(
    `INSERT INTO blobs (digest, bytes) VALUES (?,?)
       ON CONFLICT (digest) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes`,
  )
  const addFile = db.prepare<[string, string, string]>(
    'INSERT INTO version_files (version_id, path, blob) VALUES (?,?,?)',
  )
  const addDraft = db.prepare<[string, string, string]>(
    'INSERT INTO version_drafts (version_id, path, blob) VALUES (?,?,?)',
  )
  const dropFiles = db.prepare<[string]>('DELETE FROM version_files WHERE version_id = ?')
  const addEvidence = db.prepare<[string, string]>(
    'INSERT OR IGNORE INTO version_evidence (version_id, turn_id) VALUES (?,?)',
  )
  const from = db.prepare<
    [string],
    Pick<typeof versionEvidence.$inferSelect, 'turnId'> &
      Pick<typeof skillVersions.$inferSelect, 'version' | 'state'> & {
        readonly skill: (typeof skills.$inferSelect)['name']
      }
  >(
    `SELECT turn_id AS turnId, skills.name AS skill, v.version, v.state FROM version_evidence
       JOIN skill_versions v ON v.id = version_id JOIN skills ON skills.id = v.skill_id
     WHERE turn_id IN (SELECT value FROM json_each(?)) ORDER BY skills.name, v.rowid`,
  )
  const versionsOf = db.prepare<[string], string>('SELECT id FROM skill_versions WHERE skill_id = ?').pluck()
  const blobsOf = db
    .prepare<[string, string], string>(
      'SELECT blob FROM version_files WHERE version_id = ? UNION SELECT blob FROM version_drafts WHERE version_id = ?',
    )
    .pluck()
  const dropRows = ROWS.map((table) => db.prepare<[string]>(`DELETE FROM ${table} WHERE version_id = ?`))
  const dropVersion = db.prepare<[string]>('DELETE FROM skill_versions WHERE id = ?')
  const dropBlob = db.prepare<[string]>(
    `DELETE FROM blobs WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM version_files WHERE blob = digest)
       AND NOT EXISTS (SELECT 1 FROM version_drafts WHERE blob = digest)`,
  )

  function keep(files: VersionFiles, add: (path: string, digest: string) => void): void {
    for (const [path, content] of files) {
      const bytes = Buffer.from(content)
      const digest = createHash('sha256').update(bytes).digest('hex')
      addBlob.run(digest, bytes)
      add(path, digest)
    }
  }

  /** The files of a version, in the place of those that it has. */
  function keepFiles(versionId: string, files: VersionFiles): void {
    dropFiles.run(versionId)
    keep(files, (path, digest) => addFile.run(versionId, path, digest))
  }

  /** Deletes a version, and those of its file contents that no other version uses. */
  function forget(versionId: string): void {
    const blobs = blobsOf.all(versionId, versionId)
    for (const drop of [...dropRows, dropVersion]) drop.run(versionId)
    for (const digest of blobs) dropBlob.run(digest)
  }

  return {
    keepFiles,
    keepDraft: (versionId: string, files: VersionFiles): void =>
      keep(files, (path, digest) => addDraft.run(versionId, path, digest)),
    keepEvidence: (versionId: string, turnIds: readonly string[]): void => {
      for (const turnId of turnIds) addEvidence.run(versionId, turnId)
    },
    from: (turnIds: readonly string[]): DrawnVersion[] => from.all(JSON.stringify(turnIds)),
    forget,
    forgetAll: (skillId: string): void => versionsOf.all(skillId).forEach(forget),
  }
}
