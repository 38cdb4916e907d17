import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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
