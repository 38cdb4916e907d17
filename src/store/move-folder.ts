import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { modeLike, syncFolder, writeNewFile } from './folder-files.ts'

/**
 * Moves a folder; across file systems it is copied completely before it gets its name. `part` is the path of the copy
 * in progress, `gone` the path under which the original is deleted: no visible folder is ever incomplete.
 */
export async function moveFolder(
  from: string,
  to: string,
  { part, gone }: { readonly part: string; readonly gone: string },
): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await rm(part, { recursive: true, force: true })
    await copyFolder(from, part)
    await rename(part, to)
    await rename(from, gone)
    await rm(gone, { recursive: true })
  }
  await syncFolder(dirname(to))
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
