import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop, SkillLoopOptions } from '../../src/app/skill-loop.ts'
import type { LoopEvent } from '../../src/domain/event.ts'
import type { TurnInput } from '../../src/domain/turn.ts'
import { scratch } from '../scratch.ts'

/** A home of a test's own, and the loops that are opened over it. Gates are off: what they refuse is tested elsewhere. */
export class Home {
  readonly root = scratch()
  readonly skills = join(this.root, 'config', 'wayland-core', 'skills')
  readonly database = join(this.root, 'data', 'wayland-core.db')
  readonly events: LoopEvent[] = []
  /** Time of the loops opened here; a test moves it. */
  now = new Date('2026-03-01T00:00:00Z')

  async open({ settings, ...options }: SkillLoopOptions = {}): Promise<SkillLoop> {
    const loop = await openSkillLoop({
      env: {},
      now: () => this.now,
      onEvent: (event) => this.events.push(event),
      ...options,
      settings: {
        'config.dir': join(this.root, 'config'),
        'data.dir': join(this.root, 'data'),
        'draft.gates': 'none',
        seed: 7,
        'router.holdout': 0,
        ...settings,
      },
    })
    onTestFinished(async () => await loop[Symbol.asyncDispose]())
    return loop
  }

  get warnings(): string[] {
    return this.events.flatMap((event) => (event.kind === 'warning' ? [event.what] : []))
  }

  /** Puts a skill into the skills folder as a person would. */
  write(name: string, text: string, files: Readonly<Record<string, string>> = {}): string {
    const folder = join(this.skills, name)
    mkdirSync(folder, { recursive: true })
    for (const [path, content] of Object.entries({ 'SKILL.md': text, ...files }))
      writeFileSync(join(folder, path), content)
    return folder
  }
}

/** A SKILL.md that a person could have written. */
export const skillMd = (name: string, description: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

export const REVIEW = 'review the changes on the branch'
export const REVIEW_SKILL = 'auto-branch-changes-review'

let prompts = 0
/** A successful turn that no other turn repeats. */
export const turn = (userInput = REVIEW, more: Partial<TurnInput> = {}): TurnInput => ({
  userInput,
  outcome: 'success',
  engine: 'codex',
  sessionId: 's',
  promptId: `p${++prompts}`,
  ...more,
})

/** Three successes on one task; the receipt of the last. */
export async function drafted(loop: SkillLoop, userInput = REVIEW) {
  await loop.endOfRun(turn(userInput))
  await loop.endOfRun(turn(userInput))
  return await loop.endOfRun(turn(userInput))
}

/** A home with a loop that is open over it. */
export async function opened(options?: SkillLoopOptions) {
  const home = new Home()
  return { home, loop: await home.open(options) }
}

/** The same, with the draft of `REVIEW`. */
export async function withDraft(options?: SkillLoopOptions) {
  const made = await opened(options)
  await drafted(made.loop)
  return made
}
