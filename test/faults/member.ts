import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillLoop } from 'wayland-core'
import { seededRandom } from '../../src/domain/bandit.ts'
import { type Home, homeAt, openHome, turn, writePersonal } from './home.ts'

/** What one process of a crowd is asked to do. */
export interface Part {
  readonly root: string
  readonly member: number
  readonly operations: number
  readonly seed: number
  /** Requests of its turns; the fewer, the more the members meet on one skill. */
  readonly requests: readonly string[]
}

/** What one process of a crowd was told had been done. */
export interface Deeds {
  readonly turns: readonly { readonly promptId: string; readonly turnId: string }[]
  readonly decisions: readonly string[]
  readonly credits: number
  readonly moves: readonly string[]
  /** Text of every file written by hand, by its path. */
  readonly written: readonly (readonly [string, string])[]
  /** Refusals by their code. */
  readonly refused: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

/** Refusals that another process may bring about by being quicker. */
const EXPECTED: readonly string[] = ['illegal_move', 'conflict', 'not_ours', 'no_such_skill', 'refused']

class Member {
  readonly #turns: { promptId: string; turnId: string }[] = []
  readonly #decisions: string[] = []
  readonly #moves: string[] = []
  readonly #written: [string, string][] = []
  readonly #refused = new Map<string, number>()
  readonly #faults: string[] = []
  #credits = 0
  readonly #home: Home
  readonly #random: () => number
  readonly #loop: SkillLoop
  readonly #part: Part

  constructor(part: Part, loop: SkillLoop) {
    this.#part = part
    this.#home = homeAt(part.root)
    this.#random = seededRandom(part.seed * 1000 + part.member)
    this.#loop = loop
  }

  async run(): Promise<Deeds> {
    const todo = [this.#observe, this.#observe, this.#route, this.#reward, this.#move, this.#list, this.#edit]
    for (let n = 0; n < this.#part.operations; n++) {
      try {
        await this.#one(todo).call(this, n)
      } catch (error) {
        const { code = 'none', message } = error as { code?: string; message?: string }
        if (EXPECTED.includes(code)) this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1)
        else this.#faults.push(`${code}: ${message}`)
      }
    }
    return {
      turns: this.#turns,
      decisions: this.#decisions,
      credits: this.#credits,
      moves: this.#moves,
      written: this.#written,
      refused: Object.fromEntries(this.#refused),
      faults: this.#faults,
    }
  }

  #one<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T
  }

  async #observe(n: number): Promise<void> {
    const given = turn(`${this.#part.member}-${n}`, this.#one(this.#part.requests))
    const { status, turnId, reason, draft } = await this.#loop.endOfRun(given)
    if (status !== 'recorded') this.#faults.push(`a turn was ${status}: ${reason}`)
    else this.#turns.push({ promptId: given.promptId ?? '', turnId })
    if (draft?.status === 'failed') this.#faults.push(`a draft failed: ${draft.reason}`)
  }

  async #route(): Promise<void> {
    const { id, reason, error } = await this.#loop.route({ text: this.#one(this.#part.requests) })
    if (reason === 'failed') this.#faults.push(`a route failed: ${error}`)
    else this.#decisions.push(id)
  }

  async #reward(): Promise<void> {
    if (this.#decisions.length === 0) return
    const outcome = this.#one(['success', 'failure'] as const)
    const { status } = await this.#loop.reward(this.#one(this.#decisions), outcome)
    if (status === 'credited') this.#credits++
  }

  async #move(): Promise<void> {
    const skill = this.#one((await this.#loop.review.skills()).filter(({ name }) => name.startsWith('auto-')))
    if (skill === undefined) return
    const move = this.#one(['promote', 'promote', 'archive', 'restore', 'accept', 'rollback'] as const)
    const entry = move === 'rollback' ? { entry: this.#one(await this.#loop.review.history(skill.name)).id } : {}
    await this.#loop.review.move(skill.name, move, { ...entry, reason: `by ${this.#part.member}` })
    this.#moves.push(move)
  }

  async #list(): Promise<void> {
    await this.#loop.review.skills()
  }

  /** A file of its own, or one more in a draft's folder: exclusive, so that no member replaces another's. */
  async #edit(n: number): Promise<void> {
    const { member } = this.#part
    const text = `by ${member} at ${n}`
    if (this.#random() < 0.5) {
      const name = `own-${member}-${n}`
      const own = `---\nname: ${name}\ndescription: ${text}\n---\n\nMine.\n`
      this.#written.push([writePersonal(this.#home, join(name, 'SKILL.md'), own)[0], own])
      return
    }
    const skill = this.#one((await this.#loop.review.skills()).filter(({ name }) => name.startsWith('auto-')))
    const folder = join(this.#home.skills, skill?.name ?? 'none')
    if (!existsSync(folder)) return
    const file = join(folder, `mine-${member}-${n}.md`)
    try {
      writeFileSync(file, text, { flag: 'wx' })
      this.#written.push([file, text])
    } catch (error) {
      // The folder went in this moment: nothing was written.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

process.on('message', (part: Part) => {
  void openHome(homeAt(part.root)).then(async (loop) => {
    const deeds = await new Member(part, loop).run()
    await loop[Symbol.asyncDispose]()
    process.send?.(deeds, () => process.disconnect())
  })
})
