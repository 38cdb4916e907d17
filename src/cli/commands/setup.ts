import { readdir } from 'node:fs/promises'
import type { ImportReport, SkillLoop } from '../../app/skill-loop.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import { redactText } from '../../domain/redact.ts'
import { agentsHere } from '../../engines/agents-here.ts'
import { findEngine, HEADLESS } from '../../engines/engines.ts'
import { openJournal } from '../../engines/journal.ts'
import { transcriptFiles } from '../../engines/transcripts.ts'
import { type Asking, terminalAsking } from '../asking.ts'
import { columns, wrapped } from '../columns.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { reviewFirst, taught } from '../first-review.ts'
import { tellUnreadable } from '../not-understood.ts'
import { outlookView, tellNearest, tellReasons } from '../outlook-text.ts'
import { counted, sentence } from '../report.ts'
import { type SessionPlace, sessionPlaces } from '../session-places.ts'
import { importAll } from './import.ts'
import { CONNECTION, type Connected, connect, copiesSaid, helperNote } from './install.ts'

export const command: Words = {
  topic: 'connecting',
  words: 'The first five minutes: connect your agents, read your past sessions, look at what they taught',
  flags: {
    yes: {
      words: 'Ask nothing: connect and read; what was drafted waits for your review',
    },
  },
  text: [
    'Says what it found and what it will do, and asks before it does anything. Where it is no terminal it only says so, unless --yes is given. Nothing leaves this machine. Reading can be broken off with Ctrl-C: the next time goes on from there.',
    'Then shows the drafts of most runs, and what you ask for in general, one by one: keep, drop, or later. Whether an agent of yours may word drafts is asked last, and is no by default.',
  ],
  json: {
    agents:
      '[{engine, status, files, notes}], as of "install", of every agent on this machine; status also found, or failed, with why in notes',
    sessions: '[{engine, path, files, bytes}]: what there is to read',
    done: 'whether anything was done: false without --yes, and where there is nothing to do',
    turns_recorded: 'turns that are new; null where nothing was done',
    drafts: '[{id, name, description, evidence}]: the drafts of most runs that wait for you',
    waiting: 'number of drafts that wait',
    rules: '[{id, text, sessions}]: what you ask for in general and have not taken or dropped',
  },
  inner: [{ title: 'An agent', fields: CONNECTION }],
  example: 'wayland-core setup --yes',
}

interface Found {
  readonly agents: Awaited<ReturnType<typeof agentsHere>>
  readonly sessions: readonly (SessionPlace & {
    readonly files: number
    readonly bytes: number
  })[]
  /** Skills of the person's own in the folder of skills. */
  readonly skills: number
}

/** Sets everything up for a person who starts; `asking` is how they are asked. */
export async function run(call: Call, asking: Asking | undefined = undefined): Promise<ExitCode> {
  const yes = call.flags.yes === true
  const asks = yes || call.json ? undefined : (asking ?? terminalAsking())
  try {
    return await setUp(call, yes, asks)
  } finally {
    asks?.close()
  }
}

async function setUp(call: Call, yes: boolean, asking: Asking | undefined): Promise<ExitCode> {
  const { report, json, settings } = call
  const config = readConfig({ given: settings })
  await insistOnPlace(config)
  const found = await look(config)
  if (!json) for (const line of plan(found, config, report.width)) report.line(line)
  const idle = await whyNot(found, yes, asking)
  if (idle !== undefined) {
    if (json) report.json(toWire(found, undefined))
    else report.line(idle)
    return EXIT.done
  }
  await using loop = await call.open({ needs: 'setup keeps what it reads in', busy: true })
  const connected = await connectAll(call, found, loop)
  const sum = await importAll(loop, found.sessions, report)
  const learned = await taught(loop)
  if (json) report.json(toWire(found, { connected, turns: sum.turnsRecorded, learned }))
  else {
    if (found.sessions.length > 0) tellRead(sum, report)
    if (learned.waiting === 0 && sum.turnsRecorded > 0) await tellNoDraft(loop, report)
    await reviewFirst(loop, learned, report, asking)
    if (learned.waiting > 0) await offerModel(found, config, report, asking)
    const isTold = [...connected.values()].some(isConnected)
    report.line(`\n${next(learned, { isTold, wasAsked: asking !== undefined }).join('\n')}`)
  }
  const isWhole = sum.errors.length === 0 && [...connected.values()].every(isConnected)
  return isWhole ? EXIT.done : EXIT.refused
}

