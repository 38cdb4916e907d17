import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { daemonEnvironment, type Environment } from '../config/agent-environment.ts'
import type { PromptSubmitted } from '../transcript/hook-event.ts'

// Only a hook that starts a process loads Node's child_process, which takes a tenth of a hook's time.

/** The request to a process that answers one prompt. */
export interface DirectRequest {
  readonly event: PromptSubmitted
  /** Configuration options of the hook's command line, by key. */
  readonly settings: Readonly<Record<string, string>>
  /** Its time limit in ms, and the deadline in Unix ms. */
  readonly ms: number
  readonly until: number
  /** The hint of this prompt was not printed: what was decided since then (Unix ms) is taken back, and nothing answered. */
  readonly undelivered?: number
}

/**
 * Answers a prompt with the whole loop, in a process of its own that is killed at the deadline. An answer that it has written
 * counts whatever becomes of the process after that, since its decision is logged. Undefined where it was not in time; empty
 * also where the process failed. Never rejects.
 */
export function direct(request: DirectRequest, env: Environment): Promise<string | undefined> {
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(process.execPath, [join(import.meta.dirname, 'direct.js')], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env,
    })
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), request.ms)
    child.on('error', () => resolve(''))
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('close', (code) => {
      clearTimeout(late)
      const text = Buffer.concat(chunks).toString('utf8')
      if (text.endsWith('\n')) resolve(text.slice(0, -1))
      else resolve(code === null || code === 0 ? undefined : '')
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(request))
  })
}

/** A daemon that hooks start ends after this long without work, in minutes. */
const IDLE_MINUTES = 30
/** Hooks try to start one at most once in this time, in ms: on a busy machine it may take so long until it answers. */
const TRY_MS = 10_000

/** Whether no hook has tried to start a daemon just now; notes that this one does. False where nothing can be written. */
export function isFirstTry(dataDir: string, now: number): boolean {
  const note = join(dataDir, 'daemon.tried')
  try {
    const last = statSync(note, { throwIfNoEntry: false })?.mtimeMs
    // A time to come is from a clock that was ahead.
    if (last !== undefined && Math.abs(now - last) < TRY_MS) return false
    writeFileSync(note, '', { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/**
 * Starts a daemon that outlives this process until nothing was to be done for a while, and does not wait for it. Of the
 * environment it has what is the person's.
 */
export function startDaemon(dataDir: string, env: Environment): void {
  const main = join(import.meta.dirname, 'main.js')
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(process.execPath, [main, 'daemon', 'run', '--idle', String(IDLE_MINUTES), '--data-dir', dataDir], {
      detached: true,
      windowsHide: true,
      stdio: 'ignore',
      cwd: dataDir,
      env: daemonEnvironment(env),
    })
  child.on('error', () => {})
  child.unref()
}
