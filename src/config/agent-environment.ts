import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { ENGINES } from '../engines/engines.ts'
import { whyForeign } from '../platform/own-folder.ts'
import { OPTIONS, variableOf } from './options.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * What a hook takes from the environment that an agent gives it. A project can set each variable there, by `env` in an
 * agent's settings or a `.env`: options count as restrictions only, keys not at all, and folders outside the project, since
 * what lies in it is the project's. `folders`: where the agent works; `usualConfig`: the folder of configurations in a home.
 */
export function agentEnvironment(
  env: Environment,
  folders: readonly string[],
  usualConfig: (home: string) => string,
): Environment {
  // Asked once for each: a hook looks at the same few at every turn.
  const known = new Map<string, string>()
  const real = (path: string): string => {
    const found = known.get(path) ?? realOf(path)
    known.set(path, found)
    return found
  }
  const roots = [...new Set(folders)]
    .filter(isAbsolute)
    .map((folder) => repositoryOf(real(folder), env.HOME && real(env.HOME)))
  const lieIn = (folder: string) => (root: string | undefined) => root !== undefined && isWithin(real(folder), root)
  const HOME = env.HOME && roots.some(lieIn(env.HOME)) ? homeOfUser() : env.HOME
  // An agent that runs in the home folder, or above it, runs in no project.
  const projects = roots.filter((root) => !HOME || !lieIn(HOME)(root))
  const isOutside = (folder: string) => !projects.some(lieIn(folder))
  const kept: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value === '') continue
    if (FOLDERS.has(name) ? isOutside(value) : !name.startsWith('WAYLAND_') || isRestriction(name, value))
      kept[name] = value
  }
  // One without a configuration would lift what the person's own forbids.
  const hasOwn = existsSync(join(usualConfig(HOME ?? ''), 'wayland-core'))
  for (const name of ['WAYLAND_CONFIG_DIR', 'XDG_CONFIG_HOME'])
    if (hasOwn && !isOwn(join(kept[name] ?? '', 'wayland-core'))) delete kept[name]
  if (env.PATH !== undefined)
    kept.PATH = env.PATH.split(delimiter)
      .filter((folder) => isAbsolute(folder) && isOutside(folder))
      .join(delimiter)
  return { ...kept, HOME }
}

/** The part of it that a daemon has, which serves all projects: no restriction of one, and nothing that changes a program. */
export const daemonEnvironment = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => FOLDERS.has(name) || OF_SYSTEM.has(name)))

/** Variables that say where something of the person is. */
const FOLDERS: ReadonlySet<string> = new Set([
  ...['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR', 'TMPDIR'],
  ...['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP'],
  ...['WAYLAND_CONFIG_DIR', 'WAYLAND_DATA_DIR'],
  ...ENGINES.flatMap(({ home }) => (home !== undefined && 'movedBy' in home ? [home.movedBy] : [])),
])

const OF_SYSTEM: ReadonlySet<string> = new Set([
  ...['PATH', 'LANG', 'LC_ALL', 'TZ', 'USER', 'LOGNAME', 'SHELL'],
  ...['SYSTEMROOT', 'COMSPEC', 'PATHEXT', 'USERNAME'],
])

/** Whether a variable only narrows what the person's own files allow. */
function isRestriction(name: string, value: string): boolean {
  const option = OPTIONS.find(({ key }) => variableOf(key) === name)
  const narrow = option?.inProject
  return (
    name === 'WAYLAND_CHILD' || (narrow === 'any' ? option?.parse(value) !== undefined : narrow === value.toLowerCase())
  )
}

/** The repository around a folder, else the folder itself; undefined for a home that is no repository. Both without links. */
function repositoryOf(folder: string, home: string | undefined): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return home && folder === home ? undefined : folder
  }
}

/** A path without links, also where nothing is there yet. */
function realOf(path: string): string {
  const full = resolve(path)
  try {
    // One call of the system, not one for each part.
    return realpathSync.native(full)
  } catch {
    return dirname(full) === full ? full : join(realOf(dirname(full)), basename(full))
  }
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

const isOwn = (folder: string): boolean => existsSync(folder) && whyForeign(folder) === undefined

/** As the system knows it; empty where it knows none, which the configuration refuses. */
function homeOfUser(): string {
  try {
    return process.getBuiltinModule('node:os').userInfo().homedir
  } catch {
    return ''
  }
}
