import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Config } from '../config/config.ts'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import { processIsAlive, program } from '../platform/process.ts'
import { filesOf, type HomeFolders, syncBelow, writeBackedUp } from '../store/backup-folders.ts'
import { cannot, syncFolder } from '../store/folder-files.ts'
import { makeFolder } from '../store/make-folder.ts'
import { sweepParts } from '../store/replace-file.ts'
import { type Replaced, replaceAll } from '../store/replacing.ts'
import { insistBackup, readBackup, writeBackup } from '../store/sqlite/backup-file.ts'
import { rebase } from '../store/sqlite/moved-database.ts'
import { openProcessLock } from '../store/sqlite/process-lock.ts'
import { replacementNote } from './storage.ts'

export interface BackupReport {
  readonly file: string
  readonly files: number
  readonly bytes: number
  /** What a backup does not hold: symbolic links to files, pipes, devices, and files whose names are no UTF-8. */
  readonly leftOut: readonly string[]
}

/** How long to wait for the skills folder's lock, in ms: taking in thousands of skills takes seconds. */
const LOCK_PATIENCE_MS = 30_000
/** What a database of this program is made by. */
const SCHEMA = { migrations: join(program.root, 'migrations'), program: program.version }
/** Suffixes of the files that belong to a database and lie beside it. */
const BESIDE = ['-wal', '-shm', '-journal', '.journal-of']

/**
 * Writes database, skills, archive, scheduled skills and the files beside the skills into one file, atomically. Turns may be recorded
 * meanwhile; skills do not change. Throws `refused` if the file exists, unless `force`.
 */
export async function backup(config: Config, to: string, { force = false } = {}): Promise<BackupReport> {
  const file = resolve(to)
  const { database } = config
  if (database === null || !existsSync(database))
    throw new WaylandError(
      'storage_unavailable',
      `there is no database to back up${database === null ? '' : ` in ${database}`}`,
    )
  const part = join(dirname(file), `.${basename(file)}.${process.pid}-${randomUUID()}.tmp`)
  const leftOut: string[] = []
  const { lock, close } = openProcessLock(`${database}.lock`, LOCK_PATIENCE_MS)
  try {
    const { skills, ...others } = foldersOf(config)
    // Settings and work in progress lie beside the skills.
    const data = dirname(database)
    const own = [dirname(skills), ...Object.values(others), ...READ_FROM.map((name) => join(data, name))]
    insistOnTarget(file, { force, database, own })
    sweepParts(file)
    const files = await lock(
      async () =>
        await writeBackup(
          database,
          part,
          filesOf(foldersOf(config), (path) => leftOut.push(path)),
          SCHEMA,
        ),
    )
    const { size } = lstatSync(part)
    await rename(part, file)
    await syncFolder(dirname(file))
    return { file, files, bytes: size, leftOut }
  } catch (error) {
    throw cannot('write', file, error)
  } finally {
    close()
    await rm(part, { force: true }).catch(() => {})
  }
}

/** Folders of the data whose files are read as the program's own, beside those that a backup holds. */
const READ_FROM = ['spool', 'copying', 'connect', 'handoff'] as const

export interface RestoreReport {
  readonly files: number
  /** Paths that the previous data was moved to. */
  readonly kept: readonly string[]
}

/**
 * Replaces database, skills, archive, scheduled skills and the files beside the skills by a backup: all of them or none, even if it is
 * killed. The backup is checked first. Throws `bad_file`, and `refused` if there is data already, unless `force`,
 * which moves that aside.
 */
