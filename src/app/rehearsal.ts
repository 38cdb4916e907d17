import { existsSync, realpathSync } from 'node:fs'
import { cp, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { asWaylandError } from '../domain/errors.ts'
import { copySkillRows } from '../store/sqlite/moved-database.ts'

/** Option values for a temporary home. */
export interface Places {
  readonly 'config.dir': string
  readonly 'data.dir': string
  readonly home: string
}

/**
 * Copies a person's skills and their decisions on them into a temporary home, without turns or requests; the person's
 * own folders are only read. Returns what had to be left out.
 */
export async function furnish(own: Config, places: Places): Promise<readonly string[]> {
  const skillsRoot = join(places['config.dir'], 'wayland-core', 'skills')
  await mkdir(places['data.dir'], { recursive: true })
  const left = [...(await copySkills(own.skillsRoot, skillsRoot))]
  const copied =
    own.database === null ||
    !existsSync(own.database) ||
    copySkillRows(own.database, join(places['data.dir'], 'wayland-core.db'), {
      skillsRoot,
      archive: join(places['data.dir'], 'archive'),
    })
  if (!copied) left.push(`${own.database}, of which no sound copy could be made`)
  return left
}

async function copySkills(from: string, to: string): Promise<readonly string[]> {
  if (!existsSync(from)) return []
  await mkdir(to, { recursive: true })
  const left: string[] = []
  const root = realpathSync(from)
  for (const name of await readdir(root)) {
    try {
      await cp(join(root, name), join(to, name), { recursive: true, filter: isPlain })
    } catch (error) {
      left.push(`${join(from, name)} (${asWaylandError(error).message})`)
    }
  }
  return left
}

/** False for pipes, sockets and devices, which are no part of a skill. */
async function isPlain(path: string): Promise<boolean> {
  const there = await lstat(path)
  return there.isFile() || there.isDirectory() || there.isSymbolicLink()
}
