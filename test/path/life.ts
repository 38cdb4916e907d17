import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import Sqlite from 'better-sqlite3'
import { digestFiles } from '../../src/domain/digest.ts'
import { isWaylandError } from '../../src/domain/errors.ts'
import { MOVES, type Move, replay } from '../../src/domain/lifecycle.ts'
import { openSkillLoop, type SkillLoop } from '../../src/skill-loop.ts'

/** Requests whose drafts live side by side. */
const REQUESTS = ['review the changes on the branch', 'add unit tests for the parser module'] as const
const NAMES = ['auto-branch-changes-review', 'auto-module-parser-tests'] as const

/** What can happen: drafts, what a person does by hand, moves, a new process. */
export const HAPPENINGS = [
  ...MOVES,
  'draft',
  'edit',
  'break',
  'found',
  'delete',
  'put back',
  'purge',
  'restart',
] as const

/** One thing that happens, to which of the skills; `pick` chooses among the ledger's entries. */
export interface Happening {
  readonly what: (typeof HAPPENINGS)[number]
  readonly at: number
  readonly pick: number
}

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
        await loop.skills()
        return this.#write(name, `---\nname: ${name}\ndescription: Edit ${++this.#turns}.\n---\n\nBy hand.\n`)
      case 'break':
        await loop.skills()
        return this.#write(name, `${name} is no skill any more, ${++this.#turns}`)
      case 'found':
        await loop.skills()
        mkdirSync(join(this.#skills, name), { recursive: true })
        return this.#write(name, `---\nname: ${name}\ndescription: Mine ${++this.#turns}.\n---\n\nMy own.\n`)
      case 'delete':
        // What a person deletes by hand is theirs to delete; what the rows hold of it stays.
        await loop.skills()
        return rmSync(join(this.#skills, name), { recursive: true, force: true })
      case 'put back':
        return this.#putBack(name)
      case 'purge':
        return await this.#purge(loop)
      case 'restart':
        return await this.close()
      case 'rollback': {
        const entries = (await loop.history()).filter((line) => line.skillName === name)
        return await this.#move(loop, name, 'rollback', entries[happening.pick % Math.max(1, entries.length)]?.id ?? 0)
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
    const skills = await loop.skills()
    const faults: string[] = []
    const told = replay(await loop.history())
    for (const skill of skills) {
      const head = (await loop.versions(skill.id)).find((version) => version.head)
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
    const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
    const before = read()
    await this.#streak(loop, request)
    if (this.#written.has(digest(before)) && read() !== before) throw new Error(`a draft wrote over ${before}`)
  }

  async #streak(loop: SkillLoop, request: string): Promise<void> {
    for (let i = 0; i < 3; i++) {
      const n = ++this.#turns
      const receipt = await loop.endOfRun({
        userInput: request,
        outcome: 'success',
        sessionId: `s${n}`,
        promptId: `p${n}`,
        toolCalls: [
          { name: 'Bash', input: { command: 'git diff main...HEAD' }, ok: true },
          { name: 'Read', input: { file_path: `src/file-${n}.ts` }, ok: true },
          { name: 'Bash', input: { command: 'npm test' }, ok: true, exitCode: 0 },
        ],
      })
      if (receipt.status !== 'recorded' || receipt.draft?.status === 'failed')
        throw new Error(`a turn was not recorded: ${JSON.stringify(receipt)}`)
    }
  }

  #write(name: string, text: string): void {
    const folder = join(this.#skills, name)
    if (!existsSync(folder)) return
    writeFileSync(join(folder, 'SKILL.md'), text)
    this.#written.set(digest(text), text)
  }

  /** What a tool that syncs folders does: the newest withdrawn folder of a name is there again. */
  #putBack(name: string): void {
    const archive = join(this.#root, 'data', 'archive')
    const [kept] = existsSync(archive) ? readdirSync(archive).filter((entry) => entry.startsWith(`${name}~`)) : []
    if (kept !== undefined && !existsSync(join(this.#skills, name)))
      cpSync(join(archive, kept), join(this.#skills, name), { recursive: true })
    this.#back.add(name)
  }

  async #purge(loop: SkillLoop): Promise<void> {
    const gone = await loop.purgeable()
    await loop.purge(gone.map(({ id }) => id))
    for (const { name } of gone) {
      this.#revoked.add(name)
      // Deleted because a person said so.
      for (const [key, text] of this.#written) if (text.includes(name)) this.#written.delete(key)
    }
  }

  async #move(loop: SkillLoop, name: string, move: Move, entry?: number): Promise<void> {
    try {
      const before = (await loop.skills()).find((skill) => skill.name === name)?.status
      await loop.move(name, move, entry === undefined ? {} : { entry })
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
      return existsSync(folder) ? [`${name} is ${status} and its folder is still there`] : []
    const there = existsSync(folder) ? digestOf(folder) : 'nothing'
    return there === head ? [] : [`the folder of ${name} (${status}) is ${there}, its head ${head}`]
  }

  /** Texts of a person that are neither in a file nor in a version. */
  #lost(): readonly string[] {
    const kept = new Set(filesBelow(this.#root).map((file) => digest(readFileSync(file))))
    const database = new Sqlite(join(this.#root, 'data', 'wayland-core.db'), { readonly: true })
    for (const key of database.prepare('SELECT digest FROM blobs').pluck().all()) kept.add(String(key))
    database.close()
    return [...this.#written].flatMap(([key, text]) => (kept.has(key) ? [] : [`lost: ${JSON.stringify(text)}`]))
  }
}

const canLoad = async (loop: SkillLoop, name: string): Promise<boolean> =>
  await loop.load(name).then(
    () => true,
    () => false,
  )

/** Every file below a folder, by its path in it. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function digestOf(folder: string): string {
  const files = filesBelow(folder).map((file) => [relative(folder, file), new Uint8Array(readFileSync(file))] as const)
  return digestFiles(new Map(files))
}

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
