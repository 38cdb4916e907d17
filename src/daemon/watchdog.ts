import { Worker } from 'node:worker_threads'

/** Ends this process when its main thread is at one thing for too long: a text that hangs a pattern holds all else up. */
export interface Watchdog {
  /** What the main thread begins; the log names it if that is the end. */
  at(what: string): void
  stop(): void
}

/** A thread that gives no answer for this long is stuck, in milliseconds; a whole large session takes less. */
export const STUCK_MS = 60_000
/** Between two looks, in milliseconds. What the machine slept meanwhile is one look. */
const LOOK_MS = 1_000
/** Bytes that are kept of what the thread is at. */
const MAX_WORDS = 400

/** `log` is the file of the daemon's log, which gets one more line. The thread's memory is bounded. */
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
  // Without it the daemon works as before.
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

/** Runs in the thread, which must not depend on what is loaded: signals and the main thread's own timers are stuck too. */
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
