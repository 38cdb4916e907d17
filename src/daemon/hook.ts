import { readdirSync, writeSync } from 'node:fs'
import { type Config, isChild, readConfig } from '../config/config.ts'
import { camelToKebab, OPTIONS } from '../config/options.ts'
import { HOOK_ENGINES } from '../engines/engines.ts'
import { hookProtocol } from '../engines/read-hook.ts'
import { processIsAlive } from '../platform/alive.ts'
import { whyForeign } from '../platform/own-folder.ts'
import { type PromptSubmitted, promptPayload } from '../transcript/hook-event.ts'
import { type DaemonAddress, readAddress } from './address.ts'
import { askByFifo } from './fifo.ts'
import { readInput } from './input.ts'
import { type Job, jobName, jobOf, lookOf } from './job.ts'
import { putJob, spoolFolder } from './job-file.ts'

/** How long an engine takes to write its payload after starting the hook, in ms. */
const INPUT_MS = 2_000

/**
 * `wayland-core hook <engine> [event] [payload]`: handles one event of an engine and ends the process. The exit code is
 * always 0, and stdout holds only the engine's protocol. Imports Node built-ins only, since it runs at every turn.
 */
export async function hook(words: readonly string[]): Promise<never> {
  try {
    // Before anything is read: the agent may keep stdin open.
    if (isChild()) process.exit(0)
    const answer = await respond(words)
    if (answer !== '') writeSync(1, `${answer}\n`)
  } catch {
    // No error here may reach the agent.
  }
  process.exit(0)
}

async function respond(words: readonly string[]): Promise<string> {
  const { engine, event, argument, settings } = understood(words)
  const text = argument ?? readInput(INPUT_MS)
  const protocol = hookProtocol(engine)
  if (protocol === undefined) writeSync(2, `wayland-core hook: "${engine}" is none of ${HOOK_ENGINES.join(', ')}\n`)
  const told = protocol?.read(JSON.parse(text), event)
  if (told === undefined) return ''
  const config = readConfig({ given: settings })
  if (config.settings.skills === 'off' || config.dataDir === null || whyForeign(config.dataDir) !== undefined) return ''
  const folders = config.sessionFolders[engine] ?? []
  const flushed = config.settings['storage.durability'] === 'full'
  const put = (name: string, job: Job) => putJob(config.dataDir ?? '', process.pid, name, job, flushed)
  if (told.kind === 'prompt_submitted') {
    const answer = await answerFor(told, config, settings)
    // The hint is printed even if this write fails.
    if (protocol?.silentOnErrors === true) attempt(() => put(...lookOf(told, folders, Date.now())))
    return answer
  }
  put(jobName(told), jobOf(told, folders, Date.now()))
  if (autostarts(config) && !mayRun(readAddress(config.dataDir)))
    (await import('./start.ts')).startDaemon(config.dataDir)
  return ''
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // The event is lost, and the agent continues.
  }
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

/** The answer of a running daemon, else of a process started for it; empty if neither comes in time. */
async function answerFor(event: PromptSubmitted, config: Config, settings: Words['settings']): Promise<string> {
  const { 'hook.waitMs': waitMs, 'hook.directMs': directMs } = config.settings
  const request = { hook: event.engine, payload: promptPayload(event), until: decidedBy(waitMs) }
  const byFifo = waitMs > 0 ? askByFifo(config.dataDir ?? '', request, waitMs) : undefined
  if (byFifo !== undefined && 'answer' in byFifo) return byFifo.answer
  if (byFifo?.failed === 'late') return ''
  const place = readAddress(config.dataDir ?? '')
  if (place !== undefined && waitMs > 0) {
    const { ask } = await import('./ask.ts')
    const asked = await ask(place.socket, request, waitMs)
    if ('line' in asked) return (JSON.parse(asked.line) as { readonly answer?: string }).answer ?? ''
    if (asked.failed !== 'no_daemon') return ''
  }
  if (autostarts(config) && (waitMs > 0 || !mayRun(place)))
    (await import('./start.ts')).startDaemon(config.dataDir ?? '')
  if (directMs === 0 || (isEmpty(config.skillsRoot) && isEmpty(spoolFolder(config.dataDir ?? '')))) return ''
  return await (await import('./start.ts')).direct({
    event,
    settings,
    ms: directMs,
    until: decidedBy(directMs),
  })
}

/**
 * When a hint must be decided on, in Unix ms, so that it can be printed within `ms`: a decision is logged as an offer, and then
 * its answer is still on its way for a moment.
 */
const decidedBy = (ms: number): number => Date.now() + Math.floor(ms * 0.9)

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return true
  }
}

/** Whether a hook that finds no daemon starts one. A second daemon ends by itself. */
const autostarts = ({ settings }: Config): boolean => settings['daemon.autostart'] === 'on'

/** Whether the daemon's process may still exist; its id may be reused, so only asking it is certain. */
const mayRun = (place: DaemonAddress | undefined): boolean => place !== undefined && processIsAlive(place.pid)
