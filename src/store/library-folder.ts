import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { holdsSkillMd, readSkillFolder } from './read-skill-folder.ts'

/** A skill's folder in a library: its files, and where it lies below the library. */
export interface LibraryFolder {
  readonly path: string
  /** Empty where they cannot be read. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Of the files when they were read. */
  readonly stamp: string
  /** Why they cannot, or who else may have written them. */
  readonly why?: string
}

/** Folders below a library that hold no SKILL.md are looked into this deep. */
const MAX_DEPTH = 4
const MAX_SKILLS = 20_000

/** The folders of libraries with their names; a later one of the same name has a number after it. */
export function libraryNames(folders: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Map<string, number>()
  for (const folder of new Set(folders)) {
    const name = basename(folder)
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    names.set(folder, before === 0 ? name : `${name}-${before + 1}`)
  }
  return names
}

/** Changes with any SKILL.md of a library and any folder around one; costs one look at each. */
export function libraryStamp(folder: string): string {
  let newest = 0
  let skills = 0
  const look = (path: string, depth: number): void => {
    newest = Math.max(newest, changedAt(path))
    const skill = changedAt(join(path, 'SKILL.md'))
    if (skill > 0) skills++
    newest = Math.max(newest, skill)
    if (skill === 0 && depth > 0) for (const below of foldersIn(path)) look(below, depth - 1)
  }
  if (changedAt(folder) > 0) look(folder, MAX_DEPTH)
  return `${skills}:${newest}`
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Paths of the folders with a SKILL.md below a library, sorted. Links are not followed. Throws `not_found`. */
export function* libraryPaths(folder: string): Generator<string> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new WaylandError('not_found', `${folder}: there is no such folder`)
  let left = MAX_SKILLS
  for (const path of below(folder, '', MAX_DEPTH)) {
    if (left-- === 0) return
    yield path
  }
}

function* below(root: string, path: string, depth: number): Generator<string> {
  const folder = join(root, path)
  if (path !== '' && holdsSkillMd(folder) !== false) yield path
  else if (depth > 0)
    for (const name of foldersIn(folder).map((one) => basename(one))) yield* below(root, join(path, name), depth - 1)
}

export async function readLibrarySkill(root: string, path: string): Promise<LibraryFolder> {
  try {
    const there = await readSkillFolder(join(root, path))
    if (there === undefined) return { path, files: new Map(), stamp: '' }
    const { files, stamp, foreign } = there
    return { path, files, stamp, ...(foreign === undefined ? {} : { why: foreign }) }
  } catch (error) {
    return { path, files: new Map(), stamp: '', why: (error as Error).message }
  }
}

/**
 * The skills of a library, sorted by path, then what looks like one and is not read, with why; `except` names folders in it
 * that are left out. Throws `not_found`.
 */
export async function* readLibrary(folder: string, except: readonly string[] = []): AsyncGenerator<LibraryFolder> {
  const isIn = (path: string) => !except.includes(path.split(sep)[0] ?? '')
  for (const path of libraryPaths(folder)) if (isIn(path)) yield await readLibrarySkill(folder, path)
  for (const [path, why] of notRead(folder, '', 0)) if (isIn(path)) yield { path, files: new Map(), stamp: '', why }
}

function* notRead(root: string, path: string, depth: number): Generator<readonly [path: string, why: string]> {
  const folder = join(root, path)
  if (path !== '' && holdsSkillMd(folder) !== false) {
    if (depth > MAX_DEPTH) yield [path, `it lies more than ${MAX_DEPTH} folders deep`]
    return
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = join(path, entry.name)
    if (entry.name.toLowerCase() === 'skill.md') yield [path, 'its file is not called SKILL.md']
    else if (entry.isSymbolicLink() && existsSync(join(root, at, 'SKILL.md'))) yield [at, 'it is a link to a folder']
    else if (entry.isDirectory() && !OF_VERSION_CONTROL.has(entry.name) && depth < MAX_LOOK)
      yield* notRead(root, at, depth + 1)
  }
}

/** How deep what is not read is looked for. */
const MAX_LOOK = 12

export const OF_VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.hg', '.svn'])

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OF_VERSION_CONTROL.has(entry.name))
    .map(({ name }) => join(folder, name))
    .sort()
