import { realpathSync, renameSync, statSync } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveOf } from './archive-folder.ts'
import {
  absent,
  cannot,
  exists,
  fold,
  infoOf,
  isFilled,
  namesIn,
  orCannot,
  type SkillFiles,
  safe,
  syncFolder,
  writeSkillFolder,
} from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { type FolderState, holdsSkillMd, readSkillFolder, stampOf, stampsOf, TICK_MS } from './read-skill-folder.ts'
import type { SkillLocation } from './skill-records.ts'
import { openStaging, type StagingOptions } from './staging.ts'

export type { SkillFiles } from './folder-files.ts'

/** The folder of published skills; each skill's folder is complete or absent at any moment. */
export interface SkillFolder {
  readonly root: string
  /**
   * Publishes a skill's files: staged, synced, then renamed. An existing folder is replaced only if `ours` accepts its
   * digest, and neither through a link nor over another spelling of the name; else `foreign`, without a change. Files
   * that are executable in `like`, by default what is replaced, become so.
   */
  publish(
    name: string,
    files: SkillFiles,
    ours: (digest: string) => boolean,
    like?: string,
  ): Promise<SkillLocation | 'foreign'>
  /** Reads a skill's folder; undefined if there is none. `seen` is its stamp at a recent look. */
  read(name: string, seen?: string): Promise<(FolderState & { readonly path: string }) | undefined>
  /** Whether the name is taken, in any case or Unicode form. */
  occupied(name: string): Promise<boolean>
  /** Changes when a skill is added, removed or replaced; not when a person edits a file in place. */
  stamp(): Promise<string>
  /** The stamp, if the last change is old enough that another one will give a new stamp on every file system. */
  steadyStamp(): Promise<string | undefined>
  /** The stamp of one skill's folder; undefined when there is none. */
  stampOf(name: string): Promise<string | undefined>
  /** Name and stamp of every folder that holds a SKILL.md. */
  list(): Promise<readonly { readonly name: string; readonly stamp: string }[]>
  /** A new path in the archive for a skill to be withdrawn. */
  awayPath(name: string): string
  isAway(path: string): boolean
  /** Where in this home a withdrawn skill lies whose row may name its place in a home that was moved or copied. */
  placeOfWithdrawn(skill: { readonly name: string; readonly path: string }): string
  /**
   * Moves a skill's folder to the archive path that its row names, or to a new one. Returns the path, also if an
   * earlier attempt moved it; undefined if there is no folder.
   */
  withdraw(name: string, noted: string): Promise<string | undefined>
  /** Deletes a skill's folder if `ours` accepts its digest; folders that others made or changed stay. */
  retract(name: string, ours: (digest: string) => boolean): Promise<'retracted' | 'foreign' | 'nothing'>
  /** Moves a withdrawn folder back under its name; false if the name is taken or the folder is gone. */
  putBack(name: string, from: string): Promise<boolean>
  /** Reads a withdrawn folder; `half` without a readable SKILL.md. Throws if it cannot be read. */
  kept(path: string): Promise<FolderState | 'half' | 'nothing'>
  /** Names of folders that hold files but no SKILL.md; those that a look just saw as `whole` are not examined again. */
  rests(whole?: { has(name: string): boolean }): Promise<readonly string[]>
  /** Whether a folder without a SKILL.md has this name. */
  isRest(name: string): Promise<boolean>
  /**
   * Frees a name that a folder without a SKILL.md has, by moving that to the archive. Returns its path there; undefined
   * if there is none or it is something else.
   */
  makeRoom(name: string): Promise<string | undefined>
  /** Deletes withdrawn folders permanently: all, or none where one cannot be; refuses paths outside the archive. */
  remove(paths: readonly string[]): Promise<void>
  /** Whether the staging folder holds anything. */
  hasLeftovers(): Promise<boolean>
  /** Puts back what a replacement moved that ended before the new folder was there. Returns a line for each. */
  putBackReplaced(): Promise<readonly string[]>
  /**
   * Restores what an interrupted replacement moved, and deletes staged leftovers; content that is not `recorded` goes
   * to the archive. Returns a line for each action.
   */
  sweep(recorded: (name: string, digest: string) => Promise<boolean>): Promise<readonly string[]>
}

/**
 * `staging` and `archive` must lie outside every folder that agents scan, on the same file system as `root`; `archive`
 * holds withdrawn skills.
 */
