import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSkillLoop, type Skill, type SkillLoop, type TurnReceipt } from 'wayland-core'
import type { Move } from '../../src/domain/lifecycle.ts'
import { turnFromWire } from '../../src/domain/wire.ts'
import { runHere, runsHere } from './in-process.ts'
import { leftBehind } from './left-behind.ts'

export const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js')

/** What a finished child process left behind. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** stdout of `observe`, one value a line. */
  readonly lines: readonly Receipt[]
  /** The only JSON value on stdout, of the shape that the test knows it to have. */
  json<T = Record<string, unknown>>(): T
}

/** A line of `observe`; what a line need not have may be missing. */
export interface Receipt {
  readonly line?: number
  readonly error?: string
  readonly turn_id: string
  readonly status: string
  readonly signature: string
  readonly streak: number
  readonly reason?: string
  readonly draft: { readonly status: string; readonly skill: string; readonly path?: string } | null
}

export interface Invocation {
  readonly stdin?: string | Buffer
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** A home of its own: folders for configuration and data that do not exist yet, and the built program to run in it. */
export class Home {
  readonly root = mkdtempSync(join(tmpdir(), 'wayland-cli-'))
  readonly config = join(this.root, 'config')
  readonly data = join(this.root, 'data')
  readonly work = join(this.root, 'work')
  readonly skills = join(this.config, 'wayland-core', 'skills')
  readonly database = join(this.data, 'wayland-core.db')

  constructor() {
    mkdirSync(this.work)
    leftBehind.folders.add(this.root)
  }

  /** Nothing of the developer's own settings reaches a test. */
  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.root,
      WAYLAND_CONFIG_DIR: this.config,
      WAYLAND_DATA_DIR: this.data,
      // What is held out would be left to chance.
      WAYLAND_ROUTER_HOLDOUT: '0',
      // A test says itself when a process of its home begins.
      WAYLAND_DAEMON_AUTOSTART: 'off',
      ...more,
    }
  }

  start(args: readonly string[], { env = {}, cwd = this.work }: Invocation = {}): ChildProcess {
    const child = spawn(process.execPath, [MAIN, ...args], { env: this.env(env), cwd })
    leftBehind.programs.add(child)
    child.once('exit', () => leftBehind.programs.delete(child))
    return child
  }

  /** Runs a command to its end: in this process where that shows the same, else as a program of its own. */
  async run(args: readonly string[], how: Invocation = {}): Promise<Finished> {
    const env = this.env(how.env)
    if (!runsHere(args, env)) return await this.runAlone(args, how)
    const { code, stdout, stderr } = await runHere(args, { env, cwd: how.cwd ?? this.work, stdin: how.stdin ?? '' })
    return ended(code, stdout, stderr)
  }

  /** The same, as a program of its own in any case. */
  runAlone(args: readonly string[], how: Invocation = {}): Promise<Finished> {
    const child = this.start(args, how)
    child.stdin?.on('error', () => {})
    child.stdin?.end(how.stdin ?? '')
    return finished(child)
  }

  /** Records turns and says what came of them. */
  observe(turns: readonly object[], how: Invocation = {}): Promise<Finished> {
    return this.run(['observe'], { ...how, stdin: turns.map((turn) => `${JSON.stringify(turn)}\n`).join('') })
  }

  /** Writes the person's own configuration: what a hook believes of options. */
  configure(options: object): void {
    mkdirSync(join(this.config, 'wayland-core'), { recursive: true })
    writeFileSync(join(this.config, 'wayland-core', 'config.json'), JSON.stringify(options))
  }

  /** The loop over this home in the test's own process, for what a test begins with or looks at in passing. */
  async within<T>(work: (loop: SkillLoop) => Promise<T>, env: Readonly<Record<string, string>> = {}): Promise<T> {
    await using loop = await openSkillLoop({ env: this.env(env) })
    return await work(loop)
  }

  /** Records turns as `observe` does, and gives their receipts. */
  learn(turns: readonly object[], env: Readonly<Record<string, string>> = {}): Promise<readonly TurnReceipt[]> {
    return this.within(async (loop) => {
      const receipts: TurnReceipt[] = []
      for (const turn of turns) receipts.push(await loop.endOfRun(turnFromWire(turn)))
      return receipts
    }, env)
  }

  /** Three successful turns on one task: a draft of its own, however like another task it is. */
  async draft(request = REVIEW, session = 'a'): Promise<string> {
    const turns = [1, 2, 3].map((n) => turn(request, `${session}${n}`))
    const receipts = await this.learn(turns, { WAYLAND_BUCKET_GROUPING: 'signature' })
    const draft = receipts[2]?.draft
    if (draft?.status !== 'drafted') throw new Error(`no draft: ${JSON.stringify(receipts)}`)
    return draft.skill
  }

  /** A draft that a person promoted. */
  async promoted(request = REVIEW, session = 'a'): Promise<string> {
    const skill = await this.draft(request, session)
    await this.move(skill, 'promote')
    return skill
  }

  /** Moves a skill as a person does. */
  move(skill: string, move: Move): Promise<Skill> {
    return this.within((loop) => loop.review.move(skill, move))
  }
}

export const REVIEW = 'review the changes on the branch'
export const TESTS = 'add unit tests for the parser module'

/** A successful turn with work in it, in a session of its own. */
export const turn = (user_input: string, id: string, more: object = {}) => ({
  user_input,
  outcome: 'success',
  turns: 3,
  session_id: `session-${id}`,
  prompt_id: `prompt-${id}`,
  tool_calls: [
    { name: 'Bash', input: { command: 'git diff main...HEAD' }, ok: true },
    { name: 'Read', input: { file_path: `src/file-${id}.ts` }, ok: true },
    { name: 'Bash', input: { command: 'npm test' }, ok: true, exit_code: 0 },
  ],
  ...more,
})

/** Waits for the end of a child and reads what it wrote. */
export function finished(child: ChildProcess): Promise<Finished> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve(ended(code, Buffer.concat(out).toString('utf8'), Buffer.concat(err).toString('utf8'))),
    )
  })
}

const ended = (code: number | null, stdout: string, stderr: string): Finished => ({
  code,
  stdout,
  stderr,
  get lines() {
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Receipt]))
  },
  json: <T>() => JSON.parse(stdout) as T,
})
