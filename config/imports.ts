import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { FLOORS, type Floor } from './floors.ts'

/** One import of a source file. */
interface Import {
  /** A path from the root of the project, or the name of a package. */
  readonly what: string
  readonly isType: boolean
  readonly isPackage: boolean
}

/** The floor of a path: the innermost folder that has one, else the root file itself; undefined where nobody made one. */
export function floorOf(path: string): string | undefined {
  const parts = path.split('/').slice(1)
  if (parts.length === 1) return parts[0] !== undefined && parts[0] in FLOORS ? parts[0] : undefined
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join('/')
    if (folder in FLOORS) return folder
  }
  return undefined
}

/** What of a file's imports its floor does not allow, in words. `path` begins with `src/`. */
export function refusedImports(path: string, text: string): readonly string[] {
  const name = floorOf(path)
  const floor = name === undefined ? undefined : FLOORS[name]
  if (name === undefined || floor === undefined) return [`${path}: has no floor; give it one in config/floors.ts`]
  return importsOf(path, text)
    .filter((one) => !isAllowed(name, floor, one))
    .map(({ what, isType }) => `${path}: "${name}" may not import ${isType ? 'types of ' : ''}${what}`)
}

function isAllowed(name: string, floor: Floor, { what, isType, isPackage }: Import): boolean {
  if (isPackage) return (floor.packages ?? []).some((allowed) => what === allowed || what.startsWith(`${allowed}/`))
  const target = floorOf(what)
  if (target === undefined) return false
  const names = (list: readonly string[] = []) => list.includes(target) || list.includes(what.replace(/^src\//, ''))
  return target === name || names(floor.imports) || (isType && names(floor.types))
}

/** Every import of a file: static, dynamic with a name of its own, and what it exports from elsewhere. */
export function importsOf(path: string, text: string): readonly Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const named = ({ start, end }: { start: number; end: number }) => text.slice(start + 1, end - 1)
  const found = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ from: moduleRequest.value, isType }] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest }) => ({ from: named(moduleRequest), isType: false })),
  ]
  return found.map(({ from, isType }) => {
    const isPackage = !from.startsWith('.')
    return { what: isPackage ? from : normalize(join(dirname(path), from)), isType, isPackage }
  })
}

/** The first cycle of imports among files, types included, as the files on its way; undefined where there is none. */
export function cycleAmong(files: ReadonlyMap<string, string>): readonly string[] | undefined {
  const done = new Set<string>()
  const way: string[] = []
  const visit = (path: string): readonly string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    const text = files.get(path)
    if (text === undefined || done.has(path)) return undefined
    way.push(path)
    for (const { what } of importsOf(path, text)) {
      const cycle = visit(what)
      if (cycle !== undefined) return cycle
    }
    way.pop()
    done.add(path)
    return undefined
  }
  for (const path of files.keys()) {
    const cycle = visit(path)
    if (cycle !== undefined) return cycle
  }
  return undefined
}
