import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { digestFiles } from '../../src/domain/digest.ts'

/** Whether a skill can be put before a model. */
export const canLoad = async (loop: SkillLoop, name: string): Promise<boolean> =>
  await loop.load(name).then(
    () => true,
    () => false,
  )

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

export function digestOf(folder: string): string {
  const files = filesBelow(folder).map((file) => [relative(folder, file), new Uint8Array(readFileSync(file))] as const)
  return digestFiles(new Map(files))
}

export const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Digests of all files below a folder, and of what a database holds. */
export function keptBelow(folder: string, database: string): ReadonlySet<string> {
  const kept = new Set(filesBelow(folder).map((file) => digest(readFileSync(file))))
  const rows = new Sqlite(database, { readonly: true })
  for (const key of rows.prepare('SELECT digest FROM blobs').pluck().all()) kept.add(String(key))
  rows.close()
  return kept
}

/** Makes a sound copy of a database that others have open, in place of an earlier one. */
export function copyWhole(database: string, copy: string): void {
  rmSync(copy, { force: true })
  const rows = new Sqlite(database)
  rows.prepare('VACUUM INTO ?').run(copy)
  rows.close()
}
