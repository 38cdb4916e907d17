import { accessSync, constants, existsSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import { findEngine } from '../engines/engines.ts'

/** A file or a folder of sessions, and the engine that wrote them (or `auto`). */
export interface SessionPlace {
  readonly engine: string
  readonly path: string
}

/** The session files and folders that a command line asks for. */
export interface AskedPlaces {
  readonly places: readonly SessionPlace[]
  /** Usual session folders that do not exist; only where no path was given. */
  readonly missing: readonly SessionPlace[]
}

/**
 * The places that words name: an engine and paths; paths alone, of whatever engine; an engine alone, where it keeps its
 * sessions; nothing, where every agent does. Throws `not_found` for a path that is not there, `bad_usage` for an engine
 * alone that keeps none.
 */
export function sessionPlaces(words: readonly string[], config: Pick<Config, 'sessionFolders'>): AskedPlaces {
  const [first, ...rest] = words
  const known = Object.entries(config.sessionFolders)
  if (first === undefined || (rest.length === 0 && isEngine(first))) {
    const asked = known.filter(([engine]) => first === undefined || first === 'auto' || first === engine)
    if (asked.length === 0) throw noFolder(first ?? '')
    const all = asked.flatMap(([engine, paths]) => paths.map((path) => ({ engine, path })))
    return { places: all.filter(({ path }) => existsSync(path)), missing: all.filter(({ path }) => !existsSync(path)) }
  }
  const [engine, paths] = rest.length === 0 || (!isEngine(first) && existsSync(first)) ? ['auto', words] : [first, rest]
  const gone = paths.find((path) => !existsSync(path))
  if (gone !== undefined)
    throw new WaylandError('not_found', `nothing is at ${gone}`, { hint: whereElse(engine, config) })
  return { places: paths.map((path) => ({ engine, path })), missing: [] }
}

export const noSessions = (missing: readonly SessionPlace[]): WaylandError => {
  const [variable] = missing.flatMap(({ engine }) => findEngine(engine)?.home?.movedBy ?? [])
  const moved = variable === undefined ? '' : ` Where ${variable} moves it, it must be set here as well.`
  return new WaylandError('not_found', `no sessions are at ${missing.map(({ path }) => path).join(' or ')}`, {
    hint: `Name a file or a folder, as in "wayland-core import auto ./sessions".${moved}`,
  })
}

export function mayRead(path: string): boolean {
  try {
    accessSync(path, statSync(path).isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK)
    return true
  } catch {
    return false
  }
}

const isEngine = (word: string): boolean => word === 'auto' || findEngine(word) !== undefined

const noFolder = (engine: string): WaylandError =>
  new WaylandError('bad_usage', `${engine} has no folder of its own: name a file or a folder`, {
    hint: `For example: wayland-core import ${engine} ./sessions`,
  })

function whereElse(engine: string, { sessionFolders }: Pick<Config, 'sessionFolders'>): string {
  const own = sessionFolders[engine]?.filter((path) => existsSync(path)) ?? []
  return own.length === 0
    ? 'Check the path; "wayland-core import" alone looks where each agent keeps its sessions.'
    : `Check the path; "wayland-core import ${engine}" reads ${own.join(' and ')}.`
}
