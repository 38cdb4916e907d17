import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { isWaylandError } from '../../src/domain/errors.ts'
import { type Move, type MoveOptions, replay } from '../../src/domain/lifecycle.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import type { Happening } from './happenings.ts'
import {
  canLoad,
  copyWhole,
  digest,
  digestAt,
  digestOf,
  keptBelow,
  kindOf,
  putBack,
  SPOILED,
  spoil,
  turnOf,
} from './life-files.ts'

/** Requests whose drafts live side by side. */
const REQUESTS = ['review the changes on the branch', 'add unit tests for the parser module'] as const
const NAMES = ['auto-branch-changes-review', 'auto-module-parser-tests'] as const

const USES = [undefined, 'version', 'files'] as const

/** Refusals that a person may meet; anything else that is thrown is a fault. */
const REFUSALS = ['illegal_move', 'no_such_skill', 'not_ours', 'bad_usage', 'refused', 'ambiguous_skill']

/** A home in which things happen, and what must hold after each of them. */
export class Life {
  readonly #root: string
  readonly #skills: string
  #loop: SkillLoop | undefined
  #turns = 0
  /** Every text that a person wrote, by its digest. */
  readonly #written = new Map<string, string>()
  /** Names whose revocation nobody lifted. */
  readonly #revoked = new Set<string>()
  /** Names whose folder a tool put back at some time. */
  readonly #back = new Set<string>()
  /** Turns of the last streak. */
  #last: TurnTrajectory[] = []

  constructor(root: string) {
    this.#root = root
    this.#skills = join(root, 'wayland-core', 'skills')
  }

