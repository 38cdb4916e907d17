import { readdirSync, renameSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { cannot, exists, infoOf, modeLike, syncFolder, writeNewFile } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { readSkillFolder } from './read-skill-folder.ts'

/** The folders of skills, staging and archive, and this process's identity. */
export interface StagingOptions {
  readonly root: string
  readonly staging: string
  readonly archive: string
  readonly newId: () => string
  readonly pid: number
  /** Whether another process that staged something is still running: its folders are not swept. */
  readonly alive: (pid: number) => boolean
}

interface Leftover {
  readonly path: string
  readonly name: string
  readonly kind: Kind
}

/**
 * `old`: a folder that was replaced; `new`: one that is not published yet, or not needed; `move`: a note on a folder that
 * is moved to or from the archive on another file system.
 */
type Kind = 'new' | 'old' | 'move'

/** Moves folders into and out of the skills root, so that a skill's folder is complete or absent at any moment. */
export function openStaging(options: StagingOptions) {
  const staged = openMoves(options)
  return { ...staged, sweep: sweeping(options.root, staged) }
}

function openMoves({ root, staging, archive, newId, pid, alive }: StagingOptions) {
  const stage = (name: string, kind: Kind): string => join(staging, `${name}~${kind}~${pid}~${newId()}`)
  const awayPath = (name: string): string => join(archive, `${name}~${newId()}`)
  const isAway = (path: string): boolean => dirname(path) === archive

  /** Restores a replaced folder if its name is free; else deletes it, if its bytes are still those of a version. */
  async function settle(name: string, aside: string, ours: (digest: string) => boolean): Promise<void> {
    const target = join(root, name)
    if (!exists(target)) return await rename(aside, target)
    const there = await readSkillFolder(aside)
    if (there !== undefined && ours(there.digest)) await discard(aside, name)
  }

  /**
   * Renames a folder to a name that marks it as deleted, then deletes it: a partly deleted folder must not be taken for
   * an edit.
   */
  async function discard(path: string, name: string): Promise<void> {
    const gone = stage(name, 'new')
    renameSync(path, gone)
    // Asynchronous, since a deletion waits while the disk is being synced.
    await rm(gone, { recursive: true })
  }

  /** Moves a folder between skills root and archive, also across file systems. */
  async function move(from: string, to: string, name: string): Promise<void> {
    makeFolder(dirname(to))
    makeFolder(staging)
    const isBack = to.startsWith(root + sep)
    await moveFolder(from, to, {
      part: isBack ? stage(name, 'new') : partOf(to),
      gone: isBack ? goneOf(from) : stage(name, 'new'),
      note: stage(name, 'move'),
      away: isBack ? from : to,
    })
  }

  /** Undoes a failed move. False if it was complete on the other file system. */
  async function takenBack(from: string, to: string, name: string): Promise<boolean> {
    await rm(partOf(to), { recursive: true, force: true }).catch(() => {})
    if (!exists(to)) return true
    const twin = (): Promise<void> => (to.startsWith(root + sep) ? discard(to, name) : rm(to, { recursive: true }))
    const back = exists(from) ? twin() : rename(to, from)
    return await back.then(
      () => true,
      () => false,
    )
  }

  /** Staged folders by name. Other entries are not ours, and links are not followed. */
  async function leftovers(): Promise<readonly Leftover[]> {
    if (infoOf(staging)?.isDirectory() !== true) return []
    return readdirSync(staging).flatMap((entry) => {
      const [, name, kind, owner] = /^(.+)~(new|old|move)~(\d+)~[^~]*$/s.exec(entry) ?? []
      if (name === undefined || (Number(owner) !== pid && alive(Number(owner)))) return []
      return [{ path: join(staging, entry), name, kind: kind as Leftover['kind'] }]
    })
  }

  /** Puts back what a replacement moved that ended before the new folder was there. Returns a line for each. */
  async function putBackReplaced(): Promise<readonly string[]> {
    const done: string[] = []
    for (const { path, name, kind } of await leftovers()) {
      const target = join(root, name)
      if (kind !== 'old' || exists(target)) continue
      try {
        await rename(path, target)
      } catch (error) {
        throw cannot('clear up', path, error)
      }
      done.push(`put back ${target}, whose replacement was interrupted`)
    }
    return done
  }

  return { stage, awayPath, settle, discard, move, takenBack, isAway, leftovers, putBackReplaced }
}

/** Clears up after interrupted runs; `recorded`: whether bytes are those of a version. */
function sweeping(
  root: string,
  { awayPath, discard, move, isAway, leftovers, putBackReplaced }: ReturnType<typeof openMoves>,
) {
  async function sweep(recorded: (name: string, digest: string) => Promise<boolean>): Promise<readonly string[]> {
    const done = [...(await putBackReplaced())]
    for (const left of await leftovers()) {
      try {
        const what = left.kind === 'move' ? await finished(left) : await sweepOne(left, recorded)
        if (what !== undefined) done.push(what)
      } catch (error) {
        throw cannot('clear up', left.path, error)
      }
    }
    return done
  }

  /** An archive on another file system may be read-only or full now: what is left over there can wait. */
  async function finished({ path, name }: Leftover): Promise<string | undefined> {
    const target = join(root, name)
    try {
      await finishMove(path, isAway, target)
      return `cleared up after an interrupted move of ${target} to or from the archive`
    } catch {
      return undefined
    }
  }

  async function sweepOne(
    { path, name, kind }: Leftover,
    recorded: (name: string, digest: string) => Promise<boolean>,
  ): Promise<string> {
    const target = join(root, name)
    // Our own folders are renamed before deletion, so an old folder without its SKILL.md was changed by a person.
    const there = kind === 'old' ? await readSkillFolder(path) : undefined
    if (kind === 'old' && (there === undefined || !(await recorded(name, there.digest)))) {
      const to = awayPath(name)
      await move(path, to, name)
      return `kept in ${to} what was changed in ${target} while it was replaced`
    }
    await (kind === 'old' ? discard(path, name) : rm(path, { recursive: true, force: true }))
    return `removed what an interrupted write of ${target} had left`
  }

  return sweep
}

/** The paths that a move across file systems uses. */
interface MovePaths {
  /** The copy in progress. */
  readonly part: string
  /** The original while it is deleted. */
  readonly gone: string
  /**
   * A file that stands from before the copy until nothing of the move is left over. An interrupted deletion is left to
   * the process that finds it, see `finishMove`.
   */
  readonly note: string
}

/**
 * Moves a folder; across file systems it is copied completely before it gets its name, so that no visible folder is ever
 * incomplete. `away` is the one of the two paths that lies in the archive: the note names it.
 */
async function moveFolder(
  from: string,
  to: string,
  { part, gone, note, away }: MovePaths & { readonly away: string },
): Promise<void> {
  try {
    await rename(from, to)
    return await syncFolder(dirname(to))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
  }
  await writeNewFile(note, away)
  await syncFolder(dirname(note))
  await rm(part, { recursive: true, force: true })
  await copyFolder(from, part)
  await rename(part, to)
  await syncFolder(dirname(to))
  try {
    await rename(from, gone)
    await rm(gone, { recursive: true })
    await rm(note)
  } catch (error) {
    // What was put away must not stand under its name as well; of what came back a second copy in the archive may wait.
    if (to === away) throw error
  }
}

const partOf = (away: string): string => `${away}.part`
const goneOf = (away: string): string => `${away}.gone`

/**
 * Deletes what an interrupted move left in the archive: the unfinished copy, the original half deleted, or the original
 * whole, if the same bytes stand under the skill's name. Throws the error of the file system; the note then stays.
 */
async function finishMove(note: string, isAway: (path: string) => boolean, target: string): Promise<void> {
  const away = await readFile(note, 'utf8')
  // A note that was cut off names nothing: nothing had been moved yet.
  if (isAway(away)) {
    await rm(partOf(away), { recursive: true, force: true })
    if (exists(away) && (await isSame(away, target))) await rename(away, goneOf(away))
    await rm(goneOf(away), { recursive: true, force: true })
  }
  await rm(note)
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [kept, back] = [await readSkillFolder(one), await readSkillFolder(other)]
  return kept !== undefined && kept.digest === back?.digest
}

/** Copies a folder file by file: links as links, with the executable bit. */
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
