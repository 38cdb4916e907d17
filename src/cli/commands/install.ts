import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SkillLoop, SyncOptions } from '../../app/skill-loop.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { AgentSettings, Place, Program } from '../../connect/agent-settings.ts'
import { shellWord } from '../../connect/shell-word.ts'
import { WaylandError } from '../../domain/errors.ts'
import { CONNECTABLE, type ConnectableEngine, connectableEngine } from '../../engines/engines.ts'
import type { FileChange } from '../../engines/installer.ts'
import type { Call, Fields, Words } from '../command.ts'
import { counted } from '../report.ts'
import { thisProgram } from '../this-program.ts'

export const CONNECTION: Fields = {
  engine: 'the agent',
  status: 'connected, disconnected or unchanged; with --dry-run would_connect or would_disconnect',
  files: '[{path, diff}]',
  notes: 'what is left for you to do',
}

export const command: Words = {
  topic: 'connecting',
  takes: '<engine>',
  words: 'Connect an agent: put the hooks into its settings; shows the change as a diff',
  flags: {
    project: { words: 'In the current folder, as a project, instead of for you' },
    'dry-run': { words: 'Show what would be changed, and write nothing' },
  },
  text: [
    `Agents: ${CONNECTABLE.join(', ')}. Formatting and comments stay as they are. What was there before is kept in the data folder. Asked again, it changes nothing, or brings the hooks up to date. A file that cannot be read as JSON or TOML is named with its line, and left alone.`,
  ],
  json: CONNECTION,
  example: 'wayland-core install claude-code',
}

/** Puts our hooks into an agent's settings, or takes them out again; says what changed as a diff. */
export async function run(call: Call): Promise<void> {
  const [name, ...others] = call.words
  if (name === undefined || others.length > 0)
    throw new WaylandError('bad_usage', `${call.command.name} needs the name of one agent`, {
      hint: `Agents: ${CONNECTABLE.join(', ')}.`,
    })
  const { label, status, files, notes: left } = await connect(name, call)
  const { json, report, flags } = call
  const config = readConfig({ given: call.settings })
  const isInstall = call.command.name !== 'uninstall'
  const followed = isInstall && flags['dry-run'] !== true ? await follow(config, call.open, {}) : []
  const notes = [...left, ...followed, ...(isInstall ? helperNote(config) : [])]
  if (json) report.json({ engine: name, status, files, notes })
  else {
    for (const { diff } of files) report.line(diff)
    report.line(`${label}: ${WORDS[status]}`)
    for (const note of notes) report.line(`- ${note}`)
  }
}

/** What was done to connect an agent, or to disconnect it. */
export interface Connected {
  readonly label: string
  readonly status: keyof typeof WORDS
  readonly files: readonly { readonly path: string; readonly diff: string }[]
  readonly notes: readonly string[]
}

/**
 * Connects the agent of this name, whose copies of skills follow later; or disconnects it where the command is `uninstall`,
 * after its copies are removed. Throws `bad_usage`.
 */
export async function connect(
  name: string,
  { command, flags, settings, open }: Pick<Call, 'command' | 'flags' | 'settings' | 'open'>,
): Promise<Connected> {
  const isInstall = command.name !== 'uninstall'
  const agent = connectableEngine(name)
  const engine = await agent.settings()
  const config = readConfig({ given: settings })
  const { install, uninstall } = await import('../../engines/installer.ts')
  const { openJournal } = await import('../../engines/journal.ts')
  const place: Place =
    flags.project === true ? { scope: 'project', dir: process.cwd() } : { scope: 'user', folders: config.engines }
  if (place.scope === 'project') insistOnOtherFiles(engine, place, config)
  const dryRun = flags['dry-run'] === true
  const parts = { engine, place, journal: openJournal(config.dataDir ?? config.configHome), dryRun }
  // A dry run first: where the hooks cannot be removed, the copies of skills stay too. Copies go before the hooks, so
  // that none is left behind.
  if (!isInstall && !dryRun) await uninstall({ ...parts, dryRun: true })
  const left = isInstall || dryRun ? [] : await follow(config, open, leaving(engine.name, place))
  const own = await programFor(agent, config)
  const changes = isInstall ? await install({ ...parts, program: own }) : await uninstall(parts)
  const { diffOf } = await import('../file-diff.ts')
  const files = changes.map((change) => ({ path: change.path, diff: diffOf(change) }))
  const notes = isInstall ? [...(await notesOf(agent, { agent: engine, place, own })), ...movedFolders(config)] : []
  notes.push(...left)
  if (config.settings.skills === 'off') notes.push('wayland-core is switched off: its hooks do nothing until it is on.')
  if (!isInstall && !dryRun && config.dataDir !== null)
    await (await import('../daemon-peer.ts')).endHelper(config.dataDir)
  return { label: agent.label, status: statusOf(isInstall, dryRun, changes), files, notes }
}

