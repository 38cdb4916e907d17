import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { replay } from '../../src/domain/lifecycle.ts'
import type { SkillStatus } from '../../src/domain/skill.ts'
import { readSkillFolder } from '../../src/store/read-skill-folder.ts'
import { filesBelow, type Home } from './home.ts'
import { copyDigests, surroundings } from './surroundings.ts'

/** A skill's row with its head, read from the database without the product. */
export interface SkillRow {
  readonly id: string
  readonly name: string
  readonly origin: string
  readonly status: SkillStatus
  readonly needsReview: number
  readonly evidence: number
  readonly headVersion: string
  readonly headId: string | null
  readonly headDigest: string | null
  readonly digest: string | null
  readonly stamp: string | null
  readonly path: string
}

/** Every skill folder and its digest; null for one without SKILL.md. */
export async function folderDigests(home: Home): Promise<ReadonlyMap<string, string | null>> {
  const names = existsSync(home.skills) ? readdirSync(home.skills) : []
  return new Map(
    await Promise.all(
      names.map(
        async (name) =>
          [name, (await readSkillFolder(join(home.skills, name)))?.digest ?? null] as [string, string | null],
      ),
    ),
  )
}

/** Digests of the skill folders as a scenario begins, an agent's included: a person's, and our own from before. */
export const startingDigests = async (home: Home): Promise<readonly (string | null)[]> => [
  ...new Set([...(await folderDigests(home)).values(), ...(await copyDigests(home)).values()]),
]

/** Reads a copy of the database as it lies there, so that the look itself repairs nothing. Undefined without a schema. */
export function lookAside<T>(home: Home, read: (db: Database) => T): T | undefined {
  if (!existsSync(home.database)) return undefined
  const aside = `${home.root}.look`
  mkdirSync(aside, { recursive: true })
  try {
    for (const suffix of ['', '-wal', '-journal'])
      if (existsSync(home.database + suffix)) copyFileSync(home.database + suffix, join(aside, `copy.db${suffix}`))
    return looked(join(aside, 'copy.db'), read)
  } finally {
    rmSync(aside, { recursive: true })
  }
}

/** Reads the database of a home that nobody has open. */
export const look = <T>(home: Home, read: (db: Database) => T): T | undefined => looked(home.database, read)

function looked<T>(file: string, read: (db: Database) => T): T | undefined {
  const db = new Sqlite(file)
  try {
    return Number(db.pragma('user_version', { simple: true })) === 0 ? undefined : read(db)
  } finally {
    db.close()
  }
}

export const skillRows = (db: Database): SkillRow[] =>
  db
    .prepare<[], SkillRow>(
      `SELECT s.id, s.name, s.origin, s.status, s.needs_review AS needsReview, s.evidence_count AS evidence,
         s.head_version AS headVersion, v.id AS headId, v.digest AS headDigest, s.digest, s.stamp, s.path
       FROM skills s LEFT JOIN skill_versions v ON v.skill_id = s.id AND v.version = s.head_version ORDER BY s.name`,
    )
    .all()

export const versionDigests = (db: Database): string[] =>
  db.prepare<[], string>('SELECT digest FROM skill_versions').pluck().all()

/** Whether an interrupted run left something to finish. */
export const isUnfinished = (db: Database): boolean =>
  Number(db.prepare('SELECT count(*) FROM triggers').pluck().get()) > 0 ||
  skillRows(db).some(({ status, digest, headDigest, stamp }) =>
    status === 'archived' || status === 'revoked' ? stamp !== '' : digest !== headDigest,
  )

/** What SQLite itself finds wrong with a database. */
export function soundness(db: Database): string[] {
  const integrity = String(db.pragma('integrity_check', { simple: true }))
  const keys = db.pragma('foreign_key_check') as unknown[]
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check: ${integrity}`]),
    ...(keys.length === 0 ? [] : [`foreign_key_check: ${JSON.stringify(keys)}`]),
  ]
}

/** Where the ledger tells another story than the rows. */
export function ledgerFaults(db: Database): string[] {
  const lines = db
    .prepare<[], { skillName: string; move: string; toStatus: SkillStatus | null; versionId: string | null }>(
      'SELECT skill_name AS skillName, move, to_status AS toStatus, version_id AS versionId FROM ledger ORDER BY id',
    )
    .all()
  const told = replay(lines)
  return skillRows(db).flatMap(({ name, status, headId }) => {
    const standing = told.get(name)
    return standing?.status === status && standing.head === headId
      ? []
      : [`the ledger says ${JSON.stringify(standing)} of ${name}, its row ${status} ${headId}`]
  })
}

/** Which of these bytes are neither in a file of the home nor in a version. */
export function lostBytes(home: Home, personal: ReadonlyMap<string, Buffer>, db: Database | undefined): string[] {
  const held = new Set(filesBelow(home.root).map((file) => readFileSync(file).toString('latin1')))
  for (const bytes of db?.prepare<[], Buffer>('SELECT bytes FROM blobs').pluck().all() ?? [])
    held.add(bytes.toString('latin1'))
  return [...personal].flatMap(([path, bytes]) => (held.has(bytes.toString('latin1')) ? [] : [`lost: ${path}`]))
}

/** What a home has come to, without what differs from run to run: for comparing one with another. */
export interface Summary {
  readonly home: string
  /** The second copies of drafts, which are written as well as can be. */
  readonly copies: string
}

/** With `between` false without what differs with the number of versions of a skill. */
export function summary(home: Home, between = true): Summary {
  const rows = look(home, (db) => ({
    skills: skillRows(db).map(({ name, origin, status, needsReview, evidence, headVersion, id, path }) => ({
      ...{ name, origin, status, needsReview, evidence },
      ...(between && { headVersion }),
      there: existsSync(path),
      versions: db
        .prepare('SELECT version, author, state, reason FROM skill_versions WHERE skill_id = ? ORDER BY rowid')
        .all(id)
        .filter(() => between)
        // Where files lay in the archive has an id of its own.
        .map((version) => JSON.stringify(version).replace(/\/[^ "]*~[\da-f-]{36}/, 'the archive')),
    })),
    ledger: db
      .prepare(
        `SELECT ${between ? '' : 'DISTINCT'} skill_name, move, actor, from_status, to_status FROM ledger ORDER BY ${between ? 'id' : 'move, from_status'}`,
      )
      .all(),
    revocations: db.prepare('SELECT skill_name, lifted_at IS NULL AS in_force FROM revocations ORDER BY id').all(),
    turns: db.prepare('SELECT session_id, outcome FROM turns ORDER BY session_id').all(),
    streaks: db.prepare('SELECT signature, json_array_length(turn_ids_json) AS waiting FROM buckets').all(),
    prompts: db
      .prepare(
        `SELECT ${between ? 'skill_name, generation' : 'DISTINCT skill_name'} FROM evolved_prompts ORDER BY ${between ? 'skill_name, generation' : 'skill_name'}`,
      )
      .all(),
    triggers: db.prepare('SELECT count(*) FROM triggers').pluck().get(),
    around: surroundings(home, db),
  }))
  const below = (folder: string) => filesBelow(folder).map((file) => file.slice(home.root.length))
  const [skills, archived] = [below(home.skills).sort(), below(home.archive).length]
  return {
    home: JSON.stringify({ rows, skills, archived }, null, 1),
    copies: JSON.stringify(below(home.second).sort(), null, 1),
  }
}
