import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  type Dirent,
  fsync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { open, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { digestFiles } from '../domain/digest.ts'
import { WaylandError } from '../domain/errors.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Files of a skill by path relative to its folder; a path that ends in `/` is a symbolic link, its content the target.
 */
export type SkillFiles = ReadonlyMap<string, string | Uint8Array>

/** A skill's folder as it was read; `stamp` changes with any of its files. */
export interface FolderState {
  readonly digest: string
  readonly stamp: string
  /** Holds only files and links, and is not a link itself: a version can restore it exactly. */
  readonly plain: boolean
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Limit of entries in a skill folder; a larger folder is no skill, and would be slow to read. */
const MAX_ENTRIES = 1_000
/** Limit of the total size in bytes. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Reads a skill's folder, also through a link; undefined if it is no folder or holds no SKILL.md. `seen` is its stamp at a
 * recent look: if it still holds after reading, no other look is made.
 */
export async function readSkillFolder(folder: string, seen?: string): Promise<FolderState | undefined> {
  for (let look = 1; ; look++) {
    const stamp = look === 1 && seen ? seen : await stampOf(folder)
    if (stamp === undefined) return undefined
    try {
      const found: Found = { files: new Map(), entries: 0, bytes: 0, plain: !lstatSync(folder).isSymbolicLink() }
      await readInto(found, folder, '')
      if (stampNow(folder) === stamp)
        return { digest: digestFiles(found.files), stamp, plain: found.plain, files: found.files }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || look === MAX_LOOKS) throw error
    }
    // The folder was replaced while it was read: the files may be of two versions.
    if (look === MAX_LOOKS) throw new WaylandError('conflict', `${folder} keeps changing while it is read`)
  }
}

const MAX_LOOKS = 10

/**
 * Size, times and inode of every file of a folder, digested to a short text; undefined without a SKILL.md. It includes
 * ctime, which programs cannot set, so that an edit with a restored date is noticed. Throws if the folder cannot be
 * examined.
 */
export async function stampOf(folder: string): Promise<string | undefined> {
  // Yields, since callers repeat this in a loop.
  await setImmediate()
  return stampNow(folder)
}

/** The stamps of those folders below `root` that hold a SKILL.md, by name. */
export async function stampsOf(root: string, names: readonly string[]) {
  const found: { readonly name: string; readonly stamp: string }[] = []
  for (const [i, name] of names.toSorted().entries()) {
    // Yields to other work.
    if (i % LOOKED_AT_ONCE === LOOKED_AT_ONCE - 1) await setImmediate()
    const stamp = stampNow(join(root, name))
    if (stamp !== undefined) found.push({ name, stamp })
  }
  return found
}

/** Folders examined between two yields: a few milliseconds. */
const LOOKED_AT_ONCE = 64

/**
 * Synchronous, like all small steps here: a cached answer of the system takes microseconds, an asynchronous call ten
 * times that (measured: a draft's folder took 120 of them).
 */
function stampNow(folder: string): string | undefined {
  const top = entriesOf(folder)
  // A folder that may not be listed may hold one all the same.
  if (!top.some(({ name }) => name === 'SKILL.md') && !isThere(join(folder, 'SKILL.md'))) return undefined
  let [seen, count] = ['', 0]
  const walk = (path: string, entries: readonly Dirent[]): void => {
    for (const entry of entries) {
      if (++count > MAX_ENTRIES) return
      const at = `${path}/${entry.name}`
      seen += `${entry.name}\0`
      if (entry.isDirectory()) walk(at, entriesOf(at))
      else {
        // A file that vanishes during the look is gone at the next one.
        const file = lstatSync(at, { throwIfNoEntry: false })
        if (file?.isDirectory() === false) seen += `${file.size}:${file.mtimeMs}:${file.ctimeMs}:${file.ino}`
      }
      seen += '\0'
    }
  }
  walk(folder, top)
  return hash('sha256', seen).slice(0, STAMP_DIGITS)
}

const STAMP_DIGITS = 24

/** Whether a path exists; throws if that cannot be determined. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    absent(error)
    return false
  }
}

/** The entries of a folder; empty if it may not be read, which reading its files reports. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/**
 * Maps "does not exist" errors to undefined; other errors are thrown, since an unreadable file must not count as
 * removed.
 */
export function absent(error: unknown): undefined {
  if (!NOTHING_THERE.has(String((error as NodeJS.ErrnoException).code))) throw error
  return undefined
}

const NOTHING_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/**
 * Writes a new folder: `manifest.json` first, `SKILL.md` last, then syncs all files and the folder. Without SKILL.md no
 * engine sees a skill. Files that are executable in `like` become executable.
 */
export async function writeSkillFolder(folder: string, files: SkillFiles, like?: string): Promise<void> {
  makeFolder(folder)
  const links = [...files].filter(([path]) => path.endsWith('/'))
  const plain = inWriteOrder(files).filter(([path]) => !path.endsWith('/'))
  for (const [path, content] of links) {
    const file = join(folder, path)
    makeFolder(dirname(file))
    await symlink(Buffer.from(content).toString('utf8'), file.slice(0, -1))
  }
  // The folder is not visible yet, so the files are synced together, with one wait for the disk.
  for (let at = 0; at < plain.length; at += MAX_OPEN) await writeTogether(folder, plain.slice(at, at + MAX_OPEN), like)
  await syncFolder(folder)
}

/** Files open at a time. */
const MAX_OPEN = 16

async function writeTogether(
  folder: string,
  files: readonly (readonly [string, string | Uint8Array])[],
  like: string | undefined,
): Promise<void> {
  const handles: number[] = []
  try {
    for (const [path, content] of files) {
      makeFolder(dirname(join(folder, path)))
      const before = like === undefined ? undefined : infoOf(join(like, path))
      const handle = openSync(join(folder, path), NEW_FILE, modeLike(before))
      handles.push(handle)
      writeFileSync(handle, content)
    }
    await Promise.all(handles.map((handle) => flushed(handle)))
  } finally {
    for (const handle of handles) closeSync(handle)
  }
}

/** Syncs an open file without blocking the event loop, which takes milliseconds. */
export const flushed = promisify(fsync)

/** File information of a path; undefined if it cannot be determined. */
export function infoOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Mode 0600, or 0700 if the other file is executable. */
export const modeLike = (file: { readonly mode: number } | undefined): number =>
  ((file?.mode ?? 0) & 0o100) === 0 ? 0o600 : 0o700

function inWriteOrder(files: SkillFiles): [string, string | Uint8Array][] {
  const rank = (path: string) => (path === 'manifest.json' ? 0 : path === 'SKILL.md' ? 2 : 1)
  return [...files].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** Writes a new file; fails if the path exists, also as a link. */
export async function writeNewFile(
  file: string,
  content: string | Uint8Array | readonly Uint8Array[],
  mode = 0o600,
): Promise<void> {
  const handle = await open(file, NEW_FILE, mode)
  try {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for (const part of parts) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** Syncs a folder, so that renames in it survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder to sync it.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    await flushed(handle)
  } finally {
    closeSync(handle)
  }
}

/** Whether anything has this path, also a dangling link. */
export const exists = (path: string): boolean => infoOf(path) !== undefined

/** Wraps a file system error. */
export const cannot = (verb: string, path: string, error: unknown): WaylandError => {
  if (error instanceof WaylandError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new WaylandError('storage_unavailable', `cannot ${verb} ${path} (${message})`, { cause: error })
}

interface Found {
  readonly files: Map<string, Uint8Array>
  entries: number
  bytes: number
  plain: boolean
}

/** Reads every file and link below a folder; links are not followed. */
async function readInto(found: Found, folder: string, prefix: string): Promise<void> {
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (++found.entries > MAX_ENTRIES) throw tooLarge(folder, `more than ${MAX_ENTRIES} files and folders`)
    if (entry.isDirectory()) await readInto(found, folder, path)
    else if (entry.isFile()) {
      const { size } = lstatSync(join(folder, path))
      found.bytes += size
      if (found.bytes > MAX_BYTES) throw tooLarge(folder, `more than ${MAX_BYTES} bytes`)
      if (size > AT_ONCE) found.files.set(path, new Uint8Array(await readFile(join(folder, path))))
      else found.files.set(path, new Uint8Array(readFileSync(join(folder, path))))
      if (found.entries % READ_AT_ONCE === 0) await setImmediate()
    } else if (entry.isSymbolicLink()) found.files.set(`${path}/`, Buffer.from(readlinkSync(join(folder, path))))
    else found.plain = false
  }
}

/** Bytes, and files, read between two yields: one or two milliseconds. */
const AT_ONCE = 256 * 1024
const READ_AT_ONCE = 32

const tooLarge = (folder: string, what: string) =>
  new WaylandError('bad_skill', `${folder} holds ${what} and is not read as a skill`, {
    hint: 'Keep what the skill does not need elsewhere, or archive the skill.',
  })
