import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, readlink, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { digestFiles } from '../domain/digest.ts'
import { WaylandError } from '../domain/errors.ts'

/** Files of a skill by their path inside its folder. */
export type SkillFiles = ReadonlyMap<string, string | Uint8Array>

export interface Published {
  readonly path: string
  readonly digest: string
  readonly stamp: string
}

/** The folder of published skills: each skill a folder that is whole or absent, whatever happens in between. */
export interface SkillFolder {
  readonly root: string
  /**
   * Puts a skill's files in place: `manifest.json` first and `SKILL.md` last into a staged folder, synced, then renamed.
   * A folder already there is replaced only if `ours` says so of its digest; otherwise `foreign` and nothing is touched.
   */
  publish(name: string, files: SkillFiles, ours: (digest: string) => boolean): Promise<Published | 'foreign'>
  /** A skill's folder as it is now; undefined when there is none. */
  read(name: string): Promise<(Published & { readonly files: ReadonlyMap<string, Uint8Array> }) | undefined>
  /** Name and stamp of every folder that holds a SKILL.md. */
  list(): Promise<readonly { readonly name: string; readonly stamp: string }[]>
  /** Moves a skill's folder to a place outside the skills root, kept whole; undefined when there is none. */
  withdraw(name: string, keepIn: string): Promise<string | undefined>
  /** Puts back what a withdrawal or an interrupted replacement had moved; removes staged leftovers. Says what it did. */
  sweep(): Promise<readonly string[]>
}

/** `staging` must lie outside every folder that is scanned for skills, on the same file system as `root`. */
export function openSkillFolder(options: {
  readonly root: string
  readonly staging: string
  readonly newId: () => string
  readonly pid: number
  /** Whether the process that staged something still lives: what it left is not swept. */
  readonly alive: (pid: number) => boolean
}): SkillFolder {
  const { root, staging, newId, pid, alive } = options
  const stage = (name: string, kind: 'new' | 'old') => join(staging, `${name}~${kind}~${pid}~${newId()}`)

  async function publish(
    name: string,
    files: SkillFiles,
    ours: (digest: string) => boolean,
  ): Promise<Published | 'foreign'> {
    const target = join(root, name)
    const staged = stage(name, 'new')
    try {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await writeFolder(staged, files)
      const there = await readSkill(target)
      if (there === undefined ? await exists(target) : !ours(there.digest)) return await drop(staged, 'foreign')
      const old = there === undefined ? undefined : stage(name, 'old')
      if (old !== undefined) {
        await rename(target, old)
        // An edit may have come between the look and the move: what was moved decides.
        const moved = await readSkill(old)
        if (moved === undefined || !ours(moved.digest)) {
          await rename(old, target)
          return await drop(staged, 'foreign')
        }
      }
      await rename(staged, target)
      await syncFolder(root)
      if (old !== undefined) await rm(old, { recursive: true, force: true })
      const published = await readSkill(target)
      if (published === undefined) throw new Error('the folder vanished right after it was written')
      return { path: target, digest: published.digest, stamp: published.stamp }
    } catch (error) {
      await rm(staged, { recursive: true, force: true }).catch(() => {})
      throw cannot('write', target, error)
    }
  }

  return {
    root,
    publish,
    async read(name) {
      const path = join(root, name)
      const there = await readSkill(path)
      return there === undefined ? undefined : { path, ...there }
    },
    async list() {
      const names = await readdir(root).catch(() => [])
      const found = await Promise.all(
        names
          .filter((name) => !name.startsWith('.'))
          .map(async (name) => ({ name, stamp: await stampOf(join(root, name)) })),
      )
      return found
        .flatMap(({ name, stamp }) => (stamp === undefined ? [] : [{ name, stamp }]))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async withdraw(name, keepIn) {
      const from = join(root, name)
      if (!(await exists(from))) return undefined
      const to = join(keepIn, `${name}~${newId()}`)
      try {
        await mkdir(keepIn, { recursive: true, mode: 0o700 })
        await moveFolder(from, to)
        return to
      } catch (error) {
        throw cannot('move away', from, error)
      }
    },
    async sweep() {
      const left = await readdir(staging).catch(() => [])
      const done: string[] = []
      for (const entry of left) {
        const [name = '', kind, owner] = entry.split('~')
        if (Number(owner) !== pid && alive(Number(owner))) continue
        const target = join(root, name)
        if (kind === 'old' && !(await exists(target))) {
          await rename(join(staging, entry), target)
          done.push(`put back ${target}, whose replacement was interrupted`)
        } else {
          await rm(join(staging, entry), { recursive: true, force: true })
          done.push(`removed the unfinished folder ${entry}`)
        }
      }
      return done
    },
  }
}

/** Writes one extra copy of a skill's SKILL.md, replacing what is there only if `ours` says so of its bytes. */
export async function writeCopy(
  file: string,
  text: string,
  newId: () => string,
  ours: (text: string) => boolean,
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    if (await exists(file)) {
      const there = await lstat(file)
      if (!there.isFile() || !ours(await readFile(file, 'utf8')))
        throw new WaylandError('not_ours', `${file} was not written by wayland-core, or was changed since`)
    }
    const temporary = join(dirname(file), `.${basename(file)}.${newId()}`)
    await writeFile(temporary, text)
    await rename(temporary, file)
    await syncFolder(dirname(file))
  } catch (error) {
    throw cannot('write', file, error)
  }
}

