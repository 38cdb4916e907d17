import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { isThere } from './folder-files.ts'

/** A folder of skills in a bank: a shared library, or the skills of a user. */
export interface BankPart {
  readonly kind: 'library' | 'user'
  readonly name: string
  readonly folder: string
  /** Names of the skill folders in it that are of this part; all where absent. */
  readonly skills?: readonly string[]
}

/**
 * The parts of a bank in AutoSkill's layout (`Users/<user>`, `Common/<library>`, with or without `SkillBank` around
 * them): skills directly in `Common` are a library of that name, and so is every folder beside the two. Any other folder is one
 * library. Throws `not_found`.
 */
export function bankParts(folder: string): readonly BankPart[] {
  if (!isThere(folder)) throw new WaylandError('not_found', `${folder}: there is no such folder`)
  const root = [folder, join(folder, 'SkillBank')].find((one) => LAYOUT.some(([, name]) => existsSync(join(one, name))))
  if (root === undefined) return [{ kind: 'library', name: basename(folder), folder }]
  const isSkill = (part: string, name: string) => existsSync(join(root, part, name, 'SKILL.md'))
  const parts = LAYOUT.flatMap(([kind, part]) => {
    const [skills, folders] = [true, false].map((is) =>
      foldersIn(join(root, part)).filter((name) => isSkill(part, name) === is),
    )
    return [
      ...(skills?.length === 0 ? [] : [{ kind: 'library' as const, name: part, folder: join(root, part), skills }]),
      ...(folders ?? []).map((name) => ({ kind, name, folder: join(root, part, name) })),
    ]
  })
  const beside = foldersIn(root).filter((name) => !LAYOUT.some(([, part]) => part === name))
  return [...parts, ...beside.map((name) => ({ kind: 'library' as const, name, folder: join(root, name) }))]
}

const LAYOUT = [
  ['user', 'Users'],
  ['library', 'Common'],
] as const

/** Where a part of a bank lies below a folder, by the same layout. */
export const partFolder = (root: string, { kind, name }: Pick<BankPart, 'kind' | 'name'>): string =>
  join(root, kind === 'user' ? 'Users' : 'Common', name)

/** The libraries below a data folder. */
export const librariesBelow = (dataDir: string): string => join(dataDir, 'libraries')

/** Paths of the libraries in a folder, sorted. */
export const librariesIn = (folder: string): readonly string[] => foldersIn(folder).map((name) => join(folder, name))

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
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
    : []
