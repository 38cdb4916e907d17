import { readdirSync, renameSync } from 'node:fs'
import { rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists, infoOf, orCannot, syncFolder } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { readSkillFolder } from './read-skill-folder.ts'

/** The folders of skills, staging and archive, on one file system, and this process's identity. */
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

/** `old`: a folder that was replaced; `new`: one that is not published yet, or not needed. */
type Kind = 'new' | 'old'

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
    if (there !== undefined && ours(there.digest)) await discard(aside, name, there.files.keys())
  }

  /**
   * Renames a folder as deleted, since a partly deleted one must not be taken for an edit, then deletes the files that were
   * read in it. What came into it since, from a program that had looked it up before it was moved, goes to the archive.
   */
  async function discard(path: string, name: string, files: Iterable<string>): Promise<void> {
    const gone = stage(name, 'new')
    renameSync(path, gone)
    // Asynchronous, since a deletion waits while the disk is being synced. A link is named with a slash at its end.
    for (const file of files) await rm(join(gone, file.replace(/\/$/, '')), { force: true })
    try {
      await removeEmpty(gone)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error
      await move(gone, awayPath(name))
    }
  }

  /** Moves a folder between skills root and archive; a move that cannot be made durable is undone. */
  async function move(from: string, to: string): Promise<void> {
    makeFolder(dirname(to))
    await rename(from, to)
    try {
      await syncFolder(dirname(to))
    } catch (error) {
      const isBack = await rename(to, from).then(
        () => true,
        () => false,
      )
      if (isBack) throw error
    }
  }

  /** Staged folders by name. Other entries are not ours, and links are not followed. */
  async function leftovers(): Promise<readonly Leftover[]> {
    if (infoOf(staging)?.isDirectory() !== true) return []
    return readdirSync(staging).flatMap((entry) => {
      const [, name, kind, owner] = /^(.+)~(new|old)~(\d+)~[^~]*$/s.exec(entry) ?? []
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
      await orCannot('clear up', path, () => rename(path, target))
      done.push(`put back ${target}, whose replacement was interrupted`)
    }
    return done
  }

  return { stage, awayPath, settle, discard, move, isAway, leftovers, putBackReplaced }
}

/** Clears up after interrupted runs; `recorded`: whether bytes are those of a version. */
function sweeping(root: string, { awayPath, discard, move, leftovers, putBackReplaced }: ReturnType<typeof openMoves>) {
  async function sweep(recorded: (name: string, digest: string) => Promise<boolean>): Promise<readonly string[]> {
    const done = [...(await putBackReplaced())]
    for (const left of await leftovers()) {
      done.push(await orCannot('clear up', left.path, () => sweepOne(left, recorded)))
    }
    return done
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
      await move(path, to)
      return `kept in ${to} what was changed in ${target} while it was replaced`
    }
    await (there === undefined ? rm(path, { recursive: true, force: true }) : discard(path, name, there.files.keys()))
    return `removed what an interrupted write of ${target} had left`
  }

  return sweep
}

/** Deletes a folder that holds nothing but folders; throws ENOTEMPTY where it holds more. */
async function removeEmpty(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeEmpty(join(folder, entry.name))
  await rmdir(folder)
}
