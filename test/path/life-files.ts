import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
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

/** What lies at a path; undefined where that is nothing, or a link leads around to it. */
export function kindOf(path: string): 'file' | 'folder' | 'other' | undefined {
  try {
    const info = lstatSync(path)
    return info.isFile() ? 'file' : info.isDirectory() ? 'folder' : 'other'
  } catch {
    return undefined
  }
}

/** What lies in the place of SKILL.md; the last, in that of the folder. */
export const SPOILED = ['a folder', 'a pipe', 'a link to itself'] as const

/** Puts something else in the place of a skill's SKILL.md, or of its folder. */
export function spoil(folder: string, what: (typeof SPOILED)[number]): void {
  const file = join(folder, 'SKILL.md')
  rmSync(what === 'a link to itself' ? folder : file, { recursive: true })
  if (what === 'a folder') mkdirSync(file)
  else if (what === 'a pipe') execFileSync('mkfifo', [file])
  else symlinkSync(folder, folder)
}

/** What a tool that syncs folders does: the newest withdrawn folder of a name is there again. */
export function putBack(name: string, archive: string, skills: string): void {
  const [kept] = existsSync(archive) ? readdirSync(archive).filter((entry) => entry.startsWith(`${name}~`)) : []
  if (kept !== undefined && kindOf(join(skills, name)) === undefined)
    cpSync(join(archive, kept), join(skills, name), { recursive: true })
}

export function digestOf(folder: string): string {
  const files = filesBelow(folder).map((file) => [relative(folder, file), new Uint8Array(readFileSync(file))] as const)
  return digestFiles(new Map(files))
}

export const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Digest of a file; '' where there is none. */
export const digestAt = (file: string): string => (kindOf(file) === 'file' ? digest(readFileSync(file)) : '')

/** Digests of all files below a folder, and of what a database holds. */
export function keptBelow(folder: string, database: string): ReadonlySet<string> {
  // An index that is being written is gone again before it is read.
  const kept = new Set(filesBelow(folder).map(digestAt))
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

/** The successful turn of this number, which no other one repeats. */
export const turnOf = (n: number, request: string) =>
  ({
    engine: 'claude-code',
    userInput: request,
    outcome: 'success',
    summary: '1 turn',
    timestamp: new Date(),
    sessionId: `s${n}`,
    promptId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    toolCalls: [
      { name: 'Bash', input: { command: 'git diff main...HEAD' }, ok: true },
      { name: 'Read', input: { file_path: `src/file-${n}.ts` }, ok: true },
      { name: 'Bash', input: { command: 'npm test' }, ok: true, exitCode: 0 },
    ],
  }) as const
