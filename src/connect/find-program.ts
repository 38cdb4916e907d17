import { constants, existsSync } from 'node:fs'
import { access, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** An agent's program on this machine. */
export interface FoundProgram {
  readonly path: string
  /** From its package.json, else from a folder named after the version; undefined without either. Nothing is run. */
  readonly version: string | undefined
}

/** The first program of this name in `folders`, with the version of a package of `packageNames`. */
export async function findProgram(
  name: string,
  packageNames: readonly string[],
  folders: readonly string[],
): Promise<FoundProgram | undefined> {
  for (const folder of folders) {
    for (const file of [name, `${name}.cmd`, `${name}.exe`]) {
      const path = join(folder, file)
      // Most are not there, and a failed access() takes over ten times as long to say so (measured).
      if (!existsSync(path) || !(await access(path, constants.X_OK).then(isThere, isNot))) continue
      const real = await realpath(path).catch(() => path)
      return { path, version: (await packageVersion(real, packageNames)) ?? versionInPath(real) }
    }
  }
  return undefined
}

const isThere = () => true
const isNot = () => false

/** Folders above a binary that are searched for its package.json. */
const MAX_CLIMB = 6

async function packageVersion(file: string, names: readonly string[]): Promise<string | undefined> {
  let folder = dirname(file)
  for (let n = 0; n < MAX_CLIMB; n++, folder = dirname(folder)) {
    try {
      const found = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
        name?: string
        version?: string
      }
      if (names.includes(found.name ?? '') && typeof found.version === 'string') return found.version
    } catch {
      // No package here: one folder up.
    }
  }
  return undefined
}

/** Installers keep each version in a folder of its name. */
const versionInPath = (path: string): string | undefined =>
  /[\\/]v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?!\d)[\w.-]{0,64})(?:[\\/]|$)/.exec(path)?.[1]
