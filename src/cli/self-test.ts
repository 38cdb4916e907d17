import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Program } from '../connect/agent-settings.ts'
import { asWaylandError, isTooManyFiles } from '../domain/errors.ts'
import type { Check } from '../engines/checkup.ts'
import { ENGINES } from '../engines/engines.ts'
import { type ChildRun, endText, runChild } from '../platform/run-child.ts'

const WHAT = 'test event'
/** Longest time for one step, in ms; a machine that takes longer has a fault. */
const PATIENCE_MS = 30_000

/**
 * Sends one turn along the whole path in a temporary home: the hook, then the event that
 * it put aside, then the turn in the database. Never throws.
 */
export async function checkPath(
  program: Program,
  searchPath: readonly string[],
  patienceMs = PATIENCE_MS,
): Promise<Check> {
  try {
    const home = mkdtempSync(join(tmpdir(), 'wayland-doctor-'))
    try {
      return await sendTurn(home, { program, searchPath, patienceMs })
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  } catch (error) {
    const { code, message, hint } = asWaylandError(error)
    return code === 'internal' ? wrong(message) : { ...wrong(message), fix: hint }
  }
}

interface Parts {
  readonly program: Program
  readonly searchPath: readonly string[]
  readonly patienceMs: number
}

async function sendTurn(home: string, { program, searchPath, patienceMs }: Parts): Promise<Check> {
  // A project that holds the data folder would be one that may have set it: hooks do nothing in it.
  const project = join(home, 'project')
  mkdirSync(project)
  const env = {
    PATH: searchPath.join(delimiter),
    HOME: home,
    USERPROFILE: home,
    WAYLAND_CONFIG_DIR: join(home, 'config'),
    WAYLAND_DATA_DIR: join(home, 'data'),
    WAYLAND_DAEMON_AUTOSTART: 'off',
  }
  const run = (command: readonly string[], input = '') =>
    ran(command, { env, folder: project, timeoutMs: patienceMs, input })
  const write = await ENGINES.find(({ sample }) => sample !== undefined)?.sample?.()
  if (write === undefined) return wrong('no agent has a session to send')
  const { engine, event, payload } = write(home)
  const hook = await run([program.node, program.main, 'hook', engine, event], JSON.stringify(payload))
  if (hook.code !== 0) return wrong(`the hook ended with ${hook.code}: ${hook.said}`)
  // An agent reads everything on stdout as its protocol.
  if (hook.output !== '') return wrong(`the hook says what no agent expects: ${hook.said}`)
  const drained = await run([program.node, program.main, 'daemon', 'run', '--once'])
  if (drained.code !== 0) return wrong(`what the hook put aside was not taken in: ${drained.said}`)
  const status = await run([program.node, program.main, 'status', '--json'])
  if (status.code !== 0) return wrong(`the database could not be read: ${status.said}`)
  const { turns } = JSON.parse(status.output) as { turns: number }
  return turns === 1
    ? { what: WHAT, state: 'ok', found: 'went from the hook to the database of a throw-away home' }
    : wrong(`the turn did not reach the database, which holds ${turns}: ${drained.said}`)
}

const wrong = (found: string): Check => ({
  what: WHAT,
  state: 'wrong',
  found,
  fix: isTooManyFiles(found)
    ? 'Let this process have more open files: ulimit -n 256'
    : 'Install wayland-core again: npm ci && npm run build',
})

interface Ran {
  /** Null where it came to no end of its own. */
  readonly code: number | null
  readonly output: string
  /** Its output in one line, or why it did not end. */
  readonly said: string
}

/** Runs a program to its end, or to the time limit. */
async function ran(
  [program = '', ...words]: readonly string[],
  how: Pick<ChildRun, 'env' | 'folder' | 'timeoutMs' | 'input'>,
): Promise<Ran> {
  const child = { ...how, program, words, mostOutput: 2 ** 20, signal: new AbortController().signal }
  const ended = await runChild(child)
  const { output, errors } = ended
  if (ended.how !== 'exit') return { code: null, output, said: `${program} ${endText(ended, child)}` }
  return { code: ended.code, output, said: errors.trim().replace(/\s+/g, ' ') || output.trim() }
}