/** What is said where nothing is done; undefined where the person agrees. */
async function whyNot({ agents, sessions }: Found, yes: boolean, asking: Asking | undefined) {
  if (agents.length + sessions.length === 0) return `\n${BEGIN}`
  if (yes || (await agrees(asking, '\nGo on? [Y/n] ', 'y'))) return undefined
  return asking === undefined ? '\nNothing was changed: "wayland-core setup --yes" does it.' : 'Nothing was changed.'
}

/** What can be done where there is no agent and no session. */
const BEGIN = columns([
  ['  See how it works', 'wayland-core demo'],
  ['  Connect an agent before it is here', 'wayland-core install claude-code'],
  ['  Read sessions from elsewhere', 'wayland-core import auto <folder>'],
])

/** Throws where nothing can be kept, before the person is asked anything. */
async function insistOnPlace(config: Config): Promise<void> {
  const { checkPlaces } = await import('../checkup.ts')
  const isOff = config.settings.skills === 'off'
  const fault = (await checkPlaces(config)).find(({ state }) => state === (isOff ? 'note' : 'wrong'))
  if (fault === undefined) return
  const why = isOff ? 'wayland-core is switched off' : fault.found
  throw new WaylandError('storage_unavailable', `nothing was connected or read: ${why}`, {
    hint: `${fault.fix}; then run "wayland-core setup" again.`,
  })
}

/** Connects every agent, then copies the skills for all of them. */
async function connectAll(call: Call, { agents }: Found, loop: SkillLoop): Promise<ReadonlyMap<string, Tried>> {
  const { report, json } = call
  const connected = new Map<string, Tried>()
  for (const { engine, label } of agents) connected.set(engine, await tried(engine, label, call))
  if (!json) tellConnected([...connected.values()], report)
  const copies = await loop.upkeep.sync()
  if (!json) for (const line of copiesSaid(copies)) report.line(`- ${line}`)
  return connected
}

function tellRead({ files, turnsRecorded, turnsKnown, errors }: ImportReport, report: Call['report']): void {
  const turns = turnsRecorded + turnsKnown
  const fresh = turnsRecorded === turns ? 'all' : turnsRecorded === 0 ? 'none' : `${turnsRecorded} of them`
  report.line(`Read ${files} files: ${turns === 0 ? 'nothing new' : `${turns} turns, ${fresh} new`}.`)
  tellUnreadable(errors, report)
}

/** What came of connecting an agent; where that failed the sessions are read all the same. */
type Tried = Omit<Connected, 'status'> & { readonly status: Connected['status'] | 'failed' }

const isConnected = ({ status }: Tried): boolean => status !== 'failed'

async function tried(engine: string, label: string, call: Call): Promise<Tried> {
  try {
    return await connect(engine, { ...call, flags: {} })
  } catch (error) {
    const { message } = asWaylandError(error)
    const again = `Once that is mended: wayland-core install ${engine}`
    return { label, status: 'failed', files: [], notes: [message, again] }
  }
}

async function tellNoDraft(loop: SkillLoop, report: Call['report']): Promise<void> {
  const outlook = await loop.review.outlook()
  report.line('\nNo draft yet: one is made after three successes on one task.')
  tellReasons(outlook, report)
  tellNearest(outlook, outlookView(loop.upkeep.config.settings, new Date()), report)
}

async function look(config: Config): Promise<Found> {
  const { engines, searchPath, dataDir, configHome } = config
  const agents = await agentsHere(engines, searchPath, await openJournal(dataDir ?? configHome).all())
  const sessions = []
  for (const place of sessionPlaces([], config).places) {
    let [files, bytes] = [0, 0]
    for await (const { engine, size } of transcriptFiles(place.engine, place.path)) {
      if (engine === undefined) continue
      files++
      bytes += size
    }
    if (files > 0) sessions.push({ ...place, files, bytes })
  }
  const skills = await readdir(config.skillsRoot).catch(() => [])
  return { agents, sessions, skills: skills.length }
}

export function plan({ agents, sessions, skills }: Found, config: Config, width: number): readonly string[] {
  const home = config.homeNote === null ? [] : wrapped(sentence(config.homeNote), width)
  if (agents.length === 0 && sessions.length === 0)
    return [...home, 'No agent was found on this machine, and no past session: there is nothing to set up yet.']
  const rows = agents.map(({ label, isConnected }) => [
    `  ${label}`,
    isConnected ? 'connected' : 'will be connected: hooks in its settings',
  ])
  const read = sessions.map(({ engine, path, files, bytes }) => [
    `  ${findEngine(engine)?.label ?? engine}`,
    `${counted(files, 'file')}, ${megabytes(bytes)}, in ${path}`,
  ])
  return [
    ...home,
    ...(rows.length === 0 ? [] : ['Agents on this machine', columns(rows)]),
    ...(read.length === 0
      ? ['There are no past sessions to read.']
      : ['Past sessions that will be read', columns(read)]),
    ...(skills === 0 || agents.every(({ isConnected }) => isConnected)
      ? []
      : wrapped(
          `Your ${skills} skills in ${config.skillsRoot} will be copied to where these agents look for skills, as far as they are in use.`,
          width,
        )),
    ...(agents.every(({ isConnected }) => isConnected)
      ? []
      : helperNote(config).flatMap((note) => wrapped(note, width))),
    'Nothing leaves this machine. "wayland-core uninstall <engine>" takes the hooks out again.',
  ]
}

