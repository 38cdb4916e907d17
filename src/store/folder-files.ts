import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digestFiles } from '../domain/digest.ts'
import { WaylandError } from '../domain/errors.ts'

/** Files of a skill by their path inside its folder. */
export type SkillFiles = ReadonlyMap<string, string | Uint8Array>

/** A skill's folder as it was read. `stamp` changes with SKILL.md. */
export interface FolderState {
  readonly digest: string
  readonly stamp: string
  /** Nothing but files in folders, no link, not even in its own place: a version can bring it back as it was. */
  readonly plain: boolean
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** A larger folder is no skill of ours, and none that is worth reading at every look. */
const MAX_ENTRIES = 1_000
/** In all its files together. */
const MAX_BYTES = 32 * 1024 * 1024

/** Reads a skill's folder; undefined when it is no folder, or holds no SKILL.md. A folder behind a link is read, too. */
export async function readSkillFolder(folder: string): Promise<FolderState | undefined> {
  for (let look = 1; ; look++) {
    const stamp = await stampOf(folder)
    if (stamp === undefined) return undefined
    try {
      const links = (await lstat(folder)).isSymbolicLink() ? 1 : 0
      const found: Found = { files: new Map(), entries: 0, bytes: 0, links }
      await readInto(found, folder, '')
      if ((await stampOf(folder)) === stamp)
        return { digest: digestFiles(found.files), stamp, plain: found.links === 0, files: found.files }
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
    const before = like === undefined ? undefined : await lstat(join(like, path)).catch(() => undefined)
    await writeNewFile(file, content, modeLike(before))
  }
  await syncFolder(folder)
}

/** For the user alone, executable where the other file is. */
const modeLike = (file: { readonly mode: number } | undefined): number =>
  ((file?.mode ?? 0) & 0o100) === 0 ? 0o600 : 0o700

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
    await copyFolder(from, `${to}.part`)
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

/** A copy of a folder of any size: links as links, executable files executable. */
async function copyFolder(from: string, to: string): Promise<void> {
  if ((await lstat(from)).isSymbolicLink()) return await symlink(await readlink(from), to)
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isFile()) await writeNewFile(target, await readFile(source), modeLike(await lstat(source)))
    else if (entry.isDirectory() || entry.isSymbolicLink()) await copyFolder(source, target)
  }
  await syncFolder(to)
}

interface Found {
  readonly files: Map<string, Uint8Array>
  entries: number
  bytes: number
  /** What is neither file nor folder. */
  links: number
}

/** Every file below a folder; a link counts by its target's name, so that it can never pass for a file we wrote. */
async function readInto(found: Found, folder: string, prefix: string): Promise<void> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (++found.entries > MAX_ENTRIES) throw tooLarge(folder, `more than ${MAX_ENTRIES} files and folders`)
    if (entry.isDirectory()) await readInto(found, folder, path)
    else if (entry.isFile()) {
      found.bytes += (await lstat(join(folder, path))).size
      if (found.bytes > MAX_BYTES) throw tooLarge(folder, `more than ${MAX_BYTES} bytes`)
      found.files.set(path, new Uint8Array(await readFile(join(folder, path))))
    } else {
      found.links++
      found.files.set(path, await described(join(folder, path)))
    }
  }
}

const tooLarge = (folder: string, what: string) =>
  new WaylandError('bad_skill', `${folder} holds ${what} and is not read as a skill`, {
    hint: 'Keep what the skill does not need elsewhere, or archive the skill.',
  })

const described = async (link: string): Promise<Uint8Array> =>
  Buffer.from(`link to ${await readlink(link).catch(() => 'something that is no file')}`)
