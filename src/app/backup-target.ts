import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { WaylandError } from '../domain/errors.ts'

/**
 * Throws if a backup may not be written to this path: it is taken, unless `force` and a file, or it is or lies among what
 * the program itself keeps, where a backup would be taken for a part of it or take its place.
 */
export function insistOnTarget(
  file: string,
  { force, database, own }: { readonly force: boolean; readonly database: string; readonly own: readonly string[] },
): void {
  const target = join(real(dirname(file)), basename(file))
  const folder = own.map(real).find((one) => target === one || target.startsWith(one + sep))
  if (folder !== undefined) throw refused(`${file} lies in ${folder}, which wayland-core keeps`)
  const data = real(dirname(database))
  if (dirname(target) === data && OWN_FILES.some((name) => basename(target).startsWith(name)))
    throw refused(`${file} is a file of wayland-core itself`)
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (there !== undefined && (!force || !there.isFile()))
    throw new WaylandError('in_use', `${file} is there already, and is not written over`, {
      hint: there.isFile() ? 'Name another file, or add --force.' : 'Name another file.',
    })
}

/** Beginnings of the names of files in the data folder. */
const OWN_FILES = ['wayland-core.db', 'daemon.', 'mcp-token', '.restore'] as const

const refused = (what: string): WaylandError =>
  new WaylandError('refused', `${what}; no backup was written`, {
    hint: 'Name a file elsewhere, best on another disk.',
  })

/** The path without links; as it is where there is nothing. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
