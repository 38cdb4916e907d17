import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { Check } from '../connect/checkup.ts'
import { asWaylandError } from '../domain/errors.ts'
import type { Call } from './command.ts'

/** The switch, the folders, the database and what was written for agents. Where there is no database, none is made. */
export async function checkOwn(config: Config, open: Call['open']): Promise<readonly Check[]> {
  return [
    switchOf(config),
    await folderOf('configuration', config.configHome),
    await folderOf('data', config.dataDir ?? ''),
    ...(await databaseOf(config, open)),
  ]
}

const switchOf = ({ settings, configFile }: Config): Check =>
  settings.skills === 'on'
    ? { what: 'switch', state: 'ok', found: 'on' }
    : {
        what: 'switch',
        state: 'note',
        found: 'off: nothing is recorded, drafted or routed',
        fix: `Take "skills" out of ${configFile}, or WAYLAND_SKILLS out of your environment`,
      }

async function folderOf(what: string, folder: string): Promise<Check> {
  const there = nearest(folder)
  try {
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK)
    return { what, state: 'ok', found: there === folder ? folder : `${folder}, which is made when it is needed` }
  } catch (error) {
    return {
      what,
      state: 'wrong',
      found: `${there} cannot be used (${(error as Error).message})`,
      fix: `chmod u+rwx "${there}"`,
    }
  }
}

const REBUILD = 'npm rebuild better-sqlite3, where wayland-core is installed'

const nearest = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder))

async function databaseOf({ database }: Config, open: Call['open']): Promise<readonly Check[]> {
  const what = 'database'
  if (database === null || !existsSync(database))
    return [{ what, state: 'ok', found: `${database ?? 'none'}, which is made when it is needed` }]
  try {
    await using loop = await open()
    if ('none' in loop.database) {
      const allowed = await access(database, constants.R_OK | constants.W_OK).then(
        () => true,
        () => false,
      )
      // A file that may be read and written, and no database in it: it is the driver that cannot be used.
      const fix = allowed ? REBUILD : `chmod u+rw "${database}"`
      return [{ what, state: 'wrong', found: loop.database.none, fix }]
    }
    await loop.audit()
    const { turns } = await loop.tally()
    const skills = await loop.skills()
    const copies = await loop.exports()
    const gone = copies.filter(({ path }) => !existsSync(join(path, 'SKILL.md')))
    return [
      { what, state: 'ok', found: `turns: ${turns}, skills: ${skills.length}; ${database}` },
      gone[0] === undefined
        ? { what: 'copies', state: 'ok', found: `in the folders of agents: ${copies.length}` }
        : { what: 'copies', state: 'wrong', found: `${gone[0].path} is gone`, fix: 'wayland-core sync' },
    ]
  } catch (error) {
    const { message, hint } = asWaylandError(error)
    return [{ what, state: 'wrong', found: message, fix: hint }]
  }
}
