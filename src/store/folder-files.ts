import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, readlink, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digestFiles } from '../domain/digest.ts'
import { WaylandError } from '../domain/errors.ts'

/** Files of a skill by their path inside its folder. */
export type SkillFiles = ReadonlyMap<string, string | Uint8Array>

/** A skill's folder as it was read. `stamp` changes with SKILL.md. */
export interface FolderState {
  readonly digest: string
  readonly stamp: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** A larger folder is no skill of ours, and none that is worth reading at every look. */
const MAX_FILES = 1_000
const MAX_BYTES = 32 * 1024 * 1024

/** Reads a skill's folder; undefined when it is no folder, or holds no SKILL.md. A folder behind a link is read, too. */
export async function readSkillFolder(folder: string): Promise<FolderState | undefined> {
  for (let look = 1; ; look++) {
    const stamp = await stampOf(folder)
    if (stamp === undefined) return undefined
    const files = new Map<string, Uint8Array>()
    try {
      await readInto(files, folder, '')
      if ((await stampOf(folder)) === stamp) return { digest: digestFiles(files), stamp, files }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || look === MAX_LOOKS) throw error
    }
    // It was replaced while it was read: files of two versions are no version.
    if (look === MAX_LOOKS) throw new WaylandError('conflict', `${folder} keeps changing while it is read`)
  }
}

const MAX_LOOKS = 10

/** Size, time and inode of a folder's SKILL.md; undefined when there is none. */
export async function stampOf(folder: string): Promise<string | undefined> {
  const file = await lstat(join(folder, 'SKILL.md')).catch(() => undefined)
  return file === undefined ? undefined : `${file.size}:${Math.round(file.mtimeMs)}:${file.ino}`
}

/**
 * Writes a new folder: `manifest.json` first, `SKILL.md` last, each file and then the folder synced. A folder without
 * SKILL.md is no skill to any engine. `like` is a folder whose executable files stay executable.
 */
export async function writeSkillFolder(folder: string, files: SkillFiles, like?: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [path, content] of inWriteOrder(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const mode = like === undefined ? 0 : ((await lstat(join(like, path)).catch(() => undefined))?.mode ?? 0)
    await writeNewFile(file, content, (mode & 0o100) === 0 ? 0o600 : 0o700)
  }
  await syncFolder(folder)
}

function inWriteOrder(files: SkillFiles): [string, string | Uint8Array][] {
  const rank = (path: string) => (path === 'manifest.json' ? 0 : path === 'SKILL.md' ? 2 : 1)
  return [...files].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** Exclusive and without following links: what is there already is never written through. */
export async function writeNewFile(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const handle = await open(file, flags, mode)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes renames in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle to a folder that could be synced.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Moves a folder; across file systems as a copy that is whole before it gets its name, and before the original goes. */
export async function moveFolder(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const copy = new Map<string, Uint8Array>()
    await readInto(copy, from, '')
    await writeSkillFolder(`${to}.part`, copy, from)
    await rename(`${to}.part`, to)
    await rm(from, { recursive: true })
  }
  await syncFolder(dirname(to))
}

/** Whether anything has this path, a dangling link included. */
export const exists = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined

/** A file system's error in the words of this package. */
export const cannot = (verb: string, path: string, error: unknown): WaylandError => {
  if (error instanceof WaylandError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new WaylandError('storage_unavailable', `cannot ${verb} ${path} (${message})`, { cause: error })
}

/** Every file below a folder; a link counts by its target's name, so that it can never pass for a file we wrote. */
async function readInto(files: Map<string, Uint8Array>, folder: string, prefix: string): Promise<void> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) await readInto(files, folder, path)
    else files.set(path, entry.isFile() ? await readBounded(join(folder, path)) : await described(join(folder, path)))
    if (files.size > MAX_FILES)
      throw new WaylandError('bad_skill', `${folder} holds more than ${MAX_FILES} files and is not read as a skill`)
  }
}

async function readBounded(file: string): Promise<Uint8Array> {
  const { size } = await lstat(file)
  if (size > MAX_BYTES)
    throw new WaylandError('bad_skill', `${file} is larger than ${MAX_BYTES} bytes and is not read as part of a skill`)
  return new Uint8Array(await readFile(file))
}

const described = async (link: string): Promise<Uint8Array> =>
  Buffer.from(`link to ${await readlink(link).catch(() => 'something that is no file')}`)
