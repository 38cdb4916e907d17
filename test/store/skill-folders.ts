import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSkillFolder } from '../../src/store/skill-folder.ts'
import type { SkillLocation } from '../../src/store/skill-records.ts'
import { scratch } from '../scratch.ts'

export function folder(
  changed: {
    root?: string
    archive?: string
    pid?: number
    alive?: (pid: number) => boolean
    newId?: () => string
  } = {},
) {
  const home = scratch()
  let ids = 0
  const where = { root: join(home, 'skills'), staging: join(home, 'staging'), archive: join(home, 'archive') }
  const options = { ...where, newId: () => `id-${changed.pid ?? 1}-${++ids}`, pid: 1, alive: () => false, ...changed }
  return { ...openSkillFolder(options), ...where, options, home }
}

export const files = (text: string, more: Record<string, string> = {}) =>
  new Map(Object.entries({ 'SKILL.md': text, 'manifest.json': '{}', ...more }))

export const never = () => false
export const always = () => true
export const recorded = async () => true

export async function published(
  skills: ReturnType<typeof folder>,
  text: string,
  name = 'auto-x',
): Promise<SkillLocation> {
  const done = await skills.publish(name, files(text), always)
  if (done === 'foreign') throw new Error('the folder is foreign')
  return done
}

export const textOf = (root: string, name = 'auto-x') => readFileSync(join(root, name, 'SKILL.md'), 'utf8')

export function place(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}

export function link(to: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(to, path)
}

/** Every file below a folder with its text; a folder or link that is no file, as its kind. */
export function snapshot(root: string): Record<string, string> {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true })
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() || readdirSyncOrEmpty(join(entry.parentPath, entry.name)) === 0)
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(root.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : 'no file']
      }),
  )
}

export function readdirSyncOrEmpty(path: string): number {
  try {
    return readdirSync(path).length
  } catch {
    return 0
  }
}
