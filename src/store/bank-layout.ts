import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { isThere } from './folder-files.ts'
import { OF_VERSION_CONTROL } from './library-folder.ts'

/** A folder of skills in a bank: a shared library, or the skills of a user. */
export interface BankPart {
  readonly kind: 'library' | 'user'
  readonly name: string
  readonly folder: string
  /** Names of the folders in it that are parts of their own. */
  readonly except?: readonly string[]
}

/**
 * The parts of a bank in AutoSkill's layout (`Users/<user>`, `Common/<library>`, with or without `SkillBank` around
 * them): skills directly in `Common`, or beside the two, are a library of the name of that folder, and so is every other
 * folder beside the two. Any other folder is one library. A part is called without the dots before its name, since
 * libraries with them are hidden. Throws `not_found`, and `refused` for a folder that is a skill.
 */
export function bankParts(folder: string): readonly BankPart[] {
  if (typeof folder !== 'string') throw new WaylandError('bad_usage', 'a bank is imported from the path of its folder')
  if (!isThere(folder)) throw new WaylandError('not_found', `${folder}: there is no such folder`)
  if (existsSync(join(folder, 'SKILL.md')))
    throw new WaylandError('refused', `${folder} is one skill`, { hint: 'Give the folder around it.' })
  const root = [folder, join(folder, 'SkillBank')].find((one) => LAYOUT.some(([, name]) => existsSync(join(one, name))))
  if (root === undefined) return [{ kind: 'library', name: basename(folder), folder }]
  return [...LAYOUT, ['library', ''] as const].flatMap(([kind, part]) => {
    const around = join(root, part)
    if (!existsSync(around)) return []
    const named = foldersIn(around).filter((name) => part !== '' || !LAYOUT.some(([, known]) => known === name))
    const folders = named.filter((name) => !existsSync(join(around, name, 'SKILL.md')))
    const except = part === '' ? [...folders, ...LAYOUT.map(([, known]) => known)] : folders
    return [
      { kind: 'library' as const, name: basename(around), folder: around, except },
      ...folders.map((name) => ({ kind, name: name.replace(/^\.+/, ''), folder: join(around, name) })),
    ]
  })
}

const LAYOUT = [
  ['user', 'Users'],
  ['library', 'Common'],
] as const

/** Where a part of a bank lies below a folder, by the same layout. */
export const partFolder = (root: string, { kind, name }: Pick<BankPart, 'kind' | 'name'>): string =>
  join(root, kind === 'user' ? 'Users' : 'Common', name)

export const librariesBelow = (dataDir: string): string => join(dataDir, 'libraries')

/** Paths of the libraries in a folder, sorted. */
export const librariesIn = (folder: string): readonly string[] =>
  foldersIn(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(folder, name))

/** Whether a skill's folder holds exactly these files; undefined where there is none. */
export function holds(folder: string, files: ReadonlyMap<string, Uint8Array>): boolean | undefined {
  if (!existsSync(folder)) return undefined
  return [...files].every(([path, bytes]) => {
    const file = join(folder, path)
    return existsSync(file) && statSync(file).isFile() && Buffer.compare(readFileSync(file), bytes) === 0
  })
}

/** Throws `refused` for a folder in which something lies. */
export function insistEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new WaylandError('refused', `${folder} is not empty`, { hint: 'Give a folder that is empty or not there.' })
}

const foldersIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !OF_VERSION_CONTROL.has(entry.name))
        .map(({ name }) => name)
        .sort()
    : []
