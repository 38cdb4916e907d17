import { closeSync, constants, fsync, lstatSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { open, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { WaylandError } from '../domain/errors.ts'
import { makeFolder } from './make-folder.ts'

/** Files of a skill by path in its folder; a path that ends in `/` is a symbolic link, its content the target. */
export type SkillFiles = ReadonlyMap<string, string | Uint8Array>

/** Whether a path exists; throws if that cannot be determined. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    absent(error)
    return false
  }
}

/** Names of the entries of a folder; none where there is no such folder. Throws if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (NOTHING_THERE.has(String((error as NodeJS.ErrnoException).code))) return []
    throw cannot('read', folder, error)
  }
}

/** Whether a folder has entries; one that may not be listed counts as filled. */
export function isFilled(path: string): boolean {
  try {
    return namesIn(path).length > 0
  } catch {
    return true
  }
}

/** Undefined for "does not exist"; throws other errors, since an unreadable file must not count as removed. */
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

/** Does the work, whose faults are told as what cannot be done with the path. Throws `storage_unavailable`. */
export function orCannot<T>(verb: string, path: string, work: () => T): T {
  const fail = (error: unknown): never => {
    throw cannot(verb, path, error)
  }
  try {
    const done = work()
    return done instanceof Promise ? (done.catch(fail) as T) : done
  } catch (error) {
    return fail(error)
  }
}

/** Returns the name if it is a single path component; throws `bad_file` otherwise. */
export function safe(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new WaylandError('bad_file', `${JSON.stringify(name)} cannot be the name of a skill's folder`)
  return name
}

/** Maps names that some file system treats as equal to the same text. */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase()
