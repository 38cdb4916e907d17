import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { drafted, type Home, REVIEW, REVIEW_SKILL, withDraft } from './home.ts'

// With storage.durability normal a power cut takes the newest rows, and leaves the note on them beside the skills, which was
// flushed. It may come between the note and the folder.

const loseDatabase = (home: Home): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(home.database + suffix, { force: true })
}

it('a draft of which only the note came to the disk was not made, and is made by the next streak', async () => {
  const { home, loop } = await withDraft()
  await loop[Symbol.asyncDispose]()
  loseDatabase(home)
  rmSync(join(home.skills, REVIEW_SKILL), { recursive: true })
  const next = await home.open()
  expect(await next.review.skills()).toEqual([])
  expect([await next.upkeep.check(), await next.review.history()]).toEqual([[], []])
  expect((await drafted(next)).draft).toMatchObject({ status: 'drafted', skill: REVIEW_SKILL })
  expect(await next.upkeep.check()).toEqual([])
})

const GONE = (): void => {}
const OLDER = (home: Home): void => cpSync(`${home.root}/before`, dirname(home.database), { recursive: true })
const HERE = (home: Home): string => join(home.skills, REVIEW_SKILL)
/** As it lies between the two steps of a replacement, of a process that is gone. */
const ASIDE = (home: Home): string => join(dirname(home.skills), 'staging', `${REVIEW_SKILL}~old~4194305~1`)

it.each([
  ['is gone', GONE, HERE],
  ['has the version before', OLDER, HERE],
  ['is gone, and the folder was being replaced', GONE, ASIDE],
  ['has the version before, and the folder was being replaced', OLDER, ASIDE],
])(
  'a version of which only the note came to the disk was not made, where the database %s',
  async (_, putBack, where) => {
    const { home, loop } = await withDraft()
    const folder = join(home.skills, REVIEW_SKILL)
    await loop[Symbol.asyncDispose]()
    cpSync(folder, `${home.root}/folder`, { recursive: true })
    cpSync(dirname(home.database), `${home.root}/before`, { recursive: true })
    const second = await home.open()
    expect((await drafted(second)).draft).toMatchObject({ status: 'updated' })
    await second[Symbol.asyncDispose]()
    loseDatabase(home)
    putBack(home)
    rmSync(folder, { recursive: true })
    renameSync(`${home.root}/folder`, where(home))
    const next = await home.open()
    const [skill] = await next.review.skills()
    expect(skill).toMatchObject({ version: '0.1.0', status: 'staged', origin: 'auto', needsReview: true })
    expect((await next.review.versions(skill!.id)).map(({ author }) => author)).toEqual(['auto'])
    expect(await next.upkeep.check()).toEqual([])
    // It is no person's edit, which a draft would only be proposed beside.
    expect((await drafted(next)).draft).toMatchObject({ status: 'updated' })
  },
)

it('a revocation of which only the note came to the disk is finished', async () => {
  const { home, loop } = await withDraft()
  const folder = join(home.skills, REVIEW_SKILL)
  cpSync(folder, `${home.root}/folder`, { recursive: true })
  await loop.review.move(REVIEW_SKILL, 'revoke')
  await loop[Symbol.asyncDispose]()
  loseDatabase(home)
  rmSync(join(dirname(home.skills), 'archive'), { recursive: true })
  renameSync(`${home.root}/folder`, folder)
  const next = await home.open()
  expect(await next.review.skills()).toMatchObject([{ status: 'revoked' }])
  expect([existsSync(folder), await next.upkeep.check(), home.warnings]).toEqual([false, [], []])
  expect((await next.route({ text: REVIEW })).pick).toBeNull()
  expect((await drafted(next)).draft).toMatchObject({ status: 'suppressed' })
})

it('a reviewed skill whose folder is gone with the database is archived, and not forgotten', async () => {
  const { home, loop } = await withDraft()
  await loop.review.move(REVIEW_SKILL, 'promote')
  await loop[Symbol.asyncDispose]()
  loseDatabase(home)
  rmSync(join(home.skills, REVIEW_SKILL), { recursive: true })
  expect(await (await home.open()).review.skills()).toMatchObject([{ status: 'archived' }])
})
