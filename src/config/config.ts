import { readFileSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { userFolder } from '../domain/bank/user-folder.ts'
import { WaylandError } from '../domain/errors.ts'
import { type EngineFolders, engineFolders, sessionFolders } from '../engines/folders.ts'
import { absolute, whyForeign } from '../platform/own-folder.ts'
import { agentEnvironment } from './agent-environment.ts'
import type { OptionKey, Settings } from './options.ts'
import { camelToKebab, OPTIONS, variableOf } from './options.ts'

/** The whole configuration: checked once, frozen, and not checked again. */
export interface Config {
  readonly settings: Settings
  /** `<config_dir>/wayland-core`: the user's configuration file and the skills. */
  readonly configHome: string
  readonly configFile: string
  readonly skillsRoot: string
  /** Where skills are written before they are renamed into place; outside every folder that agents scan. */
  readonly staging: string
  /** The data folder below which users have theirs; that of `dataDir` unless a user is named. */
  readonly mainData: string | null
  /** Database, archive and logs; null when the host has none. */
  readonly dataDir: string | null
  readonly database: string | null
  readonly homeDir: string
  /** Which home folder is used in the place of HOME, and why; null where HOME names it. */
  readonly homeNote: string | null
  /** Second folder for drafts, from WAYLAND_HOME. */
  readonly home: string | null
  /** The environment of what is started: an agent that answers a question, a daemon. A function so that no print of this holds it. */
  readonly childEnv: () => Readonly<Record<string, string | undefined>>
  /** Returns the key of the language model; a function, so that no copy or print of the configuration contains it. */
  readonly modelKey: () => string | undefined
  /** URL of the Postgres that `team serve` serves; undefined for the embedded database. */
  readonly teamDatabase: () => string | undefined
  /** Where people of a team sign in to the page that `team serve` serves, as JSON; undefined for links alone. */
  readonly teamOidc: () => string | undefined
  /** Where the engines keep their settings and skills. */
  readonly engines: EngineFolders
  /** The folders of PATH. */
  readonly searchPath: readonly string[]
  /** Where each engine keeps its session files: a hook cannot make the program read any other file. */
  readonly sessionFolders: SessionFolders
  /** Folder for the socket if its path in the data folder were too long. */
  readonly runtimeDir: string
  readonly sourceOf: (key: OptionKey) => Source
  /** Reads the same sources again, as a command that starts now does. Throws as `readConfig`. */
  readonly again: () => Config
}

/** `given`: a flag, or an option of a host. */
export type Source = 'given' | 'variable' | 'file' | 'default'

/** The folder below a data folder in which users of the bank have theirs. */
export const usersFolder = (mainData: string): string => join(mainData, 'users')

/**
 * A user's own folders. What agents on this machine keep belongs to the one person who runs them: a user has an empty
 * home. Throws `bad_usage` for what is no name, and `bad_option` without a data folder.
 */
function foldersOfUser(user: string, mainData: string | null) {
  if (mainData === null) throw new WaylandError('bad_option', `the user "${user.slice(0, 40)}" needs a data folder`)
  const homeDir = join(usersFolder(mainData), userFolder(user))
  return { homeDir, configHome: join(homeDir, 'wayland-core'), dataDir: join(homeDir, 'data') }
}

/** Folders by engine. */
export type SessionFolders = Readonly<Record<string, readonly string[]>>

export interface ConfigSources {
  /** Values by option key, as flags or host options give them. */
  readonly given?: Readonly<Partial<Record<OptionKey, unknown>>>
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  readonly homeDir?: string
  /** For a hook: the folders that an agent works in, whose project may have set anything in `env`. */
  readonly agentIn?: readonly string[]
}

/**
 * Reads the configuration: defaults, the user's file, the environment, then given values, later over earlier; `off` for
 * `skills` in any of them wins. Throws `bad_option` naming the value and its source.
 */
export function readConfig(sources: ConfigSources = {}): Config {
  const { given = {}, platform = process.platform, agentIn } = sources
  const told = sources.env ?? process.env
  const usual = (home: string) => platformFolders(platform, home, {}).config
  const env = agentIn === undefined ? told : agentEnvironment(told, agentIn, usual)
  const { dir: homeDir, note: homeNote } =
    sources.homeDir === undefined ? homeOf(env, platform) : { dir: sources.homeDir, note: null }
  const [set, asked] = [fromEnvironment(env), checked(given, 'option')]
  const folders = platformFolders(platform, homeDir, env)
  const mainHome = join(
    resolve(({ ...set, ...asked }['config.dir'] as string | undefined) ?? folders.config),
    'wayland-core',
  )
  const configFile = join(mainHome, 'config.json')
  const file = fromFile(configFile)
  // In a hook the person's file says first where the data lie.
  if (agentIn !== undefined && file['data.dir'] !== undefined) delete set['data.dir']
  const settings: Settings = Object.freeze({ ...defaults(), ...file, ...set, ...asked } as unknown as Settings)
  const off = isChild(env) || [file.skills, set.skills, asked.skills].includes('off')
  const mainData = given['data.dir'] === null ? null : resolve(settings['data.dir'] ?? folders.data)
  const user = settings.user === null ? undefined : foldersOfUser(settings.user, mainData)
  const { configHome, dataDir } = user ?? { configHome: mainHome, dataDir: mainData }
  const engines = engineFolders(user?.homeDir ?? homeDir, user === undefined ? env : {})
  return Object.freeze({
    settings: off ? Object.freeze({ ...settings, skills: 'off' as const }) : settings,
    configHome,
    configFile,
    skillsRoot: join(configHome, 'skills'),
    staging: join(configHome, 'staging'),
    mainData,
    dataDir,
    database: dataDir === null ? null : join(dataDir, 'wayland-core.db'),
    homeDir,
    homeNote,
    home: settings.home === null || user !== undefined ? null : resolve(settings.home),
    childEnv: () => env,
    modelKey: () => env.WAYLAND_MODEL_KEY || keyIn(join(mainHome, 'model.key')),
    teamDatabase: () => env.WAYLAND_TEAM_DATABASE || keyIn(join(mainHome, 'team-database.key')),
    teamOidc: () => keyIn(join(mainHome, 'team-oidc.json')),
    engines,
    searchPath: (env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    sessionFolders: sessionFolders(engines, user === undefined ? env : {}),
    get runtimeDir() {
      return absolute(env.XDG_RUNTIME_DIR) ?? os().tmpdir()
    },
    sourceOf: (key: OptionKey) =>
      sourceOf(key, [
        ['given', asked],
        ['variable', set],
        ['file', file],
      ]),
    again: () => readConfig(sources),
  })
}

type Values = Readonly<Record<string, unknown>>

/** The first that has a value; of the off switch the first that is off. */
function sourceOf(key: OptionKey, sources: readonly (readonly [Source, Values])[]): Source {
  const having = sources.filter(([, values]) => values[key] !== undefined)
  const off = key === 'skills' ? having.find(([, values]) => values[key] === 'off') : undefined
  return (off ?? having[0])?.[0] ?? 'default'
}

/** Loaded on demand: a hook reads the configuration at every turn and needs no `node:os`. */
const os = () => process.getBuiltinModule('node:os')

interface Home {
  readonly dir: string
  readonly note: string | null
}

function homeOf(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): Home {
  const named = absolute((platform === 'win32' ? undefined : env.HOME) ?? os().homedir())
  if (named !== undefined) return { dir: named, note: null }
  const why = env.HOME === '' ? 'HOME is empty' : 'HOME is a relative path'
  try {
    // An empty or relative home would write into the current folder of a command.
    const dir = os().userInfo().homedir
    return { dir, note: `${dir} is used, the home folder of this user, since ${why}` }
  } catch (error) {
    const cause = `${why}, and the system knows no home folder of this user`
    throw new WaylandError('bad_option', cause, { hint: 'Set HOME to an absolute path.', cause: error })
  }
}

/** Whether this process belongs to an agent that was started to answer a question: it is not recorded, and gets no hint. */
export const isChild = (env: Readonly<Record<string, string | undefined>> = process.env): boolean =>
  env.WAYLAND_CHILD === '1'

function defaults(): Record<string, unknown> {
  return Object.fromEntries(
    OPTIONS.map((option) => [option.key, option.default === null ? null : option.parse(option.default)]),
  )
}

function fromEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  // The usual case, checked first: hooks read this at every turn.
  if (!Object.keys(env).some((name) => name.startsWith('WAYLAND_'))) return {}
  const set = OPTIONS.flatMap(({ key }) => {
    const value = env[variableOf(key)]
    return value === undefined || value === '' ? [] : [[key, value] as const]
  })
  return checked(Object.fromEntries(set), 'variable')
}

const CORRECT = 'Correct the file, or move it away to start from the defaults.'

function fromFile(path: string): Record<string, unknown> {
  let text: string
  try {
    const there = statSync(path, { throwIfNoEntry: false })
    if (there === undefined) return {}
    // A pipe would be waited for without end.
    if (!there.isFile()) throw new WaylandError('bad_option', `${path} is not a file`, { hint: 'Move it away.' })
    const foreign = whyForeign(path)
    if (foreign !== undefined)
      throw new WaylandError('bad_option', `${foreign}: it is not read`, { hint: `chmod go-w ${path}` })
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof WaylandError) throw error
    // A path through a file cannot exist; a later use of the folder reports it.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return {}
    throw new WaylandError('bad_option', `cannot read ${path} (${(error as Error).message})`, {
      ...{ cause: error, hint: 'Let this user read that folder, or point WAYLAND_CONFIG_DIR at another.' },
    })
  }
  try {
    const flat = flatten(JSON.parse(text))
    return checked(flat, `file ${path}`)
  } catch (error) {
    if (error instanceof WaylandError) throw error
    throw new WaylandError('bad_option', `${path} is not JSON (${(error as Error).message})`, {
      cause: error,
      hint: CORRECT,
    })
  }
}

