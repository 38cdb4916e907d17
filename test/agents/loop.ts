import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { engineOf } from '../../src/connect/engines.ts'
import { engineFolders } from '../../src/connect/folders.ts'
import type { AgentHome, AgentRun } from './agent-home.ts'
import { brokenOff, type Ending } from './broken-off.ts'
import type { CellName, Mode, Verdict, Verdicts } from './cells.ts'
import { follow, hintIn } from './hint.ts'
import { differenceOf, type Recorded, recordedIn } from './records.ts'
import type { Asked } from './script.ts'
import * as tasks from './tasks.ts'

interface SkillRow {
  readonly name: string
  readonly status: string
  readonly loaded: number
  readonly successes: number
}

/** Drives one program through the whole loop in one home, and says of each step whether it held. */
export class Loop {
  readonly verdicts: Verdicts = {}
  readonly #home: AgentHome
  readonly #mode: Mode
  readonly #asked: string[] = []
  #skill = ''
  #before: Readonly<Record<string, string | undefined>> = {}

  constructor(home: AgentHome, mode: Mode) {
    this.#home = home
    this.#mode = mode
  }

  async run(): Promise<void> {
    await this.#cell('connected', () => this.#connect())
    await this.#learn()
    await this.#offer()
    await this.#promote()
    await this.#breakOff()
    await this.#cell('words', () => this.#words())
    await this.#cell('uninstalled', () => this.#disconnect())
  }

  async #connect(): Promise<string | undefined> {
    const { driver } = this.#home
    this.#before = this.#settings()
    const { status } = await this.#home.json<{ status: string }>(['install', driver.agent])
    if (status !== 'connected') return `install says "${status}"`
    driver.trust?.(this.#home.where)
    const { checks } = await this.#home.json<{ checks: { what: string; state: string; found: string }[] }>(['doctor'])
    const check = checks.find(({ what }) => what === driver.agent)
    return check?.state === 'wrong' ? `doctor: ${check.found}` : undefined
  }

  async #learn(): Promise<void> {
    const requests: Asked[] = []
    await this.#cell('recorded', async () => {
      for (const prompt of tasks.SESSIONS) {
        const said = await this.#ask({ prompt, steps: tasks.REVIEW })
        requests.push(...this.#home.model.requests)
        if (this.#home.model.requests.length === 0) return `the model was never asked: ${said}`
        await this.#settle(prompt)
      }
      return firstOf(tasks.SESSIONS.map((prompt) => this.#expect(prompt, 'success')))
    })
    await this.#cell('drafted', async () => {
      const staged = (await this.#skills()).find(({ name }) => name.startsWith('auto-'))
      this.#skill = staged?.name ?? ''
      return staged === undefined ? 'no draft' : staged.status === 'staged' ? undefined : `it is ${staged.status}`
    })
  }

  async #offer(): Promise<void> {
    if (this.#skill === '') return
    let first: Asked | undefined
    const steps = [(asked: Asked) => follow(asked, this.#home.driver, this.#skill), ...tasks.REVIEW]
    await this.#cell('hinted', async () => {
      const said = await this.#ask({ prompt: tasks.REWORDED, steps })
      first = this.#home.model.requests[0]
      if (first === undefined) return `the model was never asked: ${said}`
      return hintIn(first)?.includes(this.#skill) === true ? undefined : 'no hint in the request body'
    })
    await this.#use(first)
    await this.#cell('unlisted', async () => {
      const asked = await this.#unrelated()
      return asked.text.includes(this.#skill) ? 'the draft stands in a request that it was not offered for' : undefined
    })
  }

