import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { SkillLoop } from 'wayland-core'
import {
  APART,
  editReview,
  type Home,
  homeAt,
  openHome,
  type PersonalFiles,
  REVIEW_SKILL,
  turn,
  writeNotes,
  writePersonal,
} from './home.ts'

/** One thing that is done to a home while faults happen. */
export interface Scenario {
  readonly name: string
  /** Brings a fresh home to where it begins; answers with the bytes that a person wrote. */
  readonly prepare: (home: Home) => Promise<PersonalFiles>
  /** What the faults strike, the opening and closing of the loop included. May be done again after a fault. */
  readonly act: (loop: SkillLoop) => Promise<unknown>
  /** Whether it is several changes in a row, any of which may stand alone. */
  readonly several?: boolean
  /** Whether the data folder lies on another file system than the skills. */
  readonly apart?: boolean
}

/** Prepares a scenario below a folder that does not exist yet. */
export async function prepared(scenario: Scenario, root: string): Promise<{ home: Home; personal: PersonalFiles }> {
  const home = homeAt(root)
  mkdirSync(root, { recursive: true })
  if (scenario.apart === true) symlinkSync(mkdtempSync(`${APART}-`), home.data)
  const notes = writeNotes(home)
  const more = await scenario.prepare(home)
  return { home, personal: new Map([...notes, ...more]) }
}

const NONE: PersonalFiles = new Map()

/** Turns in order. A fault in a receipt is thrown, as any other fault of a scenario. */
const run = async (loop: SkillLoop, ids: readonly string[]) => {
  for (const id of ids) {
    const { status, reason, fault, draft } = await loop.endOfRun(turn(id))
    if (status === 'failed') throw Object.assign(new Error(reason), { code: `receipt: ${fault ?? 'no kind'}` })
    if (draft?.status === 'failed') throw Object.assign(new Error(draft.reason), { code: 'receipt: draft' })
  }
}

/** A scenario that begins where `before` leaves a home, with an edit on disk after it where `edit` is given. */
const scenario = (
  name: string,
  before: (loop: SkillLoop) => Promise<unknown>,
  act: Scenario['act'],
  edit: (home: Home) => PersonalFiles = () => NONE,
): Scenario => ({
  name,
  async prepare(home) {
    const loop = await openHome(home)
    try {
      await before(loop)
    } finally {
      await loop[Symbol.asyncDispose]()
    }
    return edit(home)
  },
  act,
})

const drafted = (loop: SkillLoop) => run(loop, ['1', '2', '3'])

const active = async (loop: SkillLoop) => {
  await drafted(loop)
  await loop.move(REVIEW_SKILL, 'promote')
}

const proposed = async (loop: SkillLoop) => {
  await active(loop)
  await run(loop, ['4', '5', '6'])
}

const moved =
  (...moves: ('archive' | 'revoke')[]) =>
  async (loop: SkillLoop) => {
    await active(loop)
    for (const move of moves) await loop.move(REVIEW_SKILL, move)
  }

const move =
  (name: Parameters<SkillLoop['move']>[1]): Scenario['act'] =>
  (loop) =>
    loop.move(REVIEW_SKILL, name)

/** A database that was made and never migrated, as an interrupted first start of an earlier program leaves it. */
async function emptyDatabase(home: Home): Promise<PersonalFiles> {
  mkdirSync(home.data, { recursive: true })
  const db = new Sqlite(home.database)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE anything (id integer primary key); DROP TABLE anything')
  db.close()
  return NONE
}

const firstEntry = async (loop: SkillLoop): Promise<number> => (await loop.history(REVIEW_SKILL))[0]?.id ?? 0

export const SCENARIOS: readonly Scenario[] = [
  { name: 'first start', prepare: async () => NONE, act: (loop) => loop.skills() },
  { name: 'migrate', prepare: emptyDatabase, act: (loop) => loop.skills() },
  scenario(
    'draft',
    (loop) => run(loop, ['1', '2']),
    (loop) => run(loop, ['3']),
  ),
  scenario(
    'update',
    async (loop) => {
      await drafted(loop)
      await run(loop, ['4', '5'])
    },
    (loop) => run(loop, ['6']),
  ),
  scenario(
    'propose',
    async (loop) => {
      await active(loop)
      await run(loop, ['4', '5'])
    },
    (loop) => run(loop, ['6']),
  ),
  scenario('promote', drafted, move('promote')),
  scenario('archive', drafted, move('archive')),
  scenario('archive after an edit', active, move('archive'), editReview),
  scenario('pin', active, move('pin')),
  scenario('revoke', active, move('revoke')),
  scenario('restore', moved('archive'), move('restore')),
  scenario('restore a revoked one', moved('revoke'), move('restore')),
  scenario('rollback', active, async (loop) => loop.move(REVIEW_SKILL, 'rollback', { entry: await firstEntry(loop) })),
  scenario('accept', proposed, move('accept')),
  scenario('reject', proposed, move('reject')),
  scenario('take in an edit', active, (loop) => loop.skills(), editReview),
  scenario('promote an edit', drafted, move('promote'), editReview),
  scenario(
    'notice a removal',
    active,
    (loop) => loop.skills(),
    (home) => {
      rmSync(join(home.skills, REVIEW_SKILL), { recursive: true })
      return NONE
    },
  ),
  scenario(
    'a person takes the name of a revoked one',
    moved('revoke'),
    (loop) => loop.skills(),
    (home) =>
      new Map([
        writePersonal(
          home,
          join(REVIEW_SKILL, 'SKILL.md'),
          `---\nname: ${REVIEW_SKILL}\ndescription: My own way to review\n---\n\nRead it twice.\n`,
        ),
      ]),
  ),
  {
    ...scenario('archive to another file system', drafted, move('archive')),
    apart: true,
  },
  {
    ...scenario('restore from another file system', moved('archive'), move('restore')),
    apart: true,
  },
  {
    ...scenario('purge', moved('archive'), async (loop) => {
      await loop.purge((await loop.purgeable()).map(({ id }) => id))
    }),
    several: true,
  },
]
