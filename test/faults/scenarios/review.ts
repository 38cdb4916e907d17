import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { SkillLoop } from 'wayland-core'
import { editReview, type Home, type PersonalFiles, REVIEW_SKILL, writePersonal } from '../home.ts'
import { type InLoop, inLoop, NONE, run, type Scenario, scenario } from '../scenario.ts'

export const drafted = (loop: SkillLoop) => run(loop, ['1', '2', '3'])

export const active = async (loop: SkillLoop) => {
  await drafted(loop)
  await loop.review.move(REVIEW_SKILL, 'promote')
}

export const proposed = async (loop: SkillLoop) => {
  await active(loop)
  await run(loop, ['4', '5', '6'])
}

const rejected = async (loop: SkillLoop) => {
  await proposed(loop)
  await loop.review.move(REVIEW_SKILL, 'reject')
}

const moved =
  (...moves: ('archive' | 'revoke')[]) =>
  async (loop: SkillLoop) => {
    await active(loop)
    for (const move of moves) await loop.review.move(REVIEW_SKILL, move)
  }

export const move =
  (name: Parameters<SkillLoop['review']['move']>[1]): InLoop =>
  (loop) =>
    loop.review.move(REVIEW_SKILL, name)

/** A database that was made and never migrated, as an interrupted first start of an earlier program leaves it. */
async function emptyDatabase(home: Home): Promise<PersonalFiles> {
  mkdirSync(home.data, { recursive: true })
  const db = new Sqlite(home.database)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE anything (id integer primary key); DROP TABLE anything')
  db.close()
  return NONE
}

const firstEntry = async (loop: SkillLoop): Promise<number> => (await loop.review.history(REVIEW_SKILL))[0]?.id ?? 0

/** A skill's way through review. */
export const REVIEW: readonly Scenario[] = [
  { name: 'first start', prepare: async () => NONE, act: inLoop((loop) => loop.review.skills()) },
  { name: 'migrate', prepare: emptyDatabase, act: inLoop((loop) => loop.review.skills()) },
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
  scenario('rollback', active, async (loop) =>
    loop.review.move(REVIEW_SKILL, 'rollback', { entry: await firstEntry(loop) }),
  ),
  scenario('accept', proposed, move('accept')),
  scenario('accept over an edit', proposed, move('accept'), editReview),
  scenario('reject', proposed, move('reject')),
  scenario('unreject', rejected, move('unreject')),
  scenario('take in an edit', active, (loop) => loop.review.skills(), editReview),
  scenario('promote an edit', drafted, move('promote'), editReview),
  scenario(
    'notice a removal',
    active,
    (loop) => loop.review.skills(),
    (home) => {
      rmSync(join(home.skills, REVIEW_SKILL), { recursive: true })
      return NONE
    },
  ),
  scenario(
    'a person takes the name of a revoked one',
    moved('revoke'),
    (loop) => loop.review.skills(),
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
    ...scenario('purge', moved('archive'), async (loop) => {
      await loop.review.purge((await loop.review.purgeable()).map(({ id }) => id))
    }),
    several: true,
  },
]
