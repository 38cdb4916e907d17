import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { INDEX_PATH, type ListedSkill } from '../domain/bank/well-known.ts'

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
