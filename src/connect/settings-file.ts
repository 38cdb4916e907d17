import { lstat, readFile, readlink, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { absent, cannot, exists, orCannot } from '../store/folder-files.ts'
import { makeFolder } from '../store/make-folder.ts'
import { replaceFile, sweepParts } from '../store/replace-file.ts'
import type { Place } from './agent-settings.ts'
import { shellWord } from './shell-word.ts'

export interface SettingsFile {
  /** As the engine opens it. */
  readonly path: string
  /** Where it really lies: behind the link, when it is one. */
  readonly target: string
  /** With its byte order mark, if it has one; undefined where there is no file. */
  readonly text: string | undefined
  readonly mode: number
}

/** Largest settings file that is read, in bytes; one that a person wrote is far smaller. */
const MAX_BYTES = 8 * 1024 * 1024
/** Links that are followed, as many as Linux does. */
const MAX_LINKS = 40
const NEW_FILE = 0o600

/** Reads a settings file, through links. Throws `bad_file` for a folder, more than 8 MiB, or what is not UTF-8. */
export async function readSettings(path: string): Promise<SettingsFile> {
  const target = await behindLinks(path)
  return await orCannot('read', path, async () => {
    const info = await stat(target).catch(absent)
    if (info === undefined) return { path, target, text: undefined, mode: NEW_FILE }
    if (!info.isFile()) throw new WaylandError('bad_file', `${path} is no file`)
    if (info.size > MAX_BYTES) throw new WaylandError('bad_file', `${path} is larger than ${MAX_BYTES} bytes`)
    return { path, target, text: decoded(await readFile(target), path), mode: info.mode & 0o7777 }
  })
}

/**
 * Puts a new text in the place of the one that was read, whole or not at all: the link and the mode stay. `undefined`
 * removes the file. Refuses a file that is read-only, or that changed since it was read.
 */
export async function writeSettings(file: SettingsFile, text: string | undefined): Promise<void> {
  const { path, target, mode } = file
  const folder = dirname(target)
  return await orCannot('write', path, async () => {
    if (file.text !== undefined && (mode & 0o222) === 0)
      throw new WaylandError('refused', `${path} is read-only; nothing was changed in it`, {
        hint: `Make it writable first, for example with: chmod u+w ${shellWord(path)}`,
      })
    if (text === undefined) {
      await insistUnchanged(file)
      await rm(target, { force: true })
      return sweepParts(target)
    }
    makeFolder(folder)
    await replaceFile(target, text, { mode, insist: () => insistUnchanged(file) })
  })
}

/** Removes folders that were made for a file, from its own up to `top`, as far as they are empty. */
export async function removeEmptyFolders(file: string, top: string): Promise<void> {
  for (let folder = dirname(file); folder.startsWith(top); folder = dirname(folder)) {
    try {
      await rmdir(folder)
    } catch {
      return
    }
  }
}

/** The topmost of the folders that have to be made for a file; undefined where its own is there. */
export async function missingFolder(file: string): Promise<string | undefined> {
  const folder = dirname(file)
  if (exists(folder)) return undefined
  return (await missingFolder(folder)) ?? folder
}

async function insistUnchanged({ path, text }: SettingsFile): Promise<void> {
  if ((await readSettings(path)).text === text) return
  throw new WaylandError('conflict', `${path} was changed by another program meanwhile; it was left as it is`, {
    hint: 'Run the command again.',
  })
}

async function behindLinks(path: string): Promise<string> {
  let at = path
  for (let n = 0; n < MAX_LINKS; n++) {
    const info = await lstat(at).catch((error: unknown) => {
      try {
        return absent(error)
      } catch (fault) {
        throw cannot('read', path, fault)
      }
    })
    if (info?.isSymbolicLink() !== true) return at
    at = resolve(dirname(at), await readlink(at))
  }
  throw new WaylandError('bad_file', `${path} is a link to itself`)
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new WaylandError('bad_file', `${path} is not UTF-8 text`, { cause: error })
  }
}

/** The folder that an agent's settings are in: by its root for the person, `.<root>` in a project. */
export const ownFolder = (place: Place, root: string): string =>
  place.scope === 'user' ? (place.folders[root] ?? join(place.folders.home, `.${root}`)) : join(place.dir, `.${root}`)