/** What a person should know of the process that hooks start; nothing where they start none. */
export const helperNote = ({ settings, configFile }: Config): readonly string[] =>
  settings['daemon.autostart'] === 'off' || settings.skills === 'off'
    ? []
    : [
        `Hooks start a process that answers them at once and ends after half an hour of rest; {"daemon.autostart": "off"} in ${configFile} does without it.`,
      ]

/**
 * Writes copies of active skills with the hooks, or removes them with the hooks; returns what was done. Without a database
 * copies are left as they are; hooks do not depend on it.
 */
async function follow(config: Config, open: Call['open'], options: SyncOptions): Promise<readonly string[]> {
  if (config.database === null || !existsSync(config.database)) return []
  await using loop = await open()
  if ('none' in loop.upkeep.database) return [`Copies of skills were left as they are: ${loop.upkeep.database.none}`]
  return copiesSaid(await loop.upkeep.sync(options))
}

/** Copies that are named one by one; a library of thousands is counted. */
const NAMED = 6

/**
 * What became of copies of skills: a line for each folder, and for each that is not as it should be; without `all` for some of
 * these, and nothing of copies that stay as they are.
 */
export function copiesSaid(
  lines: Awaited<ReturnType<SkillLoop['upkeep']['sync']>>,
  { all = false } = {},
): readonly string[] {
  const told = lines.filter(({ status }) => all || status !== 'current')
  const done = new Map<string, number>()
  for (const { path, status } of told.filter(({ reason }) => reason === undefined)) {
    const what = `${status} in ${dirname(path)}`
    done.set(what, (done.get(what) ?? 0) + 1)
  }
  const odd = told.flatMap((one) => (one.reason === undefined ? [] : [`${one.path}: ${one.status}, ${one.reason}`]))
  const named = all ? odd : odd.slice(0, NAMED)
  return [
    ...[...done].map(([what, n]) => `${counted(n, 'skill')} ${what}`),
    ...named,
    ...(odd.length > named.length ? [`… and ${odd.length - named.length} more: "wayland-core sync" names all`] : []),
  ]
}

/**
 * Refuses `--project` in the home folder, where a project's settings files are the person's own: hooks connected twice
 * would be removed only once.
 */
function insistOnOtherFiles(engine: AgentSettings, place: Place, { engines }: Config): void {
  const own = Object.values(engine.files({ scope: 'user', folders: engines }))
  const both = Object.values(engine.files(place)).find((path) => own.includes(path))
  if (both !== undefined)
    throw new WaylandError('bad_usage', `${both} is no file of a project: it holds your own settings`, {
      hint: 'Leave out --project, or run it in the folder of a project.',
    })
}

const leaving = (without: string, place: Place): SyncOptions =>
  place.scope === 'user' ? { without } : { without, projectDir: place.dir }

/** This program for an agent of the version that is on this machine. */
async function programFor(engine: ConnectableEngine, config: Config): Promise<Program> {
  const { findEngineProgram } = await import('../../engines/find-engine-program.ts')
  const found = await findEngineProgram(engine, config.searchPath)
  return { ...thisProgram(config), engineVersion: found?.version }
}

/** What the version that is here will do with its hooks, and what a person has to know of them. */
async function notesOf(
  engine: ConnectableEngine,
  { agent, place, own }: { readonly agent: AgentSettings; readonly place: Place; readonly own: Program },
): Promise<string[]> {
  const { standingOf, textsOf } = await import('../../engines/standing.ts')
  const texts = await textsOf(agent, place)
  const standing = standingOf({
    engine,
    agent,
    place,
    texts,
    look: agent.look(texts, own, place),
    version: own.engineVersion,
  })
  return [...(standing === undefined ? [] : [`${standing.found}. ${standing.fix}.`]), ...agent.notes(texts, place)]
}

/** A note that names the variables of moved folders: hooks read them from the environment in which the agent runs. */
function movedFolders({ settings, configHome, dataDir }: Config): readonly string[] {
  const given = [
    ...(settings['config.dir'] === null ? [] : [`WAYLAND_CONFIG_DIR=${shellWord(dirname(configHome))}`]),
    ...(settings['data.dir'] === null || dataDir === null ? [] : [`WAYLAND_DATA_DIR=${shellWord(dataDir)}`]),
  ]
  return given.length === 0
    ? []
    : [`The folders are not the usual ones: start the agent with ${given.join(' ')} in its environment.`]
}

const WORDS = {
  connected: 'connected',
  disconnected: 'disconnected',
  would_connect: 'this would be changed; nothing was written',
  would_disconnect: 'this would be changed; nothing was written',
  unchanged: 'nothing to do',
} as const

function statusOf(isInstall: boolean, dryRun: boolean, changes: readonly FileChange[]): keyof typeof WORDS {
  if (changes.length === 0) return 'unchanged'
  if (dryRun) return isInstall ? 'would_connect' : 'would_disconnect'
  return isInstall ? 'connected' : 'disconnected'
}