  async happen(happening: Happening): Promise<void> {
    const name = NAMES[happening.at % NAMES.length] ?? NAMES[0]
    const loop = await this.#open()
    switch (happening.what) {
      case 'draft':
        return await this.#draft(loop, name, REQUESTS[happening.at % REQUESTS.length] ?? REQUESTS[0])
      case 'edit':
        return await this.#write(
          loop,
          name,
          `---\nname: ${name}\ndescription: Edit ${++this.#turns}.\n---\n\nBy hand.\n`,
        )
      case 'break':
        return await this.#write(loop, name, `${name} is no skill any more, ${++this.#turns}`)
      case 'found':
        await loop.review.skills()
        if (kindOf(join(this.#skills, name)) !== 'folder') rmSync(join(this.#skills, name), { force: true })
        mkdirSync(join(this.#skills, name), { recursive: true })
        return await this.#write(
          loop,
          name,
          `---\nname: ${name}\ndescription: Mine ${++this.#turns}.\n---\n\nMy own.\n`,
        )
      case 'delete':
        return await this.#delete(loop, name)
      case 'put back':
        this.#back.add(name)
        return putBack(name, join(dirname(this.#skills), 'archive'), this.#skills)
      case 'purge':
        return await this.#purge(loop)
      case 'edit what was withdrawn':
        return await this.#editWithdrawn(loop, name)
      case 'delete SKILL.md':
        await loop.review.skills()
        if (kindOf(join(this.#skills, name)) !== 'folder') return
        return rmSync(join(this.#skills, name, 'SKILL.md'), { force: true, recursive: true })
      case 'spoil':
        return await this.#spoil(loop, name, SPOILED[happening.pick % SPOILED.length] ?? SPOILED[0])
      case 'resume':
        return await this.#resume(loop)
      case 'back up the database':
        await loop.review.skills()
        return copyWhole(this.#database, this.#backup)
      case 'replace the database':
        return await this.#replace(loop)
      case 'check':
        await loop.upkeep.check({ fix: happening.pick % 2 === 0 })
        return
      case 'restore': {
        const use = USES[happening.pick % USES.length]
        return await this.#move(loop, name, 'restore', use === undefined ? {} : { use })
      }
      case 'restart':
        return await this.close()
      case 'rollback': {
        const entries = (await loop.review.history()).filter((line) => line.skillName === name)
        const entry = entries[happening.pick % Math.max(1, entries.length)]?.id ?? 0
        return await this.#move(loop, name, 'rollback', { entry })
      }
      default:
        return await this.#move(loop, name, happening.what)
    }
  }

  async close(): Promise<void> {
    await this.#loop?.[Symbol.asyncDispose]()
    this.#loop = undefined
  }

  /** What does not hold; empty when all is well. */
  async faults(): Promise<readonly string[]> {
    const loop = await this.#open()
    const skills = await loop.review.skills()
    const faults: string[] = []
    const told = replay(await loop.review.history())
    for (const skill of skills) {
      const head = (await loop.review.versions(skill.id)).find((version) => version.head)
      const standing = told.get(skill.name)
      if (standing?.status !== skill.status || standing.head !== head?.id)
        faults.push(
          `the ledger gives ${JSON.stringify(standing)} for ${skill.name}, the row ${skill.status} ${head?.id}`,
        )
      faults.push(...this.#folderFaults(skill.name, skill.status, head?.digest))
    }
    for (const { name, origin, status } of skills)
      if (this.#revoked.has(name) && origin === 'auto')
        if (status !== 'revoked' || (await canLoad(loop, name))) faults.push(`${name} was revoked and is ${status}`)
    return [...faults, ...this.#lost()]
  }

  async #open(): Promise<SkillLoop> {
    this.#loop ??= await openSkillLoop({
      env: {},
      settings: { 'config.dir': this.#root, 'data.dir': join(this.#root, 'data'), seed: 1 },
    })
    return this.#loop
  }

  async #draft(loop: SkillLoop, name: string, request: string): Promise<void> {
    const file = join(this.#skills, name, 'SKILL.md')
    const read = () => (kindOf(file) === 'file' ? readFileSync(file, 'utf8') : '')
    const before = read()
    await this.#streak(loop, request)
    if (this.#written.has(digest(before)) && read() !== before) throw new Error(`a draft wrote over ${before}`)
  }

  async #streak(loop: SkillLoop, request: string): Promise<void> {
    this.#last = []
    for (let i = 0; i < 3; i++) {
      const turn = turnOf(++this.#turns, request)
      const receipt = await loop.endOfRun(turn)
      this.#last.push(turn)
      if (receipt.status !== 'recorded' || receipt.draft?.status === 'failed')
        throw new Error(`a turn was not recorded: ${JSON.stringify(receipt)}`)
    }
  }

  async #write(loop: SkillLoop, name: string, text: string): Promise<void> {
    const file = join(this.#skills, name, 'SKILL.md')
    const isSkill = (await loop.review.skills()).some((one) => one.name === name)
    if (existsSync(dirname(file))) this.#save(file, text, isSkill)
  }

  /** An editor that still has the file of a withdrawn skill open saves it. */
  async #editWithdrawn(loop: SkillLoop, name: string): Promise<void> {
    const skill = (await loop.review.skills()).find((one) => one.name === name)
    if (skill?.status !== 'archived' && skill?.status !== 'revoked') return
    const file = join(skill.path, 'SKILL.md')
    const text = `---\nname: ${name}\ndescription: Edit ${++this.#turns} of what was put away.\n---\n\nBy hand.\n`
    if (existsSync(file)) this.#save(file, text, false)
  }

  /** What no editor leaves: something else lies in the place of SKILL.md, or of the whole folder. */
  async #spoil(loop: SkillLoop, name: string, what: (typeof SPOILED)[number]): Promise<void> {
    await loop.review.skills()
    const folder = join(this.#skills, name)
    const file = join(folder, 'SKILL.md')
    if (kindOf(file) !== 'file') return
    const before = digestAt(file)
    spoil(folder, what)
    this.#gone(before)
  }

  /** What a person deletes by hand is theirs to delete; what the rows hold of it stays. */
  async #delete(loop: SkillLoop, name: string): Promise<void> {
    const isSkill = (await loop.review.skills()).some((one) => one.name === name)
    const before = digestAt(join(this.#skills, name, 'SKILL.md'))
    rmSync(join(this.#skills, name), { recursive: true, force: true })
    if (!isSkill) this.#gone(before)
  }

  /**
   * No version is taken of what lies in the archive, nor of a text without front matter in a folder that is no skill: one
   * that is saved over or deleted is gone, by their own hand.
   */
  #gone(text: string): void {
    if (!keptBelow(this.#root, this.#database).has(text)) this.#written.delete(text)
  }

  /** A person saves a file. `isVersioned`: the program looked at its text before, and must have it. */
  #save(file: string, text: string, isVersioned: boolean): void {
    const before = digestAt(file)
    if (before === '') rmSync(file, { force: true, recursive: true })
    writeFileSync(file, text)
    this.#written.set(digest(text), text)
    if (!isVersioned) this.#gone(before)
  }

  /** The last session goes on under another id, with the turns that it had. */
  async #resume(loop: SkillLoop): Promise<void> {
    for (const turn of this.#last) {
      const receipt = await loop.endOfRun({ ...turn, sessionId: `resumed-${++this.#turns}` })
      if (receipt.status !== 'known' || receipt.draft !== null)
        throw new Error(`a turn of a resumed session counted again: ${JSON.stringify(receipt)}`)
    }
  }

  /** The copy of an earlier moment takes the place of the database, under whoever has it open. */
  async #replace(loop: SkillLoop): Promise<void> {
    if (!existsSync(this.#backup)) return
    renameSync(this.#backup, this.#database)
    // The journal of the other database lies beside it until somebody who knows that looks at it.
    await loop.review.skills()
    // Texts that only the database had went with it, and the turns that it did not know are unknown again.
    const kept = keptBelow(this.#root, this.#database)
    for (const key of this.#written.keys()) if (!kept.has(key)) this.#written.delete(key)
    this.#last = []
  }

  get #database(): string {
    return join(this.#root, 'data', 'wayland-core.db')
  }

  get #backup(): string {
    return `${this.#root}.backup`
  }

  async #purge(loop: SkillLoop): Promise<void> {
    const gone = await loop.review.purgeable()
    await loop.review.purge(gone.map(({ id }) => id))
    for (const { name } of gone) {
      this.#revoked.add(name)
      // Deleted because a person said so.
      for (const [key, text] of this.#written) if (text.includes(name)) this.#written.delete(key)
    }
  }

  async #move(loop: SkillLoop, name: string, move: Move, options: MoveOptions = {}): Promise<void> {
    try {
      const before = (await loop.review.skills()).find((skill) => skill.name === name)?.status
      await loop.review.move(name, move, options)
      if (move === 'revoke') this.#revoked.add(name)
      if (move === 'restore' && before === 'revoked') this.#revoked.delete(name)
    } catch (error) {
      if (!isWaylandError(error) || !REFUSALS.includes(error.code)) throw error
    }
  }

  #folderFaults(name: string, status: string, head: string | undefined): readonly string[] {
    const folder = join(this.#skills, name)
    // What was revoked and put back stays where a tool put it, and is not offered.
    if (status === 'revoked' && this.#back.has(name)) return []
    if (status === 'archived' || status === 'revoked')
      return kindOf(join(folder, 'SKILL.md')) === 'file' ? [`${name} is ${status} and its folder is still there`] : []
    const there = existsSync(folder) ? digestOf(folder) : 'nothing'
    return there === head ? [] : [`the folder of ${name} (${status}) is ${there}, its head ${head}`]
  }

  /** Texts of a person that are neither in a file nor in a version. */
  #lost(): readonly string[] {
    const kept = keptBelow(this.#root, this.#database)
    return [...this.#written].flatMap(([key, text]) => (kept.has(key) ? [] : [`lost: ${JSON.stringify(text)}`]))
  }
}