const cannot = (verb: string, path: string, error: unknown): WaylandError =>
  error instanceof WaylandError
    ? error
    : new WaylandError(
        'storage_unavailable',
        `cannot ${verb} ${path} (${error instanceof Error ? error.message : String(error)})`,
        { cause: error },
      )

/** The manifest leads and SKILL.md closes: a folder without SKILL.md is no skill to any engine. */
function inWriteOrder(files: SkillFiles): [string, string | Uint8Array][] {
  const rank = (path: string) => (path === 'manifest.json' ? 0 : path === 'SKILL.md' ? 2 : 1)
  return [...files].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

async function writeFolder(folder: string, files: SkillFiles): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [path, content] of inWriteOrder(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, content)
  }
  await syncFolder(folder)
}

/** Exclusive and without following links: what is there already is never written through. */
async function writeFile(file: string, content: string | Uint8Array): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const handle = await open(file, flags, 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle to a folder that could be synced.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined

async function drop<T>(folder: string, result: T): Promise<T> {
  await rm(folder, { recursive: true, force: true })
  return result
}

/** Across file systems a rename is a copy, completed under another name before the original goes. */
async function moveFolder(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const copy = await readFolder(from)
    await writeFolder(`${to}.part`, copy)
    await rename(`${to}.part`, to)
    await rm(from, { recursive: true })
  }
}

async function stampOf(folder: string): Promise<string | undefined> {
  const file = await lstat(join(folder, 'SKILL.md')).catch(() => undefined)
  return file === undefined ? undefined : `${file.size}:${Math.round(file.mtimeMs)}:${file.ino}`
}

async function readSkill(
  folder: string,
): Promise<{ digest: string; stamp: string; files: ReadonlyMap<string, Uint8Array> } | undefined> {
  const stamp = await stampOf(folder)
  if (stamp === undefined) return undefined
  const files = await readFolder(folder)
  return { digest: digestFiles(files), stamp, files }
}

/** Every file below a folder; a link counts by its target's name, so that it can never pass for a file we wrote. */
async function readFolder(folder: string, prefix = ''): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) for (const [inner, bytes] of await readFolder(folder, path)) files.set(inner, bytes)
    else if (entry.isFile()) files.set(path, new Uint8Array(await readFile(join(folder, path))))
    else files.set(path, Buffer.from(`link to ${await readlink(join(folder, path)).catch(() => 'something else')}`))
  }
  return files
}
