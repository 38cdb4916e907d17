import { existsSync, fstatSync, opendirSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, isChild, readConfig } from '../config/config.ts'
import { camelToKebab, OPTIONS } from '../config/options.ts'
import { APPROVALS } from '../domain/bank/user-folder.ts'
import { HOOK_ENGINES, hookProtocol } from '../engines/engines.ts'
import { whyForeign } from '../platform/own-folder.ts'
import { processIsAlive } from '../platform/process.ts'
import { type PromptSubmitted, promptPayload } from '../transcript/hook-event.ts'
import { type DaemonAddress, readAddress } from './address.ts'
import type * as Direct from './direct.ts'
import { readInput } from './input.ts'
import { type Job, jobName, jobOf, lookOf } from './job.ts'
import { putJob, spoolFolder } from './job-file.ts'
import { isSnapshotDue, MAKE_SNAPSHOT } from './snapshot/place.ts'
import { IDLE_MS, TRY_MS, triedAt } from './start.ts'

/** How long an engine takes to write its payload after starting the hook, in ms. */
const INPUT_MS = 2_000
/** Time for a process that takes a hint back, in ms: no agent waits for what it cannot read. */
const TAKE_BACK_MS = 5_000
/** Time to send a daemon what needs no answer, in ms. */
const SEND_MS = 20

/**
 * `wayland-core hook <engine> [event] [payload]`: handles one event of an engine and ends the process. The exit code is
 * always 0, and stdout holds only the engine's protocol. Imports Node built-ins only, since it runs at every turn; `loadLoop`
 * loads what answers a prompt where no daemon does.
 */
export async function hook(words: readonly string[], loadLoop: LoadLoop): Promise<never> {
  try {
    // Before anything is read: the agent may keep stdin open.
    if (isChild()) process.exit(0)
    const { text, takeBack, afterwards } = await respond(words, loadLoop)
    if (text !== '' && !isPrinted(`${text}\n`)) await takeBack?.()
    await afterwards?.()
  } catch {
    // No error here may reach the agent.
  }
  process.exit(0)
}

/** Whether stdout took a text whole. Node opens /dev/null in the place of a stdout that is closed. */
function isPrinted(text: string): boolean {
  try {
    const { rdev } = fstatSync(1)
    if (rdev !== 0 && rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev) return false
    return writeSync(1, text) === Buffer.byteLength(text)
  } catch {
    return false
  }
}

type LoadLoop = () => { readonly answerDirectly: typeof Direct.answerDirectly }

interface Answer {
  /** The output; empty where there is nothing to say. */
  readonly text: string
  /** For a hint that could not be printed: it is no offer then. */
  readonly takeBack?: () => Promise<unknown>
  /** What is done once the answer is printed. */
  readonly afterwards?: () => Promise<unknown>
}

const SILENT: Answer = { text: '' }

async function respond(words: readonly string[], loadLoop: LoadLoop): Promise<Answer> {
  const begun = Date.now()
  const { engine, event, argument, settings } = understood(words)
  const input = argument ?? readInput(INPUT_MS)
  const protocol = hookProtocol(engine)
  if (protocol === undefined) writeSync(2, `wayland-core hook: "${engine}" is none of ${HOOK_ENGINES.join(', ')}\n`)
  const told = protocol?.read(JSON.parse(input), event)
  if (told === undefined) return SILENT
  const config = readConfig({ given: settings, agentIn: [process.cwd(), told.cwd ?? ''] })
  if (config.settings.skills === 'off' || config.dataDir === null || whyForeign(config.dataDir) !== undefined)
    return SILENT
  const folders = config.sessionFolders[engine] ?? []
  const flushed = config.settings['storage.durability'] === 'full'
  const put = (name: string, job: Job) => putJob(config.dataDir ?? '', process.pid, name, job, flushed)
  if (told.kind === 'prompt_submitted') {
    let isLoaded = false
    const load = () => {
      isLoaded = true
      return loadLoop()
    }
    const asked = { event: told, config, settings, begun, loadLoop: load }
    const { text, byDaemon } = await answerFor(asked)
    const late = async () => (await import('./late-hints.ts')).noteLateHint(config.dataDir ?? '', begun)
    if (text === undefined) await late()
    const afterwards = async () => {
      // A daemon that answered looks by itself.
      if (text === undefined || !byDaemon) put(...lookOf(told, folders, Date.now()))
      if (!byDaemon) await startHelper(config)
      if (isLoaded && words.includes(MAKE_SNAPSHOT)) await startSnapshot(config)
    }
    const takeBack = async () => {
      await late()
      await answerFor({ ...asked, undelivered: begun })
    }
    return { text: text ?? '', takeBack, afterwards }
  }
  put(jobName(told), jobOf(told, folders, Date.now()))
  if (!mayRun(readAddress(config.dataDir))) await startHelper(config)
  return SILENT
}

/** Starts a daemon where hooks may. A second one ends by itself. */
async function startHelper({ settings, dataDir, childEnv }: Config): Promise<void> {
  if (settings['daemon.autostart'] === 'off' || dataDir === null) return
  const { isFirstTry, startDaemon } = await import('./start.ts')
  if (isFirstTry(dataDir, Date.now())) startDaemon(dataDir, childEnv())
}

/** Has the next prompt start from a snapshot, which another process makes. */
async function startSnapshot({ dataDir, childEnv }: Config): Promise<void> {
  if (dataDir === null || !isSnapshotDue(dataDir, Date.now())) return
  const { startMaking } = await import('./start.ts')
  startMaking(dataDir, childEnv())
}

