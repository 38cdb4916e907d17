import { setTimeout as wait } from 'node:timers/promises'
import type { AgentHome, AgentRun } from './agent-home.ts'
import type { CellName, Mode, Verdict, Verdicts } from './cells.ts'
import type { Request } from './model-server.ts'
import { type Recorded, recordedIn } from './records.ts'
import { OutOfTime } from './run-process.ts'

/** What a cell found: nothing where it holds, why it does not, or why the agent has no such thing. */
export type Finding = string | { readonly none: string } | undefined

/** What one run of the agent brought. */
export interface Answered {
  /** What the agent said, for the reason of a failure. */
  readonly said: string
  /** Requests of the conversation, in their order. */
  readonly requests: readonly Request[]
}

/** A skill, as `skills --json` lists it. */
export interface SkillRow {
  readonly name: string
  readonly status: string
  readonly loaded: number
  readonly successes: number
}

const SETTLE_TRIES = 4
const SETTLE_MS = 1_000

/** The way of one program through the loop, in one home: what it was asked, and what was found. */
export class Course {
  readonly verdicts: Verdicts = {}
  readonly home: AgentHome
  /** Every prompt that was typed, as often as it was. */
  readonly asked: string[] = []
  /** Name of the drafted skill; empty before there is one. */
  skill = ''
  readonly #mode: Mode

  constructor(home: AgentHome, mode: Mode) {
    this.home = home
    this.#mode = mode
  }

  /** Finds out whether a cell holds. A run that was out of time is no finding: nothing more is asked. */
  async cell(name: CellName, work: () => Promise<Finding> | Finding): Promise<void> {
    const verdict = await verdictOf(work)
    const place = (why: string) => why.replaceAll(this.home.root, '')
    this.verdicts[name] = verdict.state === 'ok' ? verdict : { ...verdict, why: place(verdict.why) }
  }

  /** Runs the agent for one prompt. Throws where the model was never asked. */
  async ask(run: AgentRun): Promise<Answered> {
    this.asked.push(run.prompt)
    const { stdout, stderr, code } = await this.home.run(run)
    const said = `exit code ${code}: ${(stderr + stdout).trim().slice(-300)}`
    const { requests } = this.home.model
    if (requests.length === 0) throw new Error(`the model was never asked; ${said}`)
    return { said, requests }
  }

  /** Waits until the turn of each such prompt is recorded; without a daemon, what is spooled is read. */
  async settle(prompt: string, tries = SETTLE_TRIES): Promise<void> {
    const count = () => this.recorded.filter(({ request }) => request === prompt).length
    const wanted = this.asked.filter((one) => one === prompt).length
    for (let n = 0; n < tries && count() < wanted; n++) {
      if (this.#mode === 'alone') await this.home.wayland(['daemon', 'run', '--once'])
      if (count() < wanted) await wait(SETTLE_MS)
    }
  }

  get recorded(): readonly Recorded[] {
    return recordedIn(this.home.data)
  }

  /** Why the turn of a prompt has not this outcome. */
  isNot(prompt: string, outcome: string): string | undefined {
    const turn = this.recorded.find(({ request }) => request === prompt)
    if (turn === undefined) return `"${prompt}" was not recorded`
    return turn.outcome === outcome ? undefined : `"${prompt}" is ${turn.outcome}`
  }

  async skills(): Promise<readonly SkillRow[]> {
    return (await this.home.json<{ skills: readonly SkillRow[] }>(['skills'])).skills
  }

  /** The draft that was made; a program that records by itself makes it some time after the turn is there. */
  async draft(): Promise<SkillRow | undefined> {
    for (let n = 0; n < SETTLE_TRIES; n++) {
      const draft = (await this.skills()).find(({ name }) => name.startsWith('auto-'))
      if (draft !== undefined) return draft
      await wait(SETTLE_MS)
    }
    return undefined
  }

  /** The drafted skill as it stands. */
  async drafted(): Promise<SkillRow> {
    const skill = (await this.skills()).find(({ name }) => name === this.skill)
    if (skill === undefined) throw new Error(`${this.skill} is gone`)
    return skill
  }
}

async function verdictOf(work: () => Promise<Finding> | Finding): Promise<Verdict> {
  try {
    const found = await work()
    if (found === undefined) return { state: 'ok' }
    return typeof found === 'string' ? { state: 'failed', why: found } : { state: 'none', why: found.none }
  } catch (error) {
    if (error instanceof OutOfTime) throw error
    return { state: 'failed', why: (error as Error).message }
  }
}