  async #use(first: Asked | undefined): Promise<void> {
    if (first === undefined || hintIn(first) === undefined) return
    const texts = await this.#lines()
    await this.#cell('followed', async () => {
      const read = texts.find((line) => this.#read.includes(line))
      return read === undefined ? `the text of the skill never reached the model: ${this.#last}` : undefined
    })
    await this.#cell('credited', async () => {
      await this.#settle(tasks.REWORDED)
      const skill = await this.#find()
      if (this.verdicts.followed?.state !== 'ok' && skill.loaded > 0)
        return 'loaded is counted, and the read was refused'
      return skill.loaded === 1 && skill.successes === 1
        ? undefined
        : `loaded ${skill.loaded}, successes ${skill.successes}; the turn: ${this.#expect(tasks.REWORDED, 'success') ?? 'a success'}`
    })
  }

  /** What the requests of the last run brought, and the last of its tool results. */
  #read = ''
  #last = ''

  async #promote(): Promise<void> {
    if (this.#skill === '') return
    const { skillTool, invocation } = this.#home.driver
    await this.#cell('listed', async () => {
      const { code, stderr } = await this.#home.wayland(['--skills-promote', this.#skill])
      if (code !== 0) return `promote: ${stderr.trim()}`
      const asked = await this.#unrelated()
      return asked.text.includes(this.#skill) ? undefined : 'its name is not in the request body'
    })
    await this.#cell('own tool', async () => {
      if (skillTool === undefined) return { none: 'the agent has none' }
      const run = { prompt: tasks.REWORDED_AGAIN, steps: [skillTool(this.#skill), ...tasks.REVIEW] }
      return await this.#loads(run)
    })
    await this.#cell('by name', async () => {
      if (invocation === undefined) return { none: 'the agent cannot be given a skill by name without a terminal' }
      return await this.#loads({ prompt: invocation(this.#skill), mark: this.#skill, steps: tasks.REVIEW })
    })
  }

  /** Whether a run counts the skill as loaded once more. */
  async #loads(run: AgentRun): Promise<string | undefined> {
    const { loaded } = await this.#find()
    const said = await this.#ask(run)
    if (this.#home.model.requests.length === 0) return `the model was never asked: ${said}`
    await this.#settle(run.prompt)
    const after = await this.#find()
    return after.loaded === loaded + 1 ? undefined : `loaded ${loaded} before and ${after.loaded} after`
  }

  async #breakOff(): Promise<void> {
    const { asksNobody, sessions, agent } = this.#home.driver
    await this.#ask({ prompt: tasks.FAILING, steps: tasks.FAIL })
    await this.#settle(tasks.FAILING)
    await this.#ask({ prompt: tasks.BROKEN, steps: tasks.BREAK })
    if (asksNobody === undefined) await this.#ask({ prompt: tasks.DENIED, steps: tasks.DENY, permission: 'asked' })
    const endings: Record<'interrupted' | 'ended', Ending> = {
      interrupted: await brokenOff(this.#home, 'interrupted'),
      ended: await brokenOff(this.#home, 'ended'),
    }
    this.#asked.push(tasks.INTERRUPTED, tasks.ENDED)
    // Hooks of the next session bring in what the hooks of a broken one could not.
    await this.#ask({ prompt: tasks.UNRELATED, steps: tasks.COUNT })
    await this.#settle(tasks.UNRELATED)
    const live = recordedIn(this.#home.data)
    const imported = sessions === undefined ? [] : await this.#import(agent, sessions)
    const both = { live, imported }
    await this.#cell('failure', async () => outcomeOf(both, tasks.FAILING, ['failure']))
    await this.#cell('API error', async () => outcomeOf(both, tasks.BROKEN, ['failure']))
    await this.#cell('denied', async () =>
      asksNobody === undefined ? outcomeOf(both, tasks.DENIED, ['unknown']) : { none: asksNobody },
    )
    for (const [name, prompt] of [
      ['interrupted', tasks.INTERRUPTED],
      ['ended', tasks.ENDED],
    ] as const)
      await this.#cell(
        name,
        async () => endings[name].failed ?? outcomeOf(both, prompt, ['unknown', 'failure'], sessions === undefined),
      )
    await this.#cell('imported', async () => {
      if (sessions === undefined) return { none: 'it keeps its sessions in a database of its own' }
      return differenceOf(live, imported)
    })
  }

  async #import(agent: string, sessions: string): Promise<readonly Recorded[]> {
    const other = join(this.#home.root, 'second')
    const env = { WAYLAND_CONFIG_DIR: join(other, 'config'), WAYLAND_DATA_DIR: join(other, 'data') }
    await this.#home.wayland(['import', agent, join(this.#home.home, sessions), '--json'], env)
    return recordedIn(env.WAYLAND_DATA_DIR)
  }

  /** Our words never become the person's. */
  #words(): string | undefined {
    const strange = recordedIn(this.#home.data).find(({ request }) => !this.#asked.includes(request))
    return strange === undefined ? undefined : `recorded "${strange.request.slice(0, 160)}"`
  }

  async #disconnect(): Promise<string | undefined> {
    const { driver } = this.#home
    const connected = this.#settings()
    await this.#home.json(['uninstall', driver.agent])
    await this.#home.json(['install', driver.agent])
    const again = this.#settings()
    await this.#home.json(['uninstall', driver.agent])
    const after = this.#settings()
    for (const [role, text] of Object.entries(after)) {
      if (text?.includes('wayland-core')) return `${role} still names wayland-core`
      // The agent, or its person's trust, wrote there in between: then nothing but ours may be gone.
      if (connected[role] === again[role] && text !== this.#before[role] && driver.trust === undefined)
        return `${role} is not as it was`
    }
    return undefined
  }

  #settings(): Record<string, string | undefined> {
    const place = { scope: 'user' as const, folders: engineFolders(this.#home.home, {}) }
    const files = Object.entries(engineOf(this.#home.driver.agent).files(place))
    return Object.fromEntries(
      files.map(([role, path]) => [role, existsSync(path) ? readFileSync(path, 'utf8') : undefined]),
    )
  }

  async #unrelated(): Promise<Asked> {
    const said = await this.#ask({ prompt: tasks.UNRELATED, steps: tasks.COUNT })
    const [asked] = this.#home.model.requests
    if (asked === undefined) throw new Error(`the model was never asked: ${said}`)
    await this.#settle(tasks.UNRELATED)
    return asked
  }

  /** Runs the agent, and gives what it said. */
  async #ask(run: AgentRun): Promise<string> {
    this.#asked.push(run.prompt)
    const { stdout, stderr, late, code } = await this.#home.run(run)
    const { requests } = this.#home.model
    this.#read = requests.at(-1)?.text ?? ''
    this.#last = (requests.at(-1)?.messages ?? []).findLast(({ results }) => results > 0)?.text.slice(0, 300) ?? ''
    const said = `exit code ${code}${late ? ', ended after its time' : ''}: ${(stderr + stdout).trim().slice(-300)}`
    return said
  }

  /** Waits until a turn is recorded; without a daemon, what is spooled is read. */
  async #settle(prompt: string): Promise<void> {
    const count = () => recordedIn(this.#home.data).filter(({ request }) => request === prompt).length
    const asked = this.#asked.filter((one) => one === prompt).length
    for (let n = 0; n < SETTLE_TRIES && count() < asked; n++) {
      if (this.#mode === 'alone') await this.#home.wayland(['daemon', 'run', '--once'])
      if (count() < asked) await wait(SETTLE_MS)
    }
  }

  #expect(prompt: string, outcome: string): string | undefined {
    const turn = recordedIn(this.#home.data).find(({ request }) => request === prompt)
    if (turn === undefined) return `"${prompt}" was not recorded`
    return turn.outcome === outcome ? undefined : `"${prompt}" is ${turn.outcome}`
  }

  async #skills(): Promise<readonly SkillRow[]> {
    return (await this.#home.json<{ skills: readonly SkillRow[] }>(['skills'])).skills
  }

  async #find(): Promise<SkillRow> {
    const skill = (await this.#skills()).find(({ name }) => name === this.#skill)
    if (skill === undefined) throw new Error(`${this.#skill} is gone`)
    return skill
  }

  /** Lines of the skill's text that stand in no hint and need no escaping in JSON. */
  async #lines(): Promise<readonly string[]> {
    const { body, description } = await this.#home.json<{ body: string; description: string }>(['show', this.#skill])
    return body.split('\n').filter((line) => /^[\w ,.:'`#-]{16,}$/.test(line) && !description.includes(line))
  }

  async #cell(name: CellName, work: () => Promise<Finding> | Finding): Promise<void> {
    this.verdicts[name] = await verdictOf(work)
  }
}

const SETTLE_TRIES = 4
const SETTLE_MS = 1_000

type Finding = string | { readonly none: string } | undefined

async function verdictOf(work: () => Promise<Finding> | Finding): Promise<Verdict> {
  try {
    const found = await work()
    if (found === undefined) return { state: 'ok' }
    return typeof found === 'string' ? { state: 'failed', why: found } : { state: 'none', why: found.none }
  } catch (error) {
    return { state: 'failed', why: (error as Error).message }
  }
}

const firstOf = (findings: readonly (string | undefined)[]) => findings.find((one) => one !== undefined)

interface Both {
  readonly live: readonly Recorded[]
  readonly imported: readonly Recorded[]
}

/** Whether a turn has one of these outcomes, live and imported. What no hook told of is read by the import alone. */
function outcomeOf({ live, imported }: Both, prompt: string, allowed: readonly string[], mayMiss = false): Finding {
  const found = [live, imported].flatMap((turns, i) =>
    turns
      .filter(({ request }) => request === prompt)
      .map(({ outcome }) => ({ outcome, how: i === 0 ? 'live' : 'imported' })),
  )
  if (found.length === 0) return mayMiss ? undefined : 'it was not recorded'
  const wrong = found.find(({ outcome }) => !allowed.includes(outcome))
  return wrong === undefined ? undefined : `it is ${wrong.outcome} (${wrong.how})`
}
