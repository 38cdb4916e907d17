import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { absent, cannot, syncFolder, writeNewFile } from './folder-files.ts'

/** One file that is replaced whole: a reader finds what one write left, whatever happens in between. */
export interface IndexFile {
  /** Undefined when there is none. Throws `storage_unavailable` when it cannot be read. */
  read(): Promise<Uint8Array | undefined>
  /**
   * Replaces it by these parts, durably, for the user's eyes alone; of two writers the last one's stays. Throws
   * `storage_unavailable`.
   */
  write(parts: readonly Uint8Array[]): Promise<void>
  remove(): Promise<void>
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
