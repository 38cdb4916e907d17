import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { digestFiles } from '../domain/digest.ts'
import { WaylandError } from '../domain/errors.ts'
import { whyOthers } from '../platform/own-folder.ts'

/** A skill's folder as it was read; `stamp` changes with any of its files. */
export interface FolderState {
  readonly digest: string
  readonly stamp: string
  /** Holds only files and links, and is not a link itself: a version can restore it exactly. */
  readonly plain: boolean
  /** Its files are old enough that any change since they were read gives another stamp on every file system. */
  readonly steady: boolean
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Why another user may have written what was read, as it was while it was read; absent where no other user can have. */
  readonly foreign?: string
}

/** The coarsest timestamp of a file system in use, FAT's, in ms. */
export const TICK_MS = 2_000

/** Limit of entries in a skill folder; a larger folder is no skill, and would be slow to read. */
const MAX_ENTRIES = 1_000
/** Limit of the total size in bytes. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Reads a skill's folder, also through a link; undefined if it is no folder or holds no SKILL.md. `seen` is its stamp at a
 * recent look: if every file that was read is still the one of that look, no other look is made.
 */
export async function readSkillFolder(folder: string, seen?: string): Promise<FolderState | undefined> {
  for (let look = 1; ; look++) {
    const stamp = look === 1 && seen ? seen : await stampOf(folder)
    if (stamp === undefined) return undefined
    const began = Date.now()
    try {
      const info = lstatSync(folder)
      const found: Found = {
        ...{ files: new Map(), entries: 0, bytes: 0, plain: !info.isSymbolicLink(), seen: '', changedMs: 0 },
        foreign: whyOthers(info, folder),
      }
      await readInto(found, folder, '')
      if (toStamp(found.seen) === stamp)
        return {
          ...{ digest: digestFiles(found.files), stamp, plain: found.plain, files: found.files },
          steady: began - found.changedMs >= TICK_MS,
          ...(found.foreign === undefined ? {} : { foreign: found.foreign }),
        }
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
  if (isUnreachable(folder)) return UNREACHABLE
  const top = entriesOf(folder)
  const isSkill = holdsSkillMd(folder, top)
  if (isSkill === false) return undefined
  let [seen, count] = ['', 0]
  // It counts as there, so that reading it says why it cannot be read; the folders beside it are as they are.
  if (isSkill === 'unknown') return toStamp(inStamp(lstatSync(folder)))
  const walk = (path: string, entries: readonly Dirent[]): void => {
    for (const entry of entries) {
      if (++count > MAX_ENTRIES) return
      const at = `${path}/${entry.name}`
      seen += `${entry.name}\0`
      if (entry.isDirectory()) walk(at, entriesOf(at))
      else {
        // A file that vanishes during the look is gone at the next one.
        const file = lstatSync(at, { throwIfNoEntry: false })
        if (file?.isDirectory() === false) seen += inStamp(file)
      }
      seen += '\0'
    }
  }
  walk(folder, top)
  return toStamp(seen)
}

/** Whether a name was listed that is no UTF-8, in whose place Node gives characters by which nothing is found. */
const isUnreachable = (path: string): boolean =>
  path.includes('\ufffd') && lstatSync(path, { throwIfNoEntry: false }) === undefined

/** It counts as there, so that its name is reported as one that no skill may have. */
const UNREACHABLE = 'the name is not UTF-8'

/**
 * Whether a folder holds a SKILL.md: a file or a link, and nothing else of that name. A folder that may not be listed may
 * hold one all the same; `unknown` if it may not be looked into.
 */
export function holdsSkillMd(folder: string, entries: readonly Dirent[] = entriesOf(folder)): boolean | 'unknown' {
  const entry = entries.find(({ name }) => name === 'SKILL.md')
  if (entry !== undefined) return entry.isFile() || entry.isSymbolicLink()
  try {
    const info = lstatSync(join(folder, 'SKILL.md'), { throwIfNoEntry: false })
    return info !== undefined && (info.isFile() || info.isSymbolicLink())
  } catch (error) {
    return !LEADS_NOWHERE.has(String((error as NodeJS.ErrnoException).code)) && 'unknown'
  }
}

/** No folder, or a link that leads back to itself. */
const LEADS_NOWHERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

const inStamp = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size}:${mtimeMs}:${ctimeMs}:${ino}`
const toStamp = (seen: string): string => hash('sha256', seen).slice(0, STAMP_DIGITS)
const STAMP_DIGITS = 24

/** The entries of a folder; empty if it may not be read, which reading its files reports. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return inOrder(folder)
  } catch {
    return []
  }
}

const inOrder = (folder: string): readonly Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))

interface Found {
  readonly files: Map<string, Uint8Array>
  entries: number
  bytes: number
  plain: boolean
  /** What the stamp is made of, each file as it was after it was read. */
  seen: string
  /** The latest change of a file, Unix ms. */
  changedMs: number
  foreign: string | undefined
}

/** Reads every file and link below a folder; links are not followed. */
async function readInto(found: Found, folder: string, prefix: string): Promise<void> {
  found.foreign ??= whyOthers(statSync(join(folder, prefix)), join(folder, prefix))
  for (const entry of inOrder(join(folder, prefix))) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    const at = join(folder, path)
    if (++found.entries > MAX_ENTRIES) throw tooLarge(folder, `more than ${MAX_ENTRIES} files and folders`)
    found.seen += `${entry.name}\0`
    if (isUnreachable(at)) {
      // The rest of the skill is read; the safety rules say that this is not.
      found.files.set(path, new Uint8Array())
      found.plain = false
    } else if (entry.isDirectory()) await readInto(found, folder, path)
    else if (entry.isFile()) {
      const room = MAX_BYTES - found.bytes
      const { bytes, after } = await readFileOf(at, room, () => tooLarge(folder, `more than ${MAX_BYTES} bytes`))
      found.foreign ??= whyOthers(after, at)
      found.bytes += bytes.length
      found.files.set(path, bytes)
      note(found, after)
      if (found.entries % READ_AT_ONCE === 0) await setImmediate()
    } else {
      if (entry.isSymbolicLink()) found.files.set(`${path}/`, Buffer.from(readlinkSync(at)))
      else found.plain = false
      note(found, lstatSync(at))
    }
    found.seen += '\0'
  }
}

function note(found: Found, file: Stats): void {
  found.seen += inStamp(file)
  found.changedMs = Math.max(found.changedMs, file.mtimeMs, file.ctimeMs)
}

/** The bytes of a file and its state after they were read; throws `tooLarge` before it reads more than `room` bytes. */
async function readFileOf(
  path: string,
  room: number,
  tooLarge: () => Error,
): Promise<{ readonly bytes: Uint8Array; readonly after: Stats }> {
  const handle = openSync(path, READ_ONLY)
  try {
    const { size, nlink } = fstatSync(handle)
    if (nlink > 1) throw hardLink(path)
    if (size > room) throw tooLarge()
    const bytes = new Uint8Array(size)
    for (let [at, got] = [0, 1]; at < size && got > 0; at += got) {
      if (at > 0) await setImmediate()
      got = readSync(handle, bytes, at, Math.min(size - at, AT_ONCE), at)
    }
    return { bytes, after: fstatSync(handle) }
  } finally {
    closeSync(handle)
  }
}

/** The file may have become a link or a pipe since it was listed. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Bytes, and files, read between two yields: one or two milliseconds. */
const AT_ONCE = 256 * 1024
const READ_AT_ONCE = 32

const hardLink = (path: string) =>
  new WaylandError('bad_file', `${path} is a hard link: the same file has another name elsewhere, and is not read`, {
    hint: `Put a copy in its place: cp ${path} ${path}.copy && mv ${path}.copy ${path}`,
  })

const tooLarge = (folder: string, what: string) =>
  new WaylandError('bad_file', `${folder} holds ${what} and is not read as a skill`, {
    hint: 'Keep what the skill does not need elsewhere, or archive the skill.',
  })