export async function restore(config: Config, from: string, { force = false } = {}): Promise<RestoreReport> {
  const { database, dataDir } = config
  if (database === null || dataDir === null) throw new WaylandError('storage_unavailable', 'no data folder was given')
  const folders = foldersOf(config)
  const used = [database, ...Object.values(folders)].filter(isUsed)
  if (used.length > 0 && !force) {
    // What --force would not help is said first.
    insistBackup(resolve(from))
    throw new WaylandError('refused', `these are there already: ${used.join(', ')}; nothing was changed`, {
      hint: 'Add --force to put the backup in its place; what is there now is kept beside it, under another name.',
    })
  }
  sweepUnready(dataDir, config.configHome)
  const id = `${process.pid}~${randomUUID()}`
  // Prepared on the file systems of the folders that are replaced.
  const ready = { data: join(dataDir, `${READY}${id}`), config: join(config.configHome, `${READY}${id}`) }
  const next: HomeFolders = {
    skills: join(ready.config, 'skills'),
    verdicts: join(ready.config, 'verdicts'),
    archive: join(ready.config, 'archive'),
    scheduled: join(ready.data, 'scheduled'),
  }
  const copy = join(ready.data, 'wayland-core.db')
  let files = 0
  try {
    for (const folder of [...Object.values(ready), ...Object.values(next)]) makeFolder(folder)
    await readBackup(resolve(from), copy, SCHEMA, async (one) => {
      await writeBackedUp(next, one)
      files++
    })
    rebase(copy, { skillsRoot: folders.skills, archive: folders.archive })
    for (const folder of Object.values(ready)) await syncBelow(folder)
    const suffix = `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`
    const keptAs = (path: string): string => `${path}.${suffix}`
    const steps: Replaced[] = [
      ...(['skills', 'verdicts', 'archive', 'scheduled'] as const).map((place) => ({
        ready: next[place],
        path: folders[place],
        kept: keptAs(folders[place]),
      })),
      { ready: copy, path: database, kept: keptAs(database), with: BESIDE },
    ]
    const there = steps.filter(({ path }) => existsSync(path)).map(({ kept }) => kept)
    await replaceAll(replacementNote(dataDir), `${database}.lock`, { steps, rest: Object.values(ready) })
    return { files, kept: there.filter((path) => existsSync(path)) }
  } catch (error) {
    throw cannot('restore', from, error)
  } finally {
    // After the commit point the next command needs these files to finish the restore.
    if (!existsSync(replacementNote(dataDir))) for (const folder of Object.values(ready)) removeUnready(folder)
  }
}

const READY = '.restore~'

/** Removes what restores left that were killed before their commit point. */
function sweepUnready(...folders: readonly string[]): void {
  for (const folder of folders)
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.startsWith(READY) && !processIsAlive(Number(name.split('~')[1]))) removeUnready(join(folder, name))
}

/** What cannot be removed now goes with a later restore. */
function removeUnready(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Nothing refers to it, and the error of the restore itself is the one to tell.
  }
}

const foldersOf = ({ skillsRoot, configHome, dataDir }: Config): HomeFolders => ({
  skills: skillsRoot,
  archive: join(configHome, 'archive'),
  scheduled: join(dataDir ?? configHome, 'scheduled'),
  verdicts: join(configHome, 'verdicts'),
})

/** An empty folder counts as missing. */
function isUsed(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false })
  return info !== undefined && (!info.isDirectory() || readdirSync(path).length > 0)
}

/**
 * Throws if a backup may not be written to this path: it is taken, unless `force` and a file, or it is or lies among what
 * the program itself keeps, where a backup would be taken for a part of it or take its place.
 */
function insistOnTarget(
  file: string,
  { force, database, own }: { readonly force: boolean; readonly database: string; readonly own: readonly string[] },
): void {
  const folder = dirname(file)
  try {
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new WaylandError(
      'storage_unavailable',
      `no backup can be written in ${folder} (${asWaylandError(cause).message})`,
      {
        cause,
        hint: 'Name a file in a folder that is there and that you may write in.',
      },
    )
  }
  const target = join(real(folder), basename(file))
  const kept = own.map(real).find((one) => target === one || target.startsWith(one + sep))
  if (kept !== undefined) throw refused(`${file} lies in ${kept}, which wayland-core keeps`)
  const data = real(dirname(database))
  if (dirname(target) === data && OWN_FILES.some((name) => basename(target).startsWith(name)))
    throw refused(`${file} is a file of wayland-core itself`)
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (there !== undefined && (!force || !there.isFile()))
    throw new WaylandError('refused', `${file} is there already, and is not written over`, {
      hint: there.isFile() ? 'Name another file, or add --force.' : 'Name another file.',
    })
}

/** Beginnings of the names of files in the data folder. */
const OWN_FILES = ['wayland-core.db', 'daemon.', 'mcp-token', '.restore'] as const

const refused = (what: string): WaylandError =>
  new WaylandError('refused', `${what}; no backup was written`, {
    hint: 'Name a file elsewhere, best on another disk.',
  })

/** The path without links; as it is where there is nothing. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
