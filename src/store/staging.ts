import { readdirSync, renameSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { exists, infoOf, readSkillFolder } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { moveFolder } from './move-folder.ts'

/** Where skills are, where they are made, where they are kept, and whose hands are in it. */
export interface StagingOptions {
  readonly root: string
  readonly staging: string
  readonly archive: string
  readonly newId: () => string
  readonly pid: number
  /** Whether another process that staged something may still be at it: what it left is not swept. */
  readonly alive: (pid: number) => boolean
}

interface Leftover {
  readonly path: string
  readonly name: string
  readonly kind: 'new' | 'old'
}

/** The way of a folder in and out of the skills root, so that under its own name it is whole or absent. */
export function openStaging({ root, staging, archive, newId, pid, alive }: StagingOptions) {
  /** `old` is a folder that was replaced, `new` one that is not there yet or that is not needed. */
  const stage = (name: string, kind: 'new' | 'old'): string => join(staging, `${name}~${kind}~${pid}~${newId()}`)
  const awayPath = (name: string): string => join(archive, `${name}~${newId()}`)

  /** A replaced folder goes back where nothing took its place; else it goes, if its bytes are still those of a version. */
  async function settle(name: string, aside: string, ours: (digest: string) => boolean): Promise<void> {
    const target = join(root, name)
    if (!exists(target)) return await rename(aside, target)
    const there = await readSkillFolder(aside)
    if (there !== undefined && ours(there.digest)) await discard(aside, name)
  }

  /** Deletes a folder under a name that says so first: half of it must not pass for changed bytes. */
  async function discard(path: string, name: string): Promise<void> {
    const gone = stage(name, 'new')
    renameSync(path, gone)
    // A disk that is flushed just now keeps whoever deletes waiting.
    await rm(gone, { recursive: true })
  }

  /** Moves a folder between the skills root and the archive, whichever file systems they lie on. */
  async function move(from: string, to: string, name: string): Promise<void> {
    makeFolder(dirname(to))
    makeFolder(staging)
    const part = to.startsWith(root + sep) ? stage(name, 'new') : `${to}.part`
    await moveFolder(from, to, { part, gone: from.startsWith(archive + sep) ? goneFrom(from) : stage(name, 'new') })
  }

  /** After a move that failed: whether all lies where it lay. False where it has come whole to the other file system. */
  async function takenBack(from: string, to: string, name: string): Promise<boolean> {
    await rm(`${to}.part`, { recursive: true, force: true }).catch(() => {})
    if (!exists(to)) return true
    const twin = (): Promise<void> => (to.startsWith(root + sep) ? discard(to, name) : rm(to, { recursive: true }))
    const back = exists(from) ? twin() : rename(to, from)
    return await back.then(
      () => true,
      () => false,
    )
  }

  /** Across file systems a folder is back before its original is gone; what an interruption left of that goes now. */
  async function dropTwin(from: string, name: string): Promise<void> {
    if (!from.startsWith(archive + sep)) return
    const [kept, back] = [await readSkillFolder(from), await readSkillFolder(join(root, name))]
    await rm(goneFrom(from), { recursive: true, force: true })
    if (kept === undefined || kept.digest !== back?.digest) return
    await rename(from, goneFrom(from))
    await rm(goneFrom(from), { recursive: true })
  }

  /** What was staged, by its name. Nothing else in that folder is ours, and nothing behind a link to another one. */
  async function leftovers(): Promise<readonly Leftover[]> {
    if (infoOf(staging)?.isDirectory() !== true) return []
    return readdirSync(staging).flatMap((entry) => {
      const [, name, kind, owner] = /^(.+)~(new|old)~(\d+)~[^~]*$/s.exec(entry) ?? []
      if (name === undefined || (Number(owner) !== pid && alive(Number(owner)))) return []
      return [{ path: join(staging, entry), name, kind: kind as Leftover['kind'] }]
    })
  }

  async function sweep(recorded: (name: string, digest: string) => Promise<boolean>): Promise<readonly string[]> {
    const done: string[] = []
    for (const left of await leftovers()) done.push(await sweepOne(left, recorded))
    return done
  }

  async function sweepOne(
    { path, name, kind }: Leftover,
    recorded: (name: string, digest: string) => Promise<boolean>,
  ): Promise<string> {
    const target = join(root, name)
    if (kind === 'old' && !exists(target)) {
      await rename(path, target)
      return `put back ${target}, whose replacement was interrupted`
    }
    // What we let go of is renamed before it is deleted: an old folder without its SKILL.md is a person's doing too.
    const there = kind === 'old' ? await readSkillFolder(path) : undefined
    if (kind === 'old' && (there === undefined || !(await recorded(name, there.digest)))) {
      const to = awayPath(name)
      await move(path, to, name)
      return `kept in ${to} what was changed in ${target} while it was replaced`
    }
    await (kind === 'old' ? discard(path, name) : rm(path, { recursive: true, force: true }))
    return `removed what an interrupted write of ${target} had left`
  }

  return { stage, awayPath, settle, discard, move, takenBack, dropTwin, leftovers, sweep }
}

const goneFrom = (path: string): string => `${path}.gone`