/** Whether hooks start a daemon, and one that was started lately and is gone has not failed. */
const helps = ({ settings, dataDir }: Config, now: number): boolean => {
  const age = settings['daemon.autostart'] === 'off' ? undefined : now - (triedAt(dataDir ?? '') ?? 0)
  return age !== undefined && (age < TRY_MS || age > IDLE_MS)
}

interface Words {
  readonly engine: string
  readonly event?: string
  /** The payload, if it was passed as the last argument. */
  readonly argument?: string
  readonly settings: Readonly<Record<string, string>>
}

/** Parses the words; configuration options may stand among them as `--a-b value` or `--a-b=value`. */
function understood(words: readonly string[]): Words {
  const settings: Record<string, string> = {}
  const plain: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if (!word.startsWith('--')) {
      plain.push(word)
      continue
    }
    const [flag, inline] = word.split(/=(.*)/s, 2)
    const option = OPTIONS.find(({ key }) => `--${camelToKebab(key)}` === flag)
    if (option !== undefined) settings[option.key] = inline ?? words[++i] ?? ''
  }
  const [engine = '', ...rest] = plain
  const argument = rest.at(-1)?.startsWith('{') === true ? rest.pop() : undefined
  return { engine, ...(rest[0] && { event: rest[0] }), ...(argument && { argument }), settings }
}

/** A prompt to be answered; with `undelivered`, what was answered since then (Unix ms) is taken back. */
interface Asked {
  readonly event: PromptSubmitted
  readonly config: Config
  readonly settings: Words['settings']
  readonly loadLoop: LoadLoop
  readonly undelivered?: number
}

/** The answer of a running daemon, else of this process; undefined if it does not come in time. */
async function answerFor(
  asked: Asked & { readonly begun: number },
): Promise<{ readonly text: string | undefined; readonly byDaemon: boolean }> {
  const { config, undelivered, begun } = asked
  const waitMs = config.settings['hook.waitMs']
  const told = waitMs > 0 ? await byDaemon(asked, waitMs) : undefined
  if (told === undefined)
    return { text: await directly(asked), byDaemon: waitMs === 0 && mayRun(readAddress(config.dataDir ?? '')) }
  // It may have been decided just in time, and be on its way still.
  if (told === 'late' && undelivered === undefined) await byDaemon({ ...asked, undelivered: begun }, SEND_MS)
  return { text: told === 'late' ? undefined : told.answer, byDaemon: true }
}

/** The answer without a daemon. */
async function directly({ config, undelivered, event, settings, loadLoop }: Asked): Promise<string | undefined> {
  const { 'hook.waitMs': waitMs, 'hook.directMs': directMs } = config.settings
  // What ended is read, and folders are looked at, by the daemon that this hook starts, unless it starts none.
  const reads = undelivered === undefined && directMs > 0 && !helps(config, Date.now())
  if (isEmpty(config.skillsRoot) && !mayBeApproved(config) && (!reads || isEmpty(spoolFolder(config.dataDir ?? ''))))
    return ''
  // With both at 0 a person wants no hints.
  if (directMs === 0) return waitMs > 0 ? undefined : ''
  const ms = undelivered === undefined ? directMs : TAKE_BACK_MS
  const until = decidedBy(ms)
  try {
    return await loadLoop().answerDirectly({
      ...{ event, settings: { ...settings, 'data.dir': config.mainData ?? '' }, env: config.childEnv(), until },
      ...(reads && { readUntil: until - ms / 2 }),
      ...(undelivered !== undefined && { undelivered }),
    })
  } catch {
    return Date.now() < until ? '' : undefined
  }
}

/** The daemon's answer; undefined where none runs. */
async function byDaemon(asked: Asked, ms: number): Promise<{ readonly answer: string } | 'late' | undefined> {
  const place = readAddress(asked.config.dataDir ?? '')
  if (place === undefined) return undefined
  const { ask } = await import('./ask.ts')
  const told = await ask(place.socket, requestOf(asked, ms), ms)
  if ('line' in told) {
    const { answer = '', late } = JSON.parse(told.line) as { readonly answer?: string; readonly late?: true }
    return late === true ? 'late' : { answer }
  }
  return told.failed === 'no_daemon' ? undefined : 'late'
}

const requestOf = ({ event, config, undelivered }: Asked, ms: number): object => ({
  hook: event.engine,
  payload: promptPayload(event),
  folders: config.sessionFolders[event.engine] ?? [],
  ...(undelivered === undefined ? { until: decidedBy(ms) } : { undelivered }),
})

/**
 * When a hint must be decided on, in Unix ms, so that it can be printed within `ms`: a decision is logged as an offer, and then
 * its answer is still on its way for a moment.
 */
const decidedBy = (ms: number): number => Date.now() + Math.floor(ms * 0.9)

/** Whether a person approved skills of shared libraries, which lie elsewhere. */
const mayBeApproved = ({ mainData, dataDir }: Config): boolean =>
  [mainData, dataDir].some((folder) => folder !== null && existsSync(join(folder, APPROVALS)))

/** Reads one name: among thousands of skills all names are a fourth of a hook's time. */
function isEmpty(folder: string): boolean {
  try {
    const names = opendirSync(folder, { bufferSize: 1 })
    try {
      return names.readSync() === null
    } finally {
      names.closeSync()
    }
  } catch {
    return true
  }
}

/** Whether the daemon's process may still exist; its id may be reused, so only asking it is certain. */
const mayRun = (place: DaemonAddress | undefined): boolean => place !== undefined && processIsAlive(place.pid)
