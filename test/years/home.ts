import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop, SkillLoopOptions } from '../../src/app/skill-loop.ts'
import { isWaylandError } from '../../src/domain/errors.ts'
import type { Move } from '../../src/domain/lifecycle.ts'
import { BEGAN, DAY_MS, type PlannedTurn } from './plan.ts'
import { onDisk } from './sizes.ts'

/** Days after which an agent deletes a session file, as Claude Code does by default; here all but the first. */
const SESSION_DAYS = 30

/** One person's home over years: turns and moves go in by the library, and a process lives for a week. */
export class Home {
  readonly root: string
  readonly #settings: NonNullable<SkillLoopOptions['settings']>
  #loop: SkillLoop | undefined
  now = BEGAN
  /** Milliseconds of each end of a turn, and of each step of retention. */
  readonly ends: number[] = []
  readonly steps: number[] = []
  /** Most bytes of the file, and of its log, at the end of a day, before retention and after it. */
  most = { file: 0, log: 0 }
  /** Asked before and after the retention of each day. */
  before?: (loop: SkillLoop) => Promise<void>
  after?: (loop: SkillLoop) => Promise<void>
  /** What was decided for each request. */
  readonly picks: string[] = []

  constructor(root: string, settings: NonNullable<SkillLoopOptions['settings']>) {
    this.root = root
    this.#settings = settings
  }

  get database(): string {
    return join(this.root, 'data', 'wayland-core.db')
  }

  async loop(): Promise<SkillLoop> {
    this.#loop ??= await openSkillLoop({
      env: {
        HOME: this.root,
        WAYLAND_CONFIG_DIR: join(this.root, 'config'),
        WAYLAND_DATA_DIR: join(this.root, 'data'),
        WAYLAND_SEED: '7',
        WAYLAND_ROUTER_HOLDOUT: '0.2',
        WAYLAND_LOG_LEVEL: 'silent',
      },
      settings: this.#settings,
      now: () => new Date(this.now),
    })
    return this.#loop
  }

  async close(): Promise<void> {
    await this.#loop?.[Symbol.asyncDispose]()
    this.#loop = undefined
  }

  async turn({ turn }: PlannedTurn): Promise<void> {
    const loop = await this.loop()
    this.now = turn.timestamp.getTime()
    const { userInput: text, sessionId, promptId, engine } = turn
    const { pick, reason } = await loop.route({ text, sessionId, promptId, engine })
    this.picks.push(`${reason} ${pick?.skill ?? ''}`)
    const began = performance.now()
    const receipt = await loop.endOfRun(turn)
    this.ends.push(performance.now() - began)
    if (receipt.status === 'failed') throw new Error(`${promptId}: ${receipt.reason}`)
  }

  /** What happens beside the turns of a day: a session file, a person's look at the skills, and retention. */
  async endDay(day: number): Promise<void> {
    this.now = BEGAN + (day + 1) * DAY_MS - 1
    const loop = await this.loop()
    if (day % 10 === 0) await this.#session(loop, day)
    if (day % 30 === 29) await this.#person(loop, day)
    this.#measure()
    await this.before?.(loop)
    for (let more = true; more; ) {
      const began = performance.now()
      more = await loop.upkeep.retain()
      this.steps.push(performance.now() - began)
    }
    await this.after?.(loop)
    this.#measure()
    if (day % 7 === 6) await this.close()
  }

  #measure(): void {
    const { file, log } = onDisk(this.database)
    this.most = { file: Math.max(this.most.file, file), log: Math.max(this.most.log, log) }
  }

  /** A session that was read from its file, which the agent deletes later. */
  async #session(loop: SkillLoop, day: number): Promise<void> {
    const folder = join(this.root, 'sessions')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${day}.jsonl`)
    writeFileSync(path, sessionFile(day))
    await loop.upkeep.import('claude-code', path)
    if (day > SESSION_DAYS) rmSync(join(folder, `${day - SESSION_DAYS}.jsonl`), { force: true })
  }

  /** A person looks once a month: keeps a draft, edits one, and archives, restores or revokes now and then. */
  async #person(loop: SkillLoop, day: number): Promise<void> {
    const month = Math.floor(day / 30)
    const named = async (...statuses: string[]) =>
      (await loop.review.skills()).filter(({ status }) => statuses.includes(status)).map(({ name }) => name)
    const move = async (name: string | undefined, how: Move) => {
      if (name === undefined) return
      await loop.review.move(name, how, { reason: `month ${month}` }).catch((error: unknown) => {
        if (!isWaylandError(error)) throw error
      })
    }
    await move((await named('staged')).at(-1), 'promote')
    await move((await named('active'))[0], month % 3 === 0 ? 'accept' : 'reject')
    if (month % 4 === 3) await move((await named('active', 'staged')).at(-2), 'archive')
    if (month % 12 === 7) await move((await named('archived'))[0], 'restore')
    if (month % 12 === 11) await move((await named('staged', 'watching'))[0], 'revoke')
    if (month % 6 !== 5) return
    const [edited] = await named('active')
    if (edited === undefined) return
    const { path } = await loop.review.skill(edited)
    appendFileSync(join(path, 'SKILL.md'), `\nChecked in month ${month}.\n`)
  }
}

/** Two turns as Claude Code writes them. */
export const sessionFile = (day: number): string =>
  ['archive the weekly recordings of the studio', `explain how module ${day} reads its settings`]
    .flatMap((content, i) => {
      const timestamp = new Date(BEGAN + day * DAY_MS + i * 60_000).toISOString()
      const common = { sessionId: `file-${day}`, timestamp }
      const [asked, called] = [`u${day}-${i}`, `a${day}-${i}`]
      const tool = { type: 'tool_use', id: called, name: 'Bash', input: { command: 'make recordings-archive' } }
      return [
        { type: 'user', uuid: asked, ...common, message: { role: 'user', content } },
        { type: 'assistant', uuid: called, ...common, message: { role: 'assistant', content: [tool] } },
        {
          type: 'user',
          uuid: `r${day}-${i}`,
          ...common,
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: called, content: 'done' }] },
        },
        {
          type: 'assistant',
          uuid: `e${day}-${i}`,
          ...common,
          message: { role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] },
        },
      ]
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
