import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { parseJob } from '../../src/daemon/job.ts'
import { readSkillFolder } from '../../src/store/read-skill-folder.ts'
import { backupOf, filesBelow, type Home, type PersonalFiles } from './home.ts'
import type { Scenario } from './scenario.ts'

// What lies around the database: agents' settings and skills, events put aside.

/** A file as it is: where its link leads, its mode, its bytes; undefined where there is none. */
export type FileState = string | undefined

/** Files of a person's that a scenario names, in its order. */
export const theirStates = ({ theirs }: Scenario, home: Home): readonly FileState[] => (theirs?.(home) ?? []).map(state)

function state(file: string): FileState {
  const info = lstatSync(file, { throwIfNoEntry: false })
  if (info === undefined) return undefined
  if (info.isSymbolicLink()) return `-> ${readlinkSync(file)}`
  return `${(info.mode & 0o777).toString(8)} ${readFileSync(file, 'latin1')}`
}

/** Files that are neither as they were before the act nor as it leaves them. */
export function mixedFiles(
  scenario: Scenario,
  home: Home,
  before: readonly FileState[],
  reference: { readonly theirsBefore: readonly FileState[]; readonly theirsAfter: readonly FileState[] },
): string[] {
  const paths = scenario.theirs?.(home) ?? []
  return theirStates(scenario, home).flatMap((now, i) => {
    const isChanged = reference.theirsBefore[i] !== reference.theirsAfter[i]
    const isWhole = now === before[i] || (isChanged && now === reference.theirsAfter[i])
    return isWhole ? [] : [`${paths[i]} is neither as it was nor as it was to be: ${now?.slice(0, 60)}`]
  })
}

const copyRoots = ({ claude, project }: Home): readonly string[] => [
  join(claude, 'skills'),
  join(project, '.agents', 'skills'),
]

/** Every folder among an agent's skills, with its digest; null for one without SKILL.md. */
export async function copyDigests(home: Home): Promise<ReadonlyMap<string, string | null>> {
  const folders = copyRoots(home).flatMap((root) =>
    existsSync(root) ? readdirSync(root).map((n) => join(root, n)) : [],
  )
  const digests = folders.map(
    async (path): Promise<[string, string | null]> => [path, (await readSkillFolder(path))?.digest ?? null],
  )
  return new Map(await Promise.all(digests))
}

interface CopyRow {
  readonly path: string
  readonly skill: string
  readonly digests: string
  readonly stamp: string | null
}

const copyRows = (db: Database): CopyRow[] =>
  db
    .prepare<[], CopyRow>(
      'SELECT path, skill_name AS skill, digests_json AS digests, stamp FROM skill_exports ORDER BY path',
    )
    .all()

/** Digests that a copy may have. */
export const copiedDigests = (db: Database): string[] =>
  copyRows(db).flatMap(({ digests }) => JSON.parse(digests) as string[])

/** Copies at rest: each noted one there, of an active skill, with nothing left where it was made. */
export function copyFaults(
  home: Home,
  db: Database,
  { folders, personal }: { readonly folders: ReadonlyMap<string, string | null>; readonly personal: PersonalFiles },
): string[] {
  const status = db.prepare<[string], string>('SELECT status FROM skills WHERE name = ?').pluck()
  return [
    ...copyRows(db).flatMap(({ path, skill, digests, stamp }) => [
      ...(['active', 'pinned'].includes(status.get(skill) ?? '') ? [] : [`${path} is a copy of a skill not in use`]),
      ...(stamp === null ? [`the copy in ${path} was never finished`] : []),
      ...(personal.has(join(path, 'SKILL.md')) ||
      (JSON.parse(digests) as (string | null | undefined)[]).includes(folders.get(path))
        ? []
        : [`no copy in ${path}`]),
    ]),
    ...copyStaging(home).map((file) => `left beside the copies: ${file}`),
  ]
}

/** What lies where copies are made. */
export const copyStaging = (home: Home): readonly string[] =>
  copyRoots(home).flatMap((root) => filesBelow(join(root, '..', '.wayland-core')))

/** Events put aside, and a backup: files under their own name that are not whole. */
export function halfFiles(home: Home): string[] {
  const jobs = filesBelow(join(home.data, 'spool')).filter((file) => file.endsWith('.json'))
  const backup = backupOf(home)
  return [
    ...jobs.flatMap((file) => (parseJob(readFileSync(file, 'utf8')) === undefined ? [`${file} holds no event`] : [])),
    ...(existsSync(backup) && !isWhole(backup) ? [`${backup} is not whole`] : []),
  ]
}

/** A backup is a database that says so of itself. */
function isWhole(backup: string): boolean {
  const db = new Sqlite(backup, { readonly: true })
  try {
    return (
      db.pragma('application_id', { simple: true }) !== 0 && db.pragma('integrity_check', { simple: true }) === 'ok'
    )
  } catch {
    return false
  } finally {
    db.close()
  }
}

/** Files that a write makes and renames, under the names that only an interruption leaves. */
export const temporaries = (home: Home): string[] =>
  filesBelow(home.root).flatMap((file) =>
    // What is left of an index goes with a later one, an hour after.
    /\.(?:tmp|part)$/.test(file) ? [`left behind: ${file}`] : [],
  )

/** Skills whose ledger is also kept beside the skills. */
function besideOf({ skills }: Home): readonly string[] {
  const file = join(skills, '..', 'verdicts', 'ledger.jsonl')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return [...new Set([...text.matchAll(/"line":\{[^}]*"skillName":"([^"]+)"/g)].map(([, name]) => name ?? ''))].sort()
}

/** For a summary: what is there beside the skills, without what differs from run to run. */
export function surroundings(home: Home, db: Database): object {
  const below = (folder: string) => filesBelow(folder).map((file) => file.slice(home.root.length))
  return {
    copies: copyRows(db).map(({ path, skill, stamp }) => [path.slice(home.root.length), skill, stamp !== null]),
    agents: [...below(join(home.root, 'agents')), ...below(join(home.project, '.agents'))].sort(),
    settings: ['dotfiles', 'xdg', 'agents/codex'].map((folder) =>
      filesBelow(join(home.root, folder)).map((file) => [file.slice(home.root.length), readFileSync(file, 'utf8')]),
    ),
    connected: below(join(home.data, 'connect')).map((file) => file.replace(/-[0-9a-f]{12}/, '')),
    spool: below(join(home.data, 'spool')).sort(),
    backup: existsSync(backupOf(home)),
    beside: besideOf(home),
  }
}
