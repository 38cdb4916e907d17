import { mkdirSync } from 'node:fs'
import type { SkillLoop, SkillLoopOptions } from 'wayland-core'
import { type Home, homeAt, openHome, type PersonalFiles, turn, writeNotes } from './home.ts'

/** One thing that is done to a home while faults happen. */
export interface Scenario {
  readonly name: string
  /** Brings a fresh home to where it begins; answers with the bytes that a person wrote. */
  readonly prepare: (home: Home) => Promise<PersonalFiles>
  /** What the faults strike; a loop that it needs it opens and closes itself. May be done again after a fault. */
  readonly act: (home: Home, open: Open) => Promise<unknown>
  /** Whether it is several changes in a row, any of which may stand alone. */
  readonly several?: boolean
  /** Whether its streaks are drafted together or, after a fault, one by one, so that the number of versions differs. */
  readonly together?: boolean
  /** Whether what it does follows from the time, so that it comes to nothing while the clock is behind. */
  readonly timely?: boolean
  /** Files of a person's outside the skills: at every moment as they were before the act, or as they are after it. */
  readonly theirs?: (home: Home) => readonly string[]
  /** What the next run does beyond opening the loop. */
  readonly next?: (loop: SkillLoop, home: Home) => Promise<unknown>
  /** Done when all else is: what does not hold then. */
  readonly last?: (home: Home) => Promise<readonly string[]>
}

/** Opens the loop over a scenario's home. */
export type Open = (home: Home, options?: LoopOptions) => Promise<SkillLoop>
export type LoopOptions = Omit<SkillLoopOptions, 'settings' | 'env'>

/** Prepares a scenario below a folder that does not exist yet. */
export async function prepared(scenario: Scenario, root: string): Promise<{ home: Home; personal: PersonalFiles }> {
  const home = homeAt(root)
  mkdirSync(root, { recursive: true })
  const notes = writeNotes(home)
  const more = await scenario.prepare(home)
  return { home, personal: new Map([...notes, ...more]) }
}

export const NONE: PersonalFiles = new Map()

/** What is done in a loop that is open for as long as it takes. */
export type InLoop = (loop: SkillLoop, home: Home) => Promise<unknown>

/** Opening, what is done, and closing. */
export const inLoop =
  (work: InLoop): Scenario['act'] =>
  async (home, open) => {
    const loop = await open(home)
    try {
      await work(loop, home)
    } finally {
      await loop[Symbol.asyncDispose]()
    }
  }

/** A scenario that begins where `before` leaves a home, with an edit on disk after it where `edit` is given. */
export const scenario = (
  name: string,
  before: InLoop,
  act: InLoop,
  edit: (home: Home) => PersonalFiles | Promise<PersonalFiles> = () => NONE,
): Scenario => ({
  name,
  async prepare(home) {
    await inLoop(before)(home, openHome)
    return await edit(home)
  },
  act: inLoop(act),
})

/** Turns in order. A fault in a receipt is thrown, as any other fault of a scenario. */
export const run = async (loop: SkillLoop, ids: readonly string[]) => {
  for (const id of ids) {
    const { status, reason, fault, draft } = await loop.endOfRun(turn(id))
    if (status === 'failed') throw Object.assign(new Error(reason), { code: `receipt: ${fault ?? 'no kind'}` })
    if (draft?.status === 'failed') throw Object.assign(new Error(draft.reason), { code: 'receipt: draft' })
  }
}