/** A key that the person keeps in a file of their own; undefined without one, and for one that others may change. */
function keyIn(path: string): string | undefined {
  try {
    return whyForeign(path) === undefined ? readFileSync(path, 'utf8').trim() || undefined : undefined
  } catch {
    return undefined
  }
}

/** `{ bucket: { threshold: 3 } }` and `{ "bucket.threshold": 3 }` are equivalent. */
function flatten(value: unknown, prefix = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (prefix === '')
      throw new WaylandError('bad_option', 'the configuration file must hold a JSON object', { hint: CORRECT })
    return { [prefix]: value }
  }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flatten(inner, prefix === '' ? key : `${prefix}.${key}`)),
  )
}

function checked(values: Readonly<Record<string, unknown>>, where: string): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const option = OPTIONS.find((o) => o.key === key)
    if (option === undefined) throw new WaylandError('bad_option', `${where}: there is no option "${key}"`)
    if (value === null || value === undefined) continue
    if (where.startsWith('file') && option.fileKey === false)
      throw new WaylandError('bad_option', `${where}: "${key}" cannot be set here, since it says where this file is`)
    const parsed = option.parse(value)
    if (parsed === undefined) {
      const named =
        where === 'variable' ? variableOf(key) : where === 'option' ? `--${camelToKebab(key)}` : `"${key}" in ${where}`
      throw new WaylandError('bad_option', `${named} must be ${option.takes}, not ${JSON.stringify(value)}`)
    }
    out[key] = parsed
  }
  return out
}

/** The platform's conventions: XDG on Linux and others, Library on macOS, AppData on Windows. */
function platformFolders(platform: NodeJS.Platform, home: string, env: Readonly<Record<string, string | undefined>>) {
  if (platform === 'darwin') {
    const support = join(home, 'Library', 'Application Support')
    return { config: support, data: join(support, 'wayland-core') }
  }
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? join(home, 'AppData', 'Local')
    return { config: env.APPDATA ?? join(home, 'AppData', 'Roaming'), data: join(local, 'wayland-core') }
  }
  return {
    config: absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'),
    data: join(absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'wayland-core'),
  }
}
