import type { AgentSettings, EngineFolders, Look, Place, Program, Texts } from '../connect/agent-settings.ts'
import { readSettings } from '../connect/settings-file.ts'
import { shellWord } from '../connect/shell-word.ts'
import { asWaylandError } from '../domain/errors.ts'
import { isOlder } from '../domain/version.ts'
import { hasFolder, isThere } from './agents-here.ts'
import { CONNECTABLE_ENGINES, type ConnectableEngine } from './engines.ts'
import { findEngineProgram } from './find-engine-program.ts'
import type { Connection } from './journal.ts'

/** The result of one check. `note`: nothing is wrong, and there is something to know. */
export interface Check {
  readonly what: string
  readonly state: 'ok' | 'note' | 'wrong'
  readonly found: string
  /** The command, or the step, that repairs it. */
  readonly fix?: string
}

export interface CheckupParts {
  readonly program: Program
  readonly folders: EngineFolders
  readonly searchPath: readonly string[]
  readonly connections: readonly Connection[]
}

/** Checks every agent that is on this machine or was connected. Writes nothing, runs no program, never rejects. */
export async function checkEngines(parts: CheckupParts): Promise<readonly Check[]> {
  const checks = await Promise.all(CONNECTABLE_ENGINES.map((engine) => checkEngine(engine, parts)))
  return checks.flat()
}

async function checkEngine(engine: ConnectableEngine, parts: CheckupParts): Promise<readonly Check[]> {
  const { folders, searchPath, connections } = parts
  const own: Place = { scope: 'user', folders }
  const binary = await findEngineProgram(engine, searchPath)
  const noted = connections.filter((one) => one.engine === engine.name)
  const isHere = binary !== undefined || (await hasFolder(engine, folders))
  const version = binary?.version
  const about = binary === undefined ? 'no program on the PATH' : `version ${version ?? 'unknown'}, ${binary.path}`
  const projects = noted.flatMap(({ project }) => (project === null ? [] : [project]))
  const inProjects = await Promise.all(
    projects.map((dir) =>
      checkPlace(engine, { place: { scope: 'project', dir }, isNoted: true, about: `in ${dir}`, version }, parts),
    ),
  )
  const isNoted = noted.some(({ project }) => project === null)
  // An agent that is connected in a project need not be connected for the person.
  if (!isHere && !isNoted) return inProjects.flat()
  return [...(await checkPlace(engine, { place: own, isNoted, about, version }, parts)), ...inProjects.flat()]
}

interface Looked {
  readonly place: Place
  /** The journal says that it was connected here. */
  readonly isNoted: boolean
  /** Appended to what was found: version and path, or the project. */
  readonly about: string
  readonly version: string | undefined
}

async function checkPlace(
  engine: ConnectableEngine,
  { place, isNoted, about, version }: Looked,
  { program, folders }: CheckupParts,
): Promise<readonly Check[]> {
  if (place.scope === 'project' && !(await isThere(place.dir))) return []
  const own: Place = { scope: 'user', folders }
  const install = `wayland-core install ${engine.name}${place.scope === 'project' ? ' --project' : ''}`
  const fix = place.scope === 'project' ? `cd ${shellWord(place.dir)} && ${install}` : install
  const say = (state: Check['state'], found: string, cure?: string): readonly Check[] => [
    { what: engine.name, state, found: `${found}; ${about}`, ...(cure === undefined ? {} : { fix: cure }) },
  ]
  try {
    const agent = await engine.settings()
    const texts = await textsOf(agent, place)
    const look = agent.look(texts, program, place)
    if (look.state === 'absent')
      return isNoted ? say('wrong', 'the hooks are gone from its settings', fix) : say('note', 'not connected', fix)
    if (look.changed !== undefined) {
      const file = shellWord(look.changed)
      const aside = shellWord(`${look.changed}.old`)
      return say('wrong', `${look.changed} is not as wayland-core wrote it`, `mv ${file} ${aside} && ${fix}`)
    }
    if (look.state === 'outdated')
      return say('wrong', (await staleness(look)) ?? 'the hooks are not as they should be', fix)
    if (look.off !== undefined)
      return say(
        'wrong',
        `the hooks are there, and switched off: ${look.off}`,
        `Take that out of ${pathOf(agent, place)}`,
      )
    const { since, isOptedIn = () => false } = agent
    if (version !== undefined && since !== undefined && isOlder(version, since) && !isOptedIn(texts, place))
      return say(
        'wrong',
        `version ${version} does not run hooks by itself, as ${since} and later ones do`,
        `Update ${engine.label}`,
      )
    const distrust = agent.distrust?.(texts, place, await textsOf(agent, own), own)
    // An unknown version may be one that does not ask.
    if (distrust !== undefined && (version === undefined || !isOlder(version, distrust.since)))
      return say(version === undefined ? 'note' : 'wrong', distrust.why, distrust.cure)
    const seen = engine.program.seenWorking
    if (version !== undefined && isOlder(seen, version))
      return say('note', `connected; newer than ${seen}, the last version that was seen working`, NEWER)
    return say('ok', 'connected')
  } catch (error) {
    const { message, hint } = asWaylandError(error)
    return say('wrong', message, hint)
  }
}

const NEWER = 'After a turn, "wayland-core status" counts it where this version is understood'

const pathOf = (agent: AgentSettings, place: Place): string => Object.values(agent.files(place)).at(-1) ?? ''

async function textsOf(agent: AgentSettings, place: Place): Promise<Texts> {
  const read = Object.entries(agent.files(place)).map(async ([role, path]) => [role, (await readSettings(path)).text])
  return Object.fromEntries(await Promise.all(read)) as Texts
}

/** Names the program that the hooks call and that is gone; undefined where all are there. */
async function staleness({ commands }: Look): Promise<string | undefined> {
  for (const command of commands) {
    for (const [, path = ''] of command.matchAll(/"((?:[^"\\]|\\.){1,1024})"/g)) {
      const plain = path.replace(/\\([$`"\\])/g, '$1')
      if (!(await isThere(plain))) return `the hooks call ${plain}, which is not there`
    }
  }
  return undefined
}
