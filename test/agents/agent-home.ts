import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Driver, Permission, Surroundings } from './drivers/driver.ts'
import type { Installed } from './installation.ts'
import { ModelServer } from './model-server.ts'
import { type Ended, OutOfTime, runProcess } from './run-process.ts'
import type { Script } from './script.ts'

const RECORDER = join(import.meta.dirname, 'record-calls.cjs')

/** One run of an agent may take this long, in milliseconds: on a busy machine some take ten seconds to start. */
const RUN_MS = 150_000
const COMMAND_MS = 60_000

/** How a run of the agent is made. */
export interface AgentRun extends Pick<Script, 'steps'>, Partial<Pick<Script, 'marks'>> {
  readonly prompt: string
  readonly permission?: Permission
  readonly started?: (child: ChildProcess) => void
}

/** A person's home with one agent in it, the built program, and a model that answers by script. */
export class AgentHome {
  readonly model = new ModelServer()
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'wayland-agents-')))
  readonly home = join(this.root, 'home')
  readonly work = join(this.home, 'project')
  /** One JSON line for each time that the agent called the program. */
  readonly calls = join(this.root, 'calls.jsonl')
  readonly data = join(this.home, '.local', 'share', 'wayland-core')
  readonly #installed: Installed
  readonly driver: Driver
  #server: string | undefined

  /** Main file of the built program. */
  readonly main: string

  constructor(installed: Installed, driver: Driver, main: string) {
    this.main = main
    this.#installed = installed
    this.driver = driver
    homes.add(this)
  }

  /**
   * Makes the folders and the person's settings: the defaults, by which hooks start a daemon, or none. `front` starts what
   * stands before the model and gives its address.
   */
  async open(withDaemon: boolean, front?: (home: AgentHome) => Promise<string>): Promise<void> {
    await this.model.start()
    mkdirSync(join(this.root, 'tmp'))
    mkdirSync(this.work, { recursive: true })
    this.#write(
      join(this.home, '.config', 'wayland-core', 'config.json'),
      JSON.stringify({ ...CONFIG, 'daemon.autostart': withDaemon ? 'on' : 'off' }),
    )
    this.#server = await front?.(this)
    for (const [path, text] of Object.entries(this.driver.settings(this.where)))
      this.#write(join(this.home, path), text)
    this.#makeProject()
  }

  get where(): Surroundings {
    return { home: this.home, work: this.work, server: this.#server ?? this.model.url }
  }

  /** Nothing of the developer's own settings reaches an agent. */
  get env(): Record<string, string> {
    return {
      PATH: `${this.#installed.bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: this.home,
      TMPDIR: join(this.root, 'tmp'),
      USER: 'person',
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      NODE_OPTIONS: `--require ${RECORDER}`,
      AGENT_CALLS: this.calls,
      NO_PROXY: '127.0.0.1,localhost',
      ...this.driver.env(this.where, 'allowed'),
    }
  }

  /** Runs the agent for one prompt. */
  run({ prompt, marks = [prompt], steps, permission = 'allowed', started }: AgentRun): Promise<Ended> {
    this.model.play({ marks, steps })
    const env = this.driver.env(this.where, permission)
    return this.start(this.driver.words(prompt, permission, this.where), started, env)
  }

  /** Runs the agent with words of its own. Throws `OutOfTime` where its time was not enough. */
  async start(
    words: readonly string[],
    started?: (child: ChildProcess) => void,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const { file, words: before } = this.#installed
    const how = { env: { ...this.env, ...env }, cwd: this.work, milliseconds: RUN_MS }
    const ended = await runProcess(file, [...before, ...words], started === undefined ? how : { ...how, started })
    if (ended.late)
      throw new OutOfTime(`${words.join(' ')}: did not end in ${RUN_MS / 1000} s: ${ended.stderr.slice(-200)}`)
    return ended
  }

  /** Runs the built program. */
  async wayland(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const { NODE_OPTIONS: _, ...own } = this.env
    return await runProcess(process.execPath, [this.main, ...words], {
      env: { ...own, ...env },
      cwd: this.work,
      milliseconds: COMMAND_MS,
    })
  }

  /** What a command prints with `--json`. */
  async json<T>(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<T> {
    const { stdout, stderr, code } = await this.wayland([...words, '--json'], env)
    try {
      return JSON.parse(stdout) as T
    } catch {
      throw new Error(`wayland-core ${words.join(' ')}: exit code ${code}: ${(stderr || stdout).trim()}`)
    }
  }

  /** Ends the daemon and the model, and removes all files. */
  async close(keep = false): Promise<void> {
    homes.delete(this)
    await this.model.close()
    this.#remove(keep)
  }

  /** What can be done at once, where the campaign is broken off. */
  remove(): void {
    this.#remove(false)
  }

  #remove(keep: boolean): void {
    // The last hook may have just started one.
    const env = { HOME: this.home, PATH: process.env.PATH ?? '' }
    if (existsSync(this.data)) spawnSync(process.execPath, [this.main, 'daemon', 'stop'], { env, cwd: this.home })
    if (!keep) rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** A small project under version control, with a change on a branch. */
  #makeProject(): void {
    this.#write(join(this.work, 'notes.md'), '# Notes\n\nOne line.\n')
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Person', '-c', 'user.email=person@example.org', ...words], {
        cwd: this.work,
        env: { HOME: this.home, PATH: process.env.PATH ?? '' },
        stdio: 'ignore',
      })
    git('init', '-b', 'main')
    git('add', '.')
    git('commit', '-m', 'Notes')
    git('checkout', '-b', 'change')
    this.#write(join(this.work, 'notes.md'), '# Notes\n\nTwo lines.\nAnd more.\n')
    git('commit', '-a', '-m', 'More notes')
  }
}

const homes = new Set<AgentHome>()

/** Removes the homes that are open, and ends their daemons. */
export function removeHomes(): void {
  for (const home of homes) home.remove()
}

/** Nothing is left to chance. */
const CONFIG = { 'router.holdout': 0, seed: 1 }
