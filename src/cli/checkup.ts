import { constants, existsSync } from 'node:fs'
import { access, readdir, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { shellWord } from '../connect/shell-word.ts'
import { asWaylandError } from '../domain/errors.ts'
import { notUnderstoodText } from '../domain/not-understood.ts'
import { isSkillName } from '../domain/skill.ts'
import type { Check } from '../engines/checkup.ts'
import { writerOf } from '../engines/engines.ts'
import { listed } from '../platform/listed.ts'
import { whyForeign } from '../platform/own-folder.ts'
import type { Call } from './command.ts'
import { overBound } from './database-size.ts'
import { hintCounts, lateText } from './late-hints-text.ts'
import { checkSchedules } from './schedule-standing.ts'

/** Checks the off switch, the folders, the database and the copies written for agents. Creates no database. */
export async function checkOwn(config: Config, open: Call['open']): Promise<readonly Check[]> {
  return [
    ...(await checkPlaces(config)),
    ...namesIn(config),
    ...foreignIn(config),
    ...(await databaseOf(config, open)),
    ...(await setAside(config.database)),
  ]
}

/** Checks the off switch and the folders that are written in. */
export const checkPlaces = async (config: Config): Promise<readonly Check[]> => [
  switchOf(config),
  ...homeOf(config),
  await folderOf('configuration', config.configHome),
  ...unlessOk(await folderOf('skills', config.skillsRoot)),
  await dataFolderOf(config.dataDir ?? ''),
]

/** When the last turn of each agent ended; none without a database that opens, of which its own check tells. */
export async function lastTurnsOf({ database }: Config, open: Call['open']): Promise<Readonly<Record<string, number>>> {
  if (database === null || !existsSync(database)) return {}
  try {
    await using loop = await open({ brief: true })
    return await loop.upkeep.lastTurns()
  } catch {
    return {}
  }
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

const homeOf = ({ homeNote }: Config): readonly Check[] =>
  homeNote === null ? [] : [{ what: 'home', state: 'note', found: homeNote, fix: 'Set HOME to an absolute path' }]

async function dataFolderOf(folder: string): Promise<Check> {
  const foreign = whyForeign(folder)
  if (foreign === undefined) return await folderOf('data', folder)
  return {
    what: 'data',
    state: 'wrong',
    found: `${foreign}: nothing is kept there, and hooks do nothing`,
    fix: `chmod go-w ${shellWord(folder)}, or point WAYLAND_DATA_DIR at a folder of your own`,
  }
}

async function folderOf(what: string, folder: string): Promise<Check> {
  const there = nearest(folder)
  try {
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK)
    if (await isFull(there))
      return {
        what,
        state: 'wrong',
        found: `${there} has no space left: nothing more can be kept`,
        fix: `Make room on the disk of ${there}; then "wayland-core import" reads what ended meanwhile`,
      }
    return { what, state: 'ok', found: there === folder ? folder : `${folder}, which is made when it is needed` }
  } catch (error) {
    return {
      what,
      state: 'wrong',
      found: `${there} cannot be used (${(error as Error).message})`,
      fix: `chmod u+rwx ${shellWord(there)}, or set WAYLAND_DATA_DIR and WAYLAND_CONFIG_DIR to folders of yours`,
    }
  }
}

const unlessOk = (check: Check): readonly Check[] => (check.state === 'ok' ? [] : [check])

/** Skill folders that are never offered because of their names. */
function namesIn({ skillsRoot }: Config): readonly Check[] {
  return listed(skillsRoot)
    .filter((name) => !name.startsWith('.') && !isSkillName(name) && existsSync(join(skillsRoot, name, 'SKILL.md')))
    .map((name) => ({
      what: 'skill',
      state: 'note',
      found: `${JSON.stringify(name)} in ${skillsRoot} is not offered: no skill may be called so`,
      fix: 'Rename the folder, and the name in its SKILL.md: a letter or digit, then also "-", "_" and "."',
    }))
}

/** Skills that another user may have written, and the folder of all. */
function foreignIn({ skillsRoot }: Config): readonly Check[] {
  const skills = listed(skillsRoot).map((name) => join(skillsRoot, name))
  return [skillsRoot, ...skills.filter((path) => existsSync(join(path, 'SKILL.md')))].flatMap((path) => {
    const why = whyForeign(path) ?? (path === skillsRoot ? undefined : whyForeign(join(path, 'SKILL.md')))
    if (why === undefined) return []
    const [state, found] = ['note', `${why}: what is new there waits until you promote it`] as const
    return [
      { what: 'skill', state, found, fix: `Read it, then: chmod -R go-w ${shellWord(path)}; what is not yours, copy` },
    ]
  })
}

const UPDATE = 'Update wayland-core: a version that can reads them by itself'
const REBUILD = 'npm rebuild better-sqlite3, where wayland-core is installed'
/** Free bytes that a database and its journal need to record one more turn. */
const LEAST_SPACE = 1024 * 1024

async function isFull(path: string): Promise<boolean> {
  const { blocks, bavail, bsize } = await statfs(path)
  // Some file systems report no block count.
  return blocks > 0 && bavail * bsize < LEAST_SPACE
}

/** The command for events, drafts and turns that failed, or ended their process, three times. */
const RETRY = 'wayland-core daemon retry'

const nearest = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder))

