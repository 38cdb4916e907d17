import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A larger file is read up to here: the scanner says that it was not read whole. */
const MAX_BYTES = 4 * 1024 * 1024

/** Every file below a folder by its path in it, or the one file; a link is given by its target's name, never followed. */
export function readSkillFiles(path: string): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const info = lstatSync(path, { throwIfNoEntry: false })
  if (info?.isFile() === true) files.set(basename(path), read(path))
  else if (info !== undefined) walk(path, '', files)
  return files
}

function walk(folder: string, prefix: string, files: Map<string, Uint8Array>): void {
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const inner = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) walk(folder, inner, files)
    else if (entry.isFile()) files.set(inner, read(join(folder, inner)))
    else if (entry.isSymbolicLink()) files.set(inner, Buffer.from(`link to ${readlinkSync(join(folder, inner))}\n`))
  }
}

function read(path: string): Uint8Array {
  const bytes = readFileSync(path)
  return bytes.length > MAX_BYTES ? bytes.subarray(0, MAX_BYTES) : bytes
}
