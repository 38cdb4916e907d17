import { Worker } from 'node:worker_threads'

/**
 * Kills this process if its main thread is blocked for too long, for example by a regular expression on a hostile text.
 */
export interface Watchdog {
  /** Reports what the main thread begins, for the log. */
  at(what: string): void
  stop(): void
}

/**
 * The main thread counts as blocked after this long without an answer, in ms; reading a whole large session takes less.
 */
export const STUCK_MS = 60_000
/** Interval of checks, in ms. Time that the machine slept counts as one interval. */
const LOOK_MS = 1_000
/** Bytes kept of the description. */
const MAX_WORDS = 400

/** `log` is the daemon's log file, to which the thread appends one line. The thread's memory is bounded. */
export function startWatchdog(log: string, stuckMs = STUCK_MS): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const words = new Uint8Array(new SharedArrayBuffer(MAX_WORDS))
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: { beats, words, log, looks: Math.ceil(stuckMs / LOOK_MS), lookMs: LOOK_MS, pid: process.pid },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
    env: {},
    execArgv: [],
  })
  watch.unref()
  // The daemon also works without it.
  watch.on('error', () => {})
  const beat = setInterval(() => Atomics.add(beats, 0, 1), LOOK_MS / 2)
  beat.unref()
  return {
    at(what) {
      words.fill(0)
      new TextEncoder().encodeInto(what, words)
    },
    stop() {
      clearInterval(beat)
      void watch.terminate()
    },
  }
}

/**
 * Source of the watchdog's thread; it must not depend on loaded modules, and the main thread's signals and timers are
 * blocked too.
 */
const WATCH = `
const { workerData: { beats, words, log, looks, lookMs, pid } } = require('node:worker_threads')
const { appendFileSync } = require('node:fs')
const rest = new Int32Array(new SharedArrayBuffer(4))
for (let last = -1, still = 0; still < looks; ) {
  Atomics.wait(rest, 0, 0, lookMs)
  const now = Atomics.load(beats, 0)
  still = now === last ? still + 1 : 0
  last = now
}
const said = Buffer.from(words).toString('utf8').replace(/\\0[^]*$/, '')
const msg = 'ended: stuck for ' + Math.round(looks * lookMs / 1000) + ' s while it was at ' + (said || 'its start') + '; after three times that is put aside, see wayland-core status'
try { appendFileSync(log, JSON.stringify({ level: 50, time: Date.now(), pid, msg }) + '\\n', { mode: 0o600 }) } catch {}
process.kill(pid, 'SIGKILL')
`
