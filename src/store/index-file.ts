import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { absent, cannot, syncFolder, writeNewFile } from './folder-files.ts'

/** A file that is replaced atomically: a reader sees one complete write. */
export interface IndexFile {
  /** Undefined if there is none. Throws `storage_unavailable` if it cannot be read. */
  read(): Promise<Uint8Array | undefined>
  /** Opens the file for partial reads, which stay on this file even if it is replaced. */
  open(): OpenIndex | undefined
  /** Replaces the file durably, mode 0600; of two writers the last one wins. Throws `storage_unavailable`. */
  write(parts: readonly Uint8Array[]): Promise<void>
  remove(): Promise<void>
}

export interface OpenIndex {
  readonly size: number
  /** Reads `length` bytes from a position; fewer at the end of the file. Throws `storage_unavailable`. */
  read(at: number, length: number): Uint8Array
  close(): void
}

/** The saved index at a path; its folder must exist. */
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
/** A write takes seconds: older temporary files belong to ended processes. */
const LEFT_MS = 3_600_000

/** Deletes what interrupted writes left, but not the file that another process is writing. */
async function sweep(path: string, own: string): Promise<void> {
  const { mtimeMs: now } = await stat(own)
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(TEMPORARY)) continue
    const left = join(dirname(path), name)
    const info = await stat(left).catch(absent)
    if (info !== undefined && now - info.mtimeMs > LEFT_MS) await rm(left, { force: true })
  }
}