/** Databases that were set aside as damaged, deleted or replaced: a person may want to recover something from them. */
async function setAside(database: string | null): Promise<readonly Check[]> {
  const beside = database === null ? [] : await readdir(dirname(database)).catch(() => [])
  const files = beside.filter((name) => name.startsWith(`${basename(database ?? '')}.damaged-`)).sort()
  const last = files.at(-1)
  if (database === null || last === undefined) return []
  const found = `files of an earlier one lie beside it: ${files.length}, the last is ${join(dirname(database), last)}`
  return [{ what: 'database', state: 'note', found, fix: `rm ${shellWord(database)}.damaged-*, when you miss nothing` }]
}

async function databaseOf({ database, settings, configFile }: Config, open: Call['open']): Promise<readonly Check[]> {
  const what = 'database'
  if (database === null || !existsSync(database))
    return [{ what, state: 'ok', found: `${database ?? 'none'}, which is made when it is needed` }]
  try {
    await using loop = await open({ brief: true })
    if ('none' in loop.upkeep.database) {
      const allowed = await access(database, constants.R_OK | constants.W_OK).then(
        () => true,
        () => false,
      )
      // The file is readable and writable, yet no database opens.
      const cure = loop.upkeep.database.none.includes('better-sqlite3')
        ? REBUILD
        : (await isFull(database))
          ? `Make room on the disk of ${database}`
          : `wayland-core daemon stop; where that does not help: mv ${shellWord(database)} ${shellWord(`${database}.aside`)}`
      const fix = allowed ? cure : `chmod u+rw ${shellWord(database)}`
      return [{ what, state: 'wrong', found: loop.upkeep.database.none, fix }]
    }
    await loop.upkeep.verify({ quick: true })
    const tally = await loop.upkeep.tally()
    const over = overBound(tally, { settings, configFile })
    const late = lateText(await hintCounts(loop))
    const disagreeing = await loop.upkeep.check({ quick: true })
    const { byStatus } = await loop.review.statusOverview(0)
    const skills = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
    const copies = await loop.upkeep.exports()
    const gone = copies.filter(({ path }) => !existsSync(join(path, 'SKILL.md')))
    const misread = await loop.upkeep.notUnderstood()
    const aside = await loop.upkeep.putAside()
    return [
      { what, state: 'ok', found: `turns: ${tally.turns}, skills: ${skills}; ${database}` },
      ...(over === undefined ? [] : [{ what, state: 'note', ...over } as const]),
      gone[0] === undefined
        ? { what: 'copies', state: 'ok', found: `in the folders of agents: ${copies.length}` }
        : { what: 'copies', state: 'wrong', found: `${gone[0].path} is gone`, fix: 'wayland-core sync' },
      ...(late === undefined ? [] : [{ what: 'hints', state: 'note', ...late } as const]),
      ...(await checkSchedules(loop)),
      ...disagreeing.map(({ what, found, fix }): Check => ({ what, state: 'wrong', found, fix })),
      ...aside.map(
        ({ kind, what, why }): Check => ({
          what: kind,
          state: 'note',
          found: `${what} was put aside: ${why}`,
          fix: RETRY,
        }),
      ),
      ...misread.map(
        (one): Check => ({
          what: one.engine,
          state: 'wrong',
          found: notUnderstoodText(one, writerOf(one.engine)),
          fix: UPDATE,
        }),
      ),
    ]
  } catch (error) {
    const { message, hint } = asWaylandError(error)
    return [{ what, state: 'wrong', found: message, fix: hint }]
  }
}