export function openSkillFolder(options: StagingOptions): SkillFolder {
  const { root, staging } = options
  const staged = openStaging(options)
  const { awayPath, discard, move, isAway, leftovers, putBackReplaced, sweep } = staged
  const { publish, replaceable, setAside, occupied } = createPublishing(root, staged)

  async function isRest(name: string): Promise<boolean> {
    const path = join(root, safe(name))
    return infoOf(path)?.isDirectory() === true && holdsSkillMd(path) === false
  }

  return {
    root,
    occupied,
    isRest,
    async rests(whole) {
      const names = namesIn(root).filter((name) => !name.startsWith('.'))
      const rests: string[] = []
      for (const name of names.filter((name) => whole?.has(name) !== true))
        if ((await isRest(name)) && isFilled(join(root, name))) rests.push(name)
      return rests
    },
    publish,
    awayPath,
    isAway,
    async read(name, seen) {
      const path = join(root, safe(name))
      return await orCannot('read', path, async () => {
        const there = await readSkillFolder(path, seen)
        return there === undefined ? undefined : { path, ...there }
      })
    },
    stamp: async () => rootNow(root).stamp,
    async steadyStamp() {
      const { stamp: seen, changedMs } = rootNow(root)
      return Date.now() - changedMs < TICK_MS ? undefined : seen
    },
    stampOf: async (name) => await stampOf(join(root, safe(name))),
    async list() {
      return await orCannot('read', root, async () => {
        const names = namesIn(root).filter((name) => !name.startsWith('.'))
        return await stampsOf(root, names)
      })
    },
    async retract(name, ours) {
      const target = join(root, safe(name))
      return await orCannot('remove', target, async () => {
        if ((await lstat(target).catch(absent)) === undefined) return 'nothing'
        if ((await replaceable(name, ours)) !== 'ours') return 'foreign'
        makeFolder(staging)
        const aside = await setAside(name, target, ours)
        if (aside === undefined) return 'foreign'
        await discard(aside.path, name, aside.files)
        await syncFolder(root)
        return 'retracted'
      })
    },
    ...archiveOf(options, { awayPath, isAway, move, occupied, isRest }),
    hasLeftovers: async () => (await leftovers()).length > 0,
    putBackReplaced,
    sweep,
  }
}

/** Puts a skill's files in the place of what we wrote there before, and of nothing else. */
function createPublishing(root: string, { stage, settle }: ReturnType<typeof openStaging>) {
  const taken = takenNames(root)

  async function publish(
    name: string,
    files: SkillFiles,
    ours: (digest: string) => boolean,
    like?: string,
  ): Promise<SkillLocation | 'foreign'> {
    const target = join(root, safe(name))
    const staged = stage(name, 'new')
    let aside: string | undefined
    let isThere = false
    try {
      makeFolder(root)
      const there = await replaceable(name, ours)
      if (there === 'foreign') return 'foreign'
      await writeSkillFolder(staged, files, like ?? target)
      if (there === 'ours') {
        aside = (await setAside(name, target, ours))?.path
        if (aside === undefined) return 'foreign'
      }
      // The name may have been taken meanwhile; rename() would only replace an empty folder.
      if (exists(target)) return 'foreign'
      renameSync(staged, target)
      isThere = true
      taken.add(name)
      await syncFolder(root)
      if (realpathSync(target) !== join(realpathSync(root), name))
        throw new Error('the folder does not lie where it was written')
      const published = await readSkillFolder(target)
      if (published === undefined) throw new Error('the folder vanished right after it was written')
      return { path: target, digest: published.digest, stamp: published.stamp }
    } catch (error) {
      // A folder that may be incomplete or not durable is removed, and the previous one returns.
      if (isThere) await rename(target, staged).catch(() => {})
      throw cannot('write', target, error)
    } finally {
      // What cannot be deleted now is left to the next sweep.
      if (exists(staged)) await rm(staged, { recursive: true, force: true }).catch(() => {})
      if (aside !== undefined) await settle(name, aside, ours).catch(() => {})
    }
  }

  async function replaceable(name: string, ours: (digest: string) => boolean): Promise<'nothing' | 'ours' | 'foreign'> {
    const path = join(root, name)
    const info = infoOf(path)
    if (info === undefined) return (await taken.has(name)) ? 'foreign' : 'nothing'
    if (!info.isDirectory()) return 'foreign'
    const there = await readSkillFolder(path)
    return there?.plain === true && ours(there.digest) ? 'ours' : 'foreign'
  }

  /** Moves the old folder away and checks its digest again, since an edit may have come between check and move. */
  async function setAside(
    name: string,
    target: string,
    ours: (digest: string) => boolean,
  ): Promise<{ readonly path: string; readonly files: Iterable<string> } | undefined> {
    const old = stage(name, 'old')
    renameSync(target, old)
    const moved = await readSkillFolder(old)
    if (moved?.plain === true && ours(moved.digest)) return { path: old, files: moved.files.keys() }
    renameSync(old, target)
    return undefined
  }

  return { publish, replaceable, setAside, occupied: taken.has }
}

/** Stamp of the folder of skills itself; a missing one has a stamp, too. */
function rootNow(root: string): { readonly stamp: string; readonly changedMs: number } {
  try {
    const { dev, ino, mtimeNs, ctimeNs } = statSync(root, { bigint: true })
    return { stamp: [dev, ino, mtimeNs, ctimeNs].join(':'), changedMs: Number(ctimeNs / 1_000_000n) }
  } catch {
    return { stamp: 'none', changedMs: 0 }
  }
}

/**
 * The names in a folder, in any case or Unicode form. They are listed again where the folder was changed, but by `add`: to
 * list all of them for each of many skills that are published takes quadratic time.
 */
function takenNames(root: string) {
  let known: { readonly stamp: string; readonly names: Set<string> } | undefined
  return {
    async has(name: string): Promise<boolean> {
      const { stamp } = rootNow(root)
      if (known?.stamp !== stamp) known = { stamp, names: new Set(namesIn(root).map(fold)) }
      return known.names.has(fold(name))
    },
    /** After this process put a folder of the name there. */
    add(name: string): void {
      if (known !== undefined) known = { stamp: rootNow(root).stamp, names: known.names.add(fold(name)) }
    },
  }
}
