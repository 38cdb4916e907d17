import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { daemonEnvironment, type Environment } from '../config/agent-environment.ts'
import { snapshotFolder } from './snapshot/place.ts'

// Only a hook that starts a process loads Node's child_process, which takes a tenth of a hook's time.

/** A daemon that hooks start ends after this long without work, in ms. */
export const IDLE_MS = 1_800_000
/** Hooks try to start one at most once in this time, in ms: on a busy machine it may take so long until it answers. */
export const TRY_MS = 10_000

const noteOf = (dataDir: string): string => join(dataDir, 'daemon.tried')

/** When a hook last tried to start a daemon, in Unix ms; undefined where none did. */
export const triedAt = (dataDir: string): number | undefined => {
  // A path through a file is no error.
  try {
    return statSync(noteOf(dataDir), { throwIfNoEntry: false })?.mtimeMs
  } catch {
    return undefined
  }
}

/** Whether no hook has tried to start a daemon just now; notes that this one does. False where nothing can be written. */
export function isFirstTry(dataDir: string, now: number): boolean {
  const last = triedAt(dataDir)
  // A time to come is from a clock that was ahead.
  if (last !== undefined && Math.abs(now - last) < TRY_MS) return false
  try {
    writeFileSync(noteOf(dataDir), '', { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/**
 * Starts a daemon that outlives this process until nothing was to be done for a while, and does not wait for it. Of the
 * environment it has what is the person's.
 */
export const startDaemon = (dataDir: string, env: Environment): void =>
  start(
    [
      join(import.meta.dirname, 'main.js'),
      'daemon',
      'run',
      '--timeout',
      String(IDLE_MS / 1_000),
      '--data-dir',
      dataDir,
    ],
    {
      cwd: dataDir,
      env,
    },
  )

/** Starts a process that makes the snapshot for prompts in a data folder, and does not wait for it. */
export const startMaking = (dataDir: string, env: Environment): void =>
  start([join(import.meta.dirname, '..', 'program', 'make-snapshot.cjs'), dataDir], { cwd: dataDir, env })

export const removeSnapshot = (dataDir: string): void =>
  rmSync(snapshotFolder(dataDir), { recursive: true, force: true })

function start(words: readonly string[], { cwd, env }: { readonly cwd: string; readonly env: Environment }): void {
  const child = process.getBuiltinModule('node:child_process').spawn(process.execPath, words, {
    detached: true,
    windowsHide: true,
    stdio: 'ignore',
    cwd,
    env: daemonEnvironment(env),
  })
  child.on('error', () => {})
  child.unref()
}
