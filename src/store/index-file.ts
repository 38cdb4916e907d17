import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { absent, cannot, syncFolder, writeNewFile } from './folder-files.ts'

/** One file that is replaced whole: a reader finds what one write left, whatever happens in between. */
export interface IndexFile {
  /** Undefined when there is none. Throws `storage_unavailable` when it cannot be read. */
  read(): Promise<Uint8Array | undefined>
  /** The same, to be read in pieces: those of this very file, also where another one takes its place. */
  open(): OpenIndex | undefined
  /**
   * Replaces it by these parts, durably, for the user's eyes alone; of two writers the last one's stays. Throws
   * `storage_unavailable`.
   */
  write(parts: readonly Uint8Array[]): Promise<void>
  remove(): Promise<void>
}

export interface OpenIndex {
  readonly size: number
  /** So many bytes from a place; fewer where the file ends before. Throws `storage_unavailable`. */
  read(at: number, length: number): Uint8Array
  close(): void
}

/** A saved index at a path in a folder that is there. */
export function openIndexFile(path: string, newId: () => string): IndexFile {
  return {
    async read() {
      try {
        return await readFile(path).catch(absent)
      } catch (error) {
        throw cannot('read', path, error)
      }
    },
    open: () => openInPieces(path),
    async remove() {
      try {
        await rm(path, { force: true })
      } catch (error) {
        throw cannot('remove', path, error)
      }
    },
    async write(parts) {
      const temporary = `${path}.${newId()}${TEMPORARY}`
      try {
        try {
          await writeNewFile(temporary, parts)
          await sweep(path, temporary)
          await rename(temporary, path)
        } finally {
          await rm(temporary, { force: true }).catch(() => {})
        }
        await syncFolder(dirname(path))
      } catch (error) {
        throw cannot('write', path, error)
      }
    },
  }
}

function openInPieces(path: string): OpenIndex | undefined {
  try {
    if (!existsSync(path)) return undefined
    const handle = openSync(path, 'r')
    const { size } = fstatSync(handle)
    const read = (at: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)))
      let done = 0
      for (let n = -1; done < bytes.length && n !== 0; done += n)
        n = readSync(handle, bytes, done, bytes.length - done, at + done)
      return bytes.subarray(0, done)
    }
    return {
      size,
      read(at, length) {
        try {
          return read(at, length)
        } catch (error) {
          throw cannot('read', path, error)
        }
      },
      close: () => closeSync(handle),
    }
  } catch (error) {
    throw cannot('read', path, error)
  }
}

const TEMPORARY = '.new'
/** A write takes seconds: what is older was left by a process that is gone. */
const LEFT_MS = 3_600_000

/** Removes what interrupted writes left, not what another process writes just now. */
async function sweep(path: string, own: string): Promise<void> {
  const { mtimeMs: now } = await stat(own)
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(TEMPORARY)) continue
    const left = join(dirname(path), name)
    const info = await stat(left).catch(absent)
    if (info !== undefined && now - info.mtimeMs > LEFT_MS) await rm(left, { force: true })
  }
}
