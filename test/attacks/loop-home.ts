import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop, SkillLoopOptions } from '../../src/app/skill-loop.ts'
import type { LoopEvent } from '../../src/domain/event.ts'
import type { DraftReceipt } from '../../src/domain/receipt.ts'
import type { Skill } from '../../src/domain/skill.ts'
import type { TurnInput } from '../../src/domain/turn.ts'
import { openSkillFolder } from '../../src/store/skill-folder.ts'
import { scratch } from '../scratch.ts'

export const REQUEST = 'review the changes on the branch'
/** The name of the draft of that request. */
export const DRAFT = 'auto-branch-changes-review'

export const skillMd = (name: string, description = 'Does what a person wants.', body = 'Do it.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

/** A home of one test: folders that do not exist yet, a loop over them that can be closed and opened again. */
export class LoopHome {
  readonly root = scratch()
  readonly config = join(this.root, 'config')
  readonly data = join(this.root, 'data')
  readonly skills = join(this.config, 'wayland-core', 'skills')
  readonly staging = join(this.config, 'wayland-core', 'staging')
  readonly outside = join(this.root, 'outside')
  readonly events: LoopEvent[] = []
  now = (): Date => new Date()
  #turns = 0

  constructor() {
    mkdirSync(this.outside)
  }

  async open(settings: NonNullable<SkillLoopOptions['settings']> = {}): Promise<SkillLoop> {
    const loop = await openSkillLoop({
      env: {},
      settings: { 'config.dir': this.config, 'data.dir': this.data, seed: 1, ...settings },
      now: () => this.now(),
      onEvent: (event) => this.events.push(event),
    })
    onTestFinished(() => loop[Symbol.asyncDispose]())
    return loop
  }

  turn(userInput = REQUEST, more: Partial<TurnInput> = {}): TurnInput {
    const n = ++this.#turns
    return {
      userInput,
      outcome: 'success',
      turns: 3,
      sessionId: `session-${n}`,
      promptId: `prompt-${n}`,
      toolCalls: [
        { name: 'Bash', input: { command: 'git diff main...HEAD' }, ok: true },
        { name: 'Read', input: { file_path: `src/file-${n}.ts` }, ok: true },
        { name: 'Bash', input: { command: 'npm test' }, ok: true, exitCode: 0 },
      ],
      ...more,
    }
  }

  /** Three successful turns on one request, and what came of them. */
  async streak(loop: SkillLoop, request = REQUEST, more: Partial<TurnInput> = {}): Promise<DraftReceipt> {
    let draft: DraftReceipt | null = null
    for (let i = 0; i < 3; i++) draft = (await loop.endOfRun(this.turn(request, more))).draft
    if (draft === null) throw new Error('three turns made no draft')
    return draft
  }

  /** A folder of a person's own, with these files; the folder's path. */
  person(name: string, files: Readonly<Record<string, string>> = { 'SKILL.md': skillMd(name) }, below = this.skills) {
    const folder = join(below, name)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return folder
  }

  warnings(): readonly string[] {
    return this.events.flatMap((event) => (event.kind === 'warning' ? [event.what] : []))
  }
}

/** A home with a loop that is open over it. */
export async function opened(settings?: NonNullable<SkillLoopOptions['settings']>) {
  const home = new LoopHome()
  return { home, loop: await home.open(settings) }
}

/** A skills folder below a root, of a process whose companions are all gone. */
export const folderIn = (root: string) =>
  openSkillFolder({
    root: join(root, 'skills'),
    staging: join(root, 'staging'),
    archive: join(root, 'archive'),
    newId: () => crypto.randomUUID(),
    pid: process.pid,
    alive: () => false,
  })

export const named = async (loop: SkillLoop, name: string): Promise<Skill | undefined> =>
  (await loop.review.skills()).find((skill) => skill.name === name)

/** Everything below a folder, by path: bytes of files, targets of links. Equal twice = nothing was touched. */
export function snapshot(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const walk = (path: string) => {
    const info = lstatSync(path, { throwIfNoEntry: false })
    if (info === undefined) return
    if (info.isSymbolicLink()) found[path] = `-> ${readlinkSync(path)}`
    else if (info.isDirectory()) {
      found[path] = 'folder'
      for (const entry of readdirSync(path)) walk(join(path, entry))
    } else found[path] = readFileSync(path, 'latin1')
  }
  walk(folder)
  return found
}
