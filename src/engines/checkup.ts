import { stat } from 'node:fs/promises'
import type { EngineFolders, Look, Place, Program } from '../connect/agent-settings.ts'
import { shellWord } from '../connect/shell-word.ts'
import { asWaylandError } from '../domain/errors.ts'
import { filesBelow } from '../transcript/transcript-files.ts'
import { hasFolder, isThere } from './agents-here.ts'
import { CONNECTABLE_ENGINES, type ConnectableEngine } from './engines.ts'
import { findEngineProgram } from './find-engine-program.ts'
import type { NotedConnection } from './journal.ts'
import { standingOf, textsOf } from './standing.ts'

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
  readonly connections: readonly NotedConnection[]
  /** When the last turn of each agent ended, in Unix ms, and where it keeps its sessions. */
  readonly lastTurns: Readonly<Record<string, number>>
  readonly sessionFolders: Readonly<Record<string, readonly string[]>>
}

/** Checks every agent that is on this machine or was connected. Writes nothing, runs no program, never rejects. */
export async function checkEngines(parts: CheckupParts): Promise<readonly Check[]> {
  const checks = await Promise.all(CONNECTABLE_ENGINES.map((engine) => checkEngine(engine, parts)))
  const all = checks.flat()
  return all.length > 0 ? all : [NONE]
}

const NONE: Check = {
  what: 'agents',
  state: 'note',
  found: 'none is on this machine, so that nothing is recorded by itself',
  fix: 'wayland-core setup, once there is one',
}

async function checkEngine(engine: ConnectableEngine, parts: CheckupParts): Promise<readonly Check[]> {
  const { folders, searchPath, connections } = parts
  const own: Place = { scope: 'user', folders }
  const binary = await findEngineProgram(engine, searchPath)
  const noted = connections.filter((one) => one.engine === engine.name)
  const isHere = binary !== undefined || (await hasFolder(engine, folders))
  const version = binary?.version
  const about = binary === undefined ? 'no program on the PATH' : `version ${version ?? 'unknown'}, ${binary.path}`
  const inProjects = await Promise.all(
    noted.flatMap(({ project: dir, at }) =>
      dir === null
        ? []
        : [checkPlace(engine, { place: { scope: 'project', dir }, notedAt: at, about: `in ${dir}`, version }, parts)],
    ),
  )
  const notedAt = noted.find(({ project }) => project === null)?.at
  // An agent that is connected in a project need not be connected for the person.
  if (!isHere && notedAt === undefined) return inProjects.flat()
  return [...(await checkPlace(engine, { place: own, notedAt, about, version }, parts)), ...inProjects.flat()]
}

interface Looked {
  readonly place: Place
  /** When it was connected here, by the journal. */
  readonly notedAt: number | undefined
  /** Appended to what was found: version and path, or the project. */
  readonly about: string
  readonly version: string | undefined
}

async function checkPlace(
  engine: ConnectableEngine,
  { place, notedAt, about, version }: Looked,
  { program, folders, lastTurns, sessionFolders }: CheckupParts,
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
      return notedAt !== undefined
        ? say('wrong', 'the hooks are gone from its settings', fix)
        : say('note', 'not connected', fix)
    if (look.changed !== undefined) {
      const file = shellWord(look.changed)
      const aside = shellWord(`${look.changed}.old`)
      return say('wrong', `${look.changed} is not as wayland-core wrote it`, `mv ${file} ${aside} && ${fix}`)
    }
    if (look.state === 'outdated')
      return say('wrong', (await staleness(look)) ?? 'the hooks are not as they should be', fix)
    const distrust = agent.distrust?.(texts, place, await textsOf(agent, own), own)
    const standing = standingOf({ engine, agent, place, texts, look, version, distrust })
    if (standing?.state === 'wrong') return say('wrong', standing.found, standing.fix)
    const came =
      notedAt === undefined
        ? undefined
        : arrivalsText({
            connectedAt: notedAt,
            lastTurnAt: lastTurns[engine.name],
            lastSessionAt: await lastSession(sessionFolders[engine.name] ?? []),
          })
    const told = [standing?.found ?? 'connected', ...(came === undefined ? [] : [came.found])].join('; ')
    const cure = came?.fix ?? (came?.hasCome === true && standing?.endsWithTurn === true ? undefined : standing?.fix)
    return say(cure === undefined ? 'ok' : 'note', told, cure)
  } catch (error) {
    const { message, hint } = asWaylandError(error)
    return say('wrong', message, hint)
  }
}

/** Names the program that the hooks call and that is gone; undefined where all are there. */
async function staleness({ commands }: Look): Promise<string | undefined> {
  for (const command of commands) {
    for (const [, path = ''] of command.matchAll(/"((?:[^"\\]|\\.){0,1024})"/g)) {
      const plain = path.replace(/\\([$`"\\])/g, '$1')
      // The socket is there while a daemon runs.
      if (plain !== '' && !plain.endsWith('.sock') && !(await isThere(plain)))
        return `the hooks call ${plain}, which is not there`
    }
  }
  return undefined
}

/** What came of an agent since it was connected. */
interface Arrivals {
  readonly connectedAt: number
  /** When its last turn ended; undefined where none is recorded. */
  readonly lastTurnAt: number | undefined
  /** When its newest session was written to; undefined where it keeps no files. */
  readonly lastSessionAt: number | undefined
}

/** What a person should know of that; `fix` where a session ran and nothing came of it. */
interface ArrivalsText {
  readonly hasCome: boolean
  readonly found: string
  readonly fix?: string
}

export function arrivalsText({ connectedAt, lastTurnAt, lastSessionAt }: Arrivals): ArrivalsText {
  if (lastTurnAt !== undefined && lastTurnAt > connectedAt)
    return { hasCome: true, found: `the last turn came ${timeOf(lastTurnAt)}` }
  if (lastSessionAt === undefined || lastSessionAt < connectedAt + GRACE_MS)
    return { hasCome: false, found: 'no session since' }
  return {
    hasCome: false,
    found: `nothing came of it, though a session was written to ${timeOf(lastSessionAt)}`,
    fix: 'Start the agent again, since an open one takes no new hooks up; after a turn ask doctor once more',
  }
}

/** When the newest session below these folders was written to. Never rejects. */
async function lastSession(folders: readonly string[]): Promise<number | undefined> {
  let last: number | undefined
  for (const folder of folders)
    try {
      for await (const { path } of filesBelow(folder))
        last = Math.max(last ?? 0, (await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
    } catch {
      // It has written no session yet.
    }
  return last
}

/** A session that was open already goes on for a while. */
const GRACE_MS = 60_000

const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
