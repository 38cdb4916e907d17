import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundled } from '../bundled.ts'
import type { Done, Task } from './actor.ts'
import { judge, type Reference, referenceOf } from './judge.ts'
import { startingDigests } from './look.ts'
import { prepared, type Scenario } from './scenario.ts'
import { type Fault, shimmed } from './shim.ts'
import { theirStates } from './surroundings.ts'

/** What is struck: a scenario, in homes below a folder, with the shim where one can be had. */
export interface Target {
  readonly scenario: Scenario
  readonly folder: string
  readonly library: string | undefined
  readonly reference: Reference
}

/** A fault at one call, or a kill some milliseconds after the act began. */
export type Strike = Extract<Fault, { at: number }> | { readonly kind: 'delay'; readonly at: number }

/** What came of one fault. */
export interface Outcome {
  readonly strike: Strike
  /** Whether the fault came before the act was over. */
  readonly struck: boolean
  readonly broken: readonly string[]
  /** Whether the next run said that it repaired something. */
  readonly repaired: boolean
}

const ACTOR = await bundled(join(import.meta.dirname, 'actor.ts'))

/** A process in which scenarios are acted, watched by the shim. */
export class Actor {
  readonly #child: ChildProcess
  readonly #exited: Promise<void>

  constructor({ folder, library }: Pick<Target, 'folder' | 'library'>) {
    this.#child = fork(ACTOR, [], {
      execArgv: [],
      env: { PATH: process.env.PATH ?? '', ...shimmed(library, folder) },
    })
    this.#exited = new Promise((resolve) => this.#child.once('exit', () => resolve()))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Acts; undefined when the process died of it. `onBegin` is called when the act begins. */
  act(task: Task, onBegin: () => void = () => {}): Promise<Done | undefined> {
    return new Promise((resolve) => {
      const listen = (said: 'begin' | Done) => {
        if (said === 'begin') return onBegin()
        this.#child.off('message', listen)
        resolve(said)
      }
      this.#child.on('message', listen)
      void this.#exited.then(() => resolve(undefined))
      this.#child.send(task)
    })
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
  }
}

/**
 * What a scenario comes to without a fault, and how many of its calls write: one run tells both, in a process that lives
 * on, one of its own unless it is given. Nothing is counted without the shim.
 */
export async function targetOf(
  scenario: Scenario,
  { folder, library }: Pick<Target, 'folder' | 'library'>,
  actor = new Actor({ folder, library }),
): Promise<{ readonly target: Target; readonly actor: Actor; readonly calls: number }> {
  let calls = 0
  const reference = await referenceOf(scenario, folder, async ({ root }) => {
    const done = await actor.act({ scenario: scenario.name, root, fault: { kind: 'count' } })
    if (done === undefined || done.error !== undefined)
      throw new Error(`"${scenario.name}" fails without a fault: ${done?.error?.message ?? 'its process died'}`)
    calls = done.calls
  })
  return { target: { scenario, folder, library, reference }, actor, calls }
}

/** Strikes in a process that ends with it, one of its own unless it is given, and judges what is left. */
export async function strikeDead(target: Target, strike: Strike, actor = new Actor(target)): Promise<Outcome> {
  try {
    return await struck(target, strike, actor)
  } finally {
    await actor.kill()
  }
}

let strikes = 0

/** Strikes in a given process. One that lives on is taken for dead when the next run comes. */
export async function struck(target: Target, strike: Strike, actor: Actor): Promise<Outcome> {
  const { scenario, folder, reference } = target
  // Numbered: two strikes after the same delay must not share a home.
  const root = join(folder, `${++strikes}-${strike.kind}-${strike.at}${'error' in strike ? `-${strike.error}` : ''}`)
  const { home, personal } = await prepared(scenario, root)
  const digests = new Set(await startingDigests(home))
  const theirs = theirStates(scenario, home)
  const fault: Fault = strike.kind === 'delay' ? { kind: 'count' } : strike
  const done = await actor.act({ scenario: scenario.name, root, fault }, () => {
    if (strike.kind === 'delay') setTimeout(() => void actor.kill(), strike.at)
  })
  const acknowledged = done !== undefined && done.error === undefined && done.durable
  // A kill at the writing of the copy is found by whoever finishes the draft; an error there is told.
  const copyFailed = done?.warnings.some((what) => what.startsWith('the second copy')) ?? false
  const { broken, repaired } = await asIfDead(actor.pid, () =>
    judge({ scenario, home, personal, digests, theirs, reference, acknowledged, copyFailed }),
  )
  const wordless = done?.error === undefined ? [] : withoutWords(done.error)
  // What broke is kept to be looked at.
  if (broken.length === 0) rmSync(root, { recursive: true })
  return {
    strike,
    struck: done === undefined || done.error !== undefined,
    broken: [...wordless, ...broken],
    repaired,
  }
}

/** An error that reaches the user must be one of ours that names the storage. */
function withoutWords({ code, message }: { readonly code: string; readonly message: string }): string[] {
  const known = ['storage_unavailable', 'receipt: unavailable', 'receipt: draft'].includes(code)
  return known && !message.includes('SQLITE_BUSY') ? [] : [`the error has no words of ours: ${code}: ${message}`]
}

/** Judges while a process is taken for dead, as it will be when the next run comes. */
async function asIfDead<T>(pid: number, work: () => Promise<T>): Promise<T> {
  if (!isAlive(pid)) return await work()
  const real = process.kill
  process.kill = (other, signal) => {
    if (other === pid) throw Object.assign(new Error('no such process'), { code: 'ESRCH' })
    return real.call(process, other, signal)
  }
  try {
    return await work()
  } finally {
    process.kill = real
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
