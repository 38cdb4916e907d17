import { lstat, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import {
  cannot,
  exists,
  type FolderState,
  moveFolder,
  readSkillFolder,
  type SkillFiles,
  stampOf,
  syncFolder,
  writeNewFile,
  writeSkillFolder,
} from './folder-files.ts'

export type { SkillFiles } from './folder-files.ts'

export interface Published {
  readonly path: string
  readonly digest: string
  readonly stamp: string
}

/** The folder of published skills: each skill a folder that is whole or absent, whatever happens in between. */
export interface SkillFolder {
  readonly root: string
  /**
   * Puts a skill's files in place: a staged folder, synced, then renamed. A folder already there is replaced only if
   * `ours` says so of its digest, and neither through a link nor over another spelling of the name; otherwise `foreign`,
   * and nothing is touched.
   */
  publish(name: string, files: SkillFiles, ours: (digest: string) => boolean): Promise<Published | 'foreign'>
  /** A skill's folder as it is now; undefined when there is none. */
  read(name: string): Promise<(FolderState & { readonly path: string }) | undefined>
  /** Whether anything has this name, in any case or Unicode form. */
  occupied(name: string): Promise<boolean>
  /** Changes when a skill comes, goes or is replaced; not when a person edits a file in place. */
  stamp(): Promise<string>
  /** Name and stamp of every folder that holds a SKILL.md. */
  list(): Promise<readonly { readonly name: string; readonly stamp: string }[]>
  /** Moves a skill's folder below `keepIn`, whole; its new path, or undefined when there is none. */
  withdraw(name: string, keepIn: string): Promise<string | undefined>
  /** Moves a withdrawn folder back under its name; false when something is there already or the folder is gone. */
  putBack(name: string, from: string): Promise<boolean>
  /** Deletes a withdrawn folder for good; refuses what lies inside the skills root. */
  remove(path: string): Promise<void>
  /** Whether anything is staged. */
  hasLeftovers(): Promise<boolean>
  /** Puts back what an interrupted replacement had moved, and removes staged leftovers. Says what it did. */
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
    const target = join(root, safe(name))
    const staged = stage(name, 'new')
    try {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const there = await replaceable(name, ours)
      if (there === 'foreign') return 'foreign'
      await writeSkillFolder(staged, files, there === 'nothing' ? undefined : target)
      if (there === 'ours' && !(await setAside(name, target, ours))) return await drop(staged)
      // The name may have been taken meanwhile; only an empty folder would be replaced, and that is refused here.
      if (await exists(target)) return await drop(staged)
      await rename(staged, target)
      await syncFolder(root)
      if ((await realpath(target)) !== join(await realpath(root), name))
        throw new Error('the folder does not lie where it was written')
      const published = await readSkillFolder(target)
      if (published === undefined) throw new Error('the folder vanished right after it was written')
      return { path: target, digest: published.digest, stamp: published.stamp }
    } catch (error) {
      await rm(staged, { recursive: true, force: true }).catch(() => {})
      throw cannot('write', target, error)
    }
  }

  async function replaceable(name: string, ours: (digest: string) => boolean): Promise<'nothing' | 'ours' | 'foreign'> {
    const path = join(root, name)
    const info = await lstat(path).catch(() => undefined)
    if (info === undefined) return (await occupied(name)) ? 'foreign' : 'nothing'
    if (!info.isDirectory()) return 'foreign'
    const there = await readSkillFolder(path)
    return there?.plain === true && ours(there.digest) ? 'ours' : 'foreign'
  }

  /** Moves the old folder away and looks again at what was moved: an edit may have come between look and move. */
  async function setAside(name: string, target: string, ours: (digest: string) => boolean): Promise<boolean> {
    const old = stage(name, 'old')
    await rename(target, old)
    const moved = await readSkillFolder(old)
    if (moved?.plain !== true || !ours(moved.digest)) {
      await rename(old, target)
      return false
    }
    asides.push(old)
    return true
  }
  /** Own bytes that were replaced; the rows hold them. */
  const asides: string[] = []

  async function drop(staged: string): Promise<'foreign'> {
    await rm(staged, { recursive: true, force: true })
    return 'foreign'
  }

  async function occupied(name: string): Promise<boolean> {
    const folded = fold(name)
    return (await readdir(root).catch(() => [])).some((other) => fold(other) === folded)
  }

  /** What we staged, by its name. Nothing else in that folder is ours, and nothing behind a link to another one. */
  async function staged() {
    if ((await lstat(staging).catch(() => undefined))?.isDirectory() !== true) return []
    return (await readdir(staging)).flatMap((entry) => {
      const [, name, kind, owner] = /^(.+)~(new|old)~(\d+)~[^~]*$/s.exec(entry) ?? []
      return name === undefined ? [] : [{ entry, name, kind, owner: Number(owner) }]
    })
  }

  async function clearAsides(): Promise<void> {
    for (const old of asides.splice(0)) await rm(old, { recursive: true, force: true })
  }

  return {
    root,
    occupied,
    async publish(name, files, ours) {
      try {
        return await publish(name, files, ours)
      } finally {
        await clearAsides()
      }
    },
    async read(name) {
      const path = join(root, safe(name))
      const there = await readSkillFolder(path)
      return there === undefined ? undefined : { path, ...there }
    },
    async stamp() {
      const { mtimeNs } = await stat(root, { bigint: true }).catch(() => ({ mtimeNs: 0 }))
      return String(mtimeNs)
    },
    async list() {
      const names = (await readdir(root).catch(() => [])).filter((name) => !name.startsWith('.'))
      const found = await Promise.all(names.map(async (name) => ({ name, stamp: await stampOf(join(root, name)) })))
      const skills = found.flatMap(({ name, stamp }) => (stamp === undefined ? [] : [{ name, stamp }]))
      return skills.sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async withdraw(name, keepIn) {
      const from = join(root, safe(name))
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
    async putBack(name, from) {
      if ((await occupied(name)) || !(await exists(from))) return false
      try {
        await mkdir(root, { recursive: true, mode: 0o700 })
        await moveFolder(from, join(root, safe(name)))
        return true
      } catch (error) {
        throw cannot('put back', from, error)
      }
    },
    async remove(path) {
      if (resolve(path).startsWith(resolve(root) + sep))
        throw new WaylandError('refused', `${path} lies among the published skills and is not deleted`)
      await rm(path, { recursive: true, force: true })
    },
    hasLeftovers: async () => (await staged()).length > 0,
    async sweep() {
      const done: string[] = []
      for (const { entry, name, kind, owner } of await staged()) {
        if (owner !== pid && alive(owner)) continue
        const target = join(root, name)
        if (kind === 'old' && !(await exists(target))) {
          await rename(join(staging, entry), target)
          done.push(`put back ${target}, whose replacement was interrupted`)
        } else await rm(join(staging, entry), { recursive: true, force: true })
      }
      return done
    },
  }
}

/** Writes one extra copy of a skill's SKILL.md, replacing what is there only if `ours` says so of its text. */
export async function writeCopy(
  file: string,
  text: string,
  newId: () => string,
  ours: (text: string) => boolean,
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    if (!(await isOurCopy(file, ours)))
      throw new WaylandError('not_ours', `${file} was not written by wayland-core, or was changed since`)
    const temporary = join(dirname(file), `.${basename(file)}.${newId()}`)
    await writeNewFile(temporary, text)
    await rename(temporary, file)
    await syncFolder(dirname(file))
  } catch (error) {
    throw cannot('write', file, error)
  }
}

/** Whether a copy may be written: over one of ours, or into a folder with nothing in it. */
async function isOurCopy(file: string, ours: (text: string) => boolean): Promise<boolean> {
  if (!(await lstat(dirname(file))).isDirectory()) return false
  const there = await lstat(file).catch(() => undefined)
  if (there !== undefined) return there.isFile() && ours(await readFile(file, 'utf8'))
  return (await readdir(dirname(file))).every((name) => name.startsWith(`.${basename(file)}.`))
}

/** A name is one folder's name and nothing else. */
function safe(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new WaylandError('bad_skill', `${JSON.stringify(name)} cannot be the name of a skill's folder`)
  return name
}

/** Names that some file system takes for the same. */
const fold = (name: string): string => name.normalize('NFKC').toLowerCase()