const megabytes = (bytes: number): string => (bytes < 1e6 ? 'less than 1 MB' : `${Math.round(bytes / 1e6)} MB`)

function tellConnected(connected: readonly Tried[], report: Call['report']): void {
  for (const { label, status, files, notes } of connected) {
    const where = files.length === 0 ? '' : ` in ${files.map(({ path }) => path).join(', ')}`
    report.line(`${label}: ${status === 'unchanged' ? 'was connected' : `${status}${where}`}`)
    for (const note of notes) report.line(`- ${note}`)
  }
}

/** Asks until the answer is yes or no; undefined where the person quits, or ended the input. */
export async function agrees(asking: Asking | undefined, question: string, otherwise: 'y' | 'n') {
  for (;;) {
    const said = await asking?.ask(question)
    if (said === undefined || said === 'q' || said === 'quit') return undefined
    const meant = said === '' ? otherwise : said
    if (meant === 'y' || meant === 'yes') return true
    if (meant === 'n' || meant === 'no') return false
  }
}

/** Asks once whether an agent may word drafts: the answer is kept, a no as well. */
export async function offerModel(
  { agents }: Pick<Found, 'agents'>,
  config: Config,
  report: Pick<Call['report'], 'line' | 'width'>,
  asking: Asking | undefined,
): Promise<void> {
  const agent = agents.find(({ engine }) => HEADLESS.includes(engine))
  if (asking === undefined || agent === undefined || config.sourceOf('model.provider') !== 'default') return
  report.line()
  const what = `${agent.label} can word drafts and propose skills: run headless in an empty folder, without tools, on redacted text of your sessions, at the cost of about 3,000 tokens a project and day (at most ${config.settings['model.dailyTokens']}).`
  for (const line of wrapped(what, report.width)) report.line(line)
  const may = await agrees(asking, 'May it? [y/N] ', 'n')
  if (may === undefined) return
  const provider = may ? 'agent' : 'none'
  const { setOption } = await import('../set-option.ts')
  await setOption(config.configFile, 'model.provider', provider)
  report.line(`"model.provider" is "${provider}" in ${config.configFile}; delete that line to be asked again.`)
}

/** What to do next, as commands to paste. */
function next(
  { waiting, drafts: [first] }: Awaited<ReturnType<typeof taught>>,
  { isTold, wasAsked }: { readonly isTold: boolean; readonly wasAsked: boolean },
): readonly string[] {
  const rows = [
    ...(first === undefined || wasAsked ? [] : [['  Keep a draft', `wayland-core skills promote ${first.name}`]]),
    ...(waiting > 0 ? [['  Review what waits', 'wayland-core ui']] : []),
    ['  See what is new, at any time', 'wayland-core'],
    ['  Check that all is well', 'wayland-core doctor'],
  ]
  const works = !isTold
    ? []
    : waiting > 0
      ? ['Work as ever: your agents are given a line when a skill fits.']
      : ['Work as ever: three successes on one task make a draft, and your agents are given a line when it fits.']
  return [...works, columns(rows)]
}

const toWire = (
  { agents, sessions }: Found,
  done:
    | {
        readonly connected: ReadonlyMap<string, Tried>
        readonly turns: number
        readonly learned: Awaited<ReturnType<typeof taught>>
      }
    | undefined,
) => ({
  agents: agents.map(({ engine }) => {
    const { status = 'found', files = [], notes = [] } = done?.connected.get(engine) ?? {}
    return { engine, status, files, notes }
  }),
  sessions: sessions.map((place) => ({ ...place, path: redactText(place.path).text })),
  done: done !== undefined,
  turns_recorded: done?.turns ?? null,
  drafts: (done?.learned.drafts ?? []).map(({ id, name, description, evidenceCount }) => ({
    id,
    name,
    description,
    evidence: evidenceCount,
  })),
  waiting: done?.learned.waiting ?? 0,
  rules: (done?.learned.rules ?? []).map(({ id, text, sessions: said }) => ({
    id,
    text,
    sessions: said,
  })),
})
