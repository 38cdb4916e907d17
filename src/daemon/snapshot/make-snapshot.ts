// `node make-snapshot.js FOLDER`: makes the snapshot from which the hook of a prompt starts, in a data folder. A process of its
// own, which a hook starts and does not wait for.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { openSkillLoop } from '../../app/open-skill-loop.ts'
import { HOOK_ENGINES, readHook } from '../../engines/engines.ts'
import { whyForeign } from '../../platform/own-folder.ts'
import { Sqlite } from '../../store/sqlite/driver.ts'
import { AGAIN_MS, makingFolder, SNAPSHOT_OPTIONS, snapshotFile, snapshotFolder } from './place.ts'
import { serveDriver } from './serve-driver.ts'

/** A process that takes longer is ended, in ms. */
const PATIENCE_MS = 60_000
const REQUEST = 'review the changes on the branch'
const EVENT = 'UserPromptSubmit'
/** The words of a hook that is given `payload`: of the first agent that has such an event. */
const hookWords = (payload: object): readonly string[] => [
  'hook',
  HOOK_ENGINES.find((name) => readHook(name, payload, EVENT)?.kind === 'prompt_submitted') ?? '',
  EVENT,
]

/** Makes it, unless another process does. What could not answer a prompt is not kept. */
export async function makeSnapshot(dataDir: string): Promise<void> {
  const folder = snapshotFolder(dataDir)
  const making = makingFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (whyForeign(folder) !== undefined || !claimed(making)) return
  setPriority(10)
  try {
    const home = join(making, 'home')
    const blob = join(making, 'blob')
    const words = hookWords(await furnish(home, making))
    const cli = join(import.meta.dirname, '..', 'cli')
    const driver = dirname(createRequire(import.meta.filename).resolve('better-sqlite3/package.json'))
    const build = [...SNAPSHOT_OPTIONS, '--snapshot-blob', blob, '--build-snapshot', join(cli, 'snapshot.js')]
    await ran(making, [...build, driver, ...words.slice(1)], { HOME: home })
    await ran(making, [...SNAPSHOT_OPTIONS, '--snapshot-blob', blob, join(cli, 'main.js'), ...words], { HOME: home })
    if (!readFileSync(join(making, 'said'), 'utf8').includes('[wayland-core]')) throw new Error('no hint')
    flush(blob)
    renameSync(blob, snapshotFile(dataDir))
    for (const name of readdirSync(folder))
      if (name !== basename(snapshotFile(dataDir))) rmSync(join(folder, name), { recursive: true })
  } catch {
    // It is tried again by the time of this folder.
    for (const name of readdirSync(making)) rmSync(join(making, name), { recursive: true, force: true })
  }
}

/** What a power cut leaves under its last name is whole. */
function flush(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** Whether this process makes it: another one's folder is there, or what a process left that was killed. */
function claimed(making: string): boolean {
  for (;;)
    try {
      mkdirSync(making)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (Math.abs(Date.now() - statSync(making).mtimeMs) < AGAIN_MS) return false
      rmSync(making, { recursive: true, force: true })
    }
}

/** Makes a home with a draft; returns the payload of a prompt that it is offered for. */
async function furnish(home: string, making: string): Promise<object> {
  const agent = join(making, 'agent')
  for (const folder of [home, agent]) mkdirSync(folder)
  await using loop = await openSkillLoop({ env: { HOME: home }, settings: { 'router.holdout': '0' } })
  for (const n of [1, 2, 3]) {
    const call = (command: string) => ({ id: `${command}${n}`, name: 'Bash', input: { command }, ok: true })
    const toolCalls = [call('git diff main...HEAD'), call('npm test')]
    await loop.endOfRun({ userInput: REQUEST, outcome: 'success', sessionId: `s${n}`, promptId: `p${n}`, toolCalls })
  }
  const { configFile, dataDir } = loop.upkeep.config
  writeFileSync(configFile, JSON.stringify({ 'router.holdout': 0, 'hook.directMs': PATIENCE_MS }))
  // Its hooks would start a daemon, and cannot note it.
  const tried = join(dataDir ?? '', 'daemon.tried')
  mkdirSync(tried)
  utimesSync(tried, 0, 0)
  const payload = { session_id: 's4', hook_event_name: EVENT, cwd: agent, prompt: REQUEST }
  writeFileSync(join(making, 'payload'), JSON.stringify(payload))
  return payload
}

/** Runs Node on the payload; rejects unless it ends well. */
async function ran(making: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const files = [openSync(join(making, 'payload'), 'r'), openSync(join(making, 'said'), 'w')]
  const cwd = join(making, 'agent')
  const child: ChildProcess = spawn(process.execPath, words, {
    cwd,
    env,
    stdio: [...files, 'ignore', 'pipe'],
    timeout: PATIENCE_MS,
  })
  for (const file of files) closeSync(file)
  serveDriver(child.stdio[3] as Duplex, Sqlite)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`ended with ${code}`)
}

void makeSnapshot(process.argv[2] ?? '').catch(() => {})
