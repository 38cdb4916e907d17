import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { INDEX_PATH, type ListedSkill } from '../domain/bank/well-known.ts'
import { WaylandError } from '../domain/errors.ts'
import { readSkillFolder } from './read-skill-folder.ts'

/** A skill's folder in a library: its files, and where it lies below the library. */
export interface LibraryFolder {
  readonly path: string
  /** Empty where they cannot be read. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Why they cannot, or who else may have written them. */
  readonly why?: string
}

/** Folders below a library that hold no SKILL.md are looked into this deep. */
const MAX_DEPTH = 4
/** Limit of skills in a library. */
const MAX_SKILLS = 20_000

/** The name of a library: that of its folder. */
export const libraryName = (folder: string): string => basename(folder)

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

/** The folders with a SKILL.md below a library, sorted by path. Links are not followed. Throws `not_found`. */
export async function* readLibrary(folder: string): AsyncGenerator<LibraryFolder> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new WaylandError('not_found', `${folder}: there is no such folder`)
  let left = MAX_SKILLS
  for await (const found of below(folder, '', MAX_DEPTH)) {
    if (left-- === 0) return
    yield found
  }
}

async function* below(root: string, path: string, depth: number): AsyncGenerator<LibraryFolder> {
  const folder = join(root, path)
  const found = path === '' ? undefined : await skillIn(folder)
  if (found !== undefined) {
    yield { path, ...found }
    return
  }
  if (depth === 0) return
  for (const name of foldersIn(folder).map((one) => basename(one))) yield* below(root, join(path, name), depth - 1)
}

async function skillIn(folder: string): Promise<Omit<LibraryFolder, 'path'> | undefined> {
  try {
    const there = await readSkillFolder(folder)
    if (there === undefined) return undefined
    return { files: there.files, ...(there.foreign === undefined ? {} : { why: there.foreign }) }
  } catch (error) {
    return { files: new Map(), why: (error as Error).message }
  }
}

const OF_VERSION_CONTROL = new Set(['.git', '.hg', '.svn'])

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OF_VERSION_CONTROL.has(entry.name))
    .map(({ name }) => join(folder, name))
    .sort()

/** The index below the root of a downloaded site, as JSON; undefined where there is none. */
export function indexIn(root: string): unknown {
  const bytes = fileIn(root, INDEX_PATH)
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

/** The bytes of a listed skill's SKILL.md; undefined where it is no file within the root, or too large. */
export const listedFile = (root: string, { path }: ListedSkill): Uint8Array | undefined => fileIn(root, path)

const MAX_BYTES = 2 * 2 ** 20

function fileIn(root: string, path: string): Uint8Array | undefined {
  try {
    const file = realpathSync(join(root, path))
    if (!file.startsWith(realpathSync(root) + sep)) return undefined
    const info = lstatSync(file)
    return info.isFile() && info.size <= MAX_BYTES ? readFileSync(file) : undefined
  } catch {
    return undefined
  }
}
