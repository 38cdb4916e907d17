import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { replay } from '../../src/domain/lifecycle.ts'
import { drafted, Home, REVIEW, REVIEW_SKILL, skillMd, withDraft } from './home.ts'
import { STANDINGS } from './move-states.ts'

/** A home whose skill came to a standing, and whose database is gone since. */
async function lost(standing: string, meanwhile: (home: Home) => void = () => {}) {
  const { home, loop } = await withDraft()
  await STANDINGS[standing]?.(loop, join(home.skills, REVIEW_SKILL))
  const before = {
    skills: await loop.review.skills(),
    history: await loop.review.history(),
    revocations: await loop.review.revocations(),
  }
  await loop[Symbol.asyncDispose]()
  loseDatabase(home)
  meanwhile(home)
  home.events.length = 0
  const next = await home.open()
  await insistOnAgreement(next)
  return { home, before, next }
}

const loseDatabase = (home: Home): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(home.database + suffix, { force: true })
}
const fileOf = (home: Home): string => join(dirname(home.skills), 'verdicts', 'ledger.jsonl')

async function insistOnAgreement(loop: SkillLoop): Promise<void> {
  const told = replay(await loop.review.history())
  for (const skill of await loop.review.skills()) {
    const head = (await loop.review.versions(skill.id)).find((version) => version.head)
    expect(told.get(skill.name)).toEqual({ status: skill.status, head: head?.id })
  }
}

describe('after the database is gone', () => {
  it.each(Object.keys(STANDINGS))('a skill that is %s is so still, and its ledger tells the same', async (standing) => {
    const { home, before, next } = await lost(standing)
    const kept = ({
      id,
      name,
      origin,
      status,
      signature,
      needsReview,
      version,
      evidenceCount,
      path,
    }: (typeof before.skills)[number]) => ({
      id,
      name,
      origin,
      status,
      signature,
      needsReview,
      version,
      evidenceCount,
      path,
    })
    expect((await next.review.skills()).map(kept)).toEqual(before.skills.map(kept))
    expect((await next.review.history()).map(({ id: _, ...line }) => line)).toEqual(
      before.history.map(({ id: _, ...line }) => line),
    )
    expect(await next.review.revocations()).toEqual(before.revocations)
    expect(home.events).toContainEqual({ kind: 'repaired', what: expect.stringMatching(/the database had lost/) })
    home.events.length = 0
    await using again = await home.open()
    await again.review.skills()
    expect(home.events.filter(({ kind }) => kind === 'repaired')).toEqual([])
  })

  it('a revoked skill is not drafted again, and comes back when a person wants it', async () => {
    const { home, next } = await lost('revoked')
    expect((await drafted(next)).draft).toMatchObject({ status: 'suppressed' })
    expect(existsSync(join(home.skills, REVIEW_SKILL))).toBe(false)
    expect(await next.review.move(REVIEW_SKILL, 'restore')).toMatchObject({ status: 'staged', origin: 'auto' })
    expect(await next.review.revocations()).toEqual([])
  })

  it('nor where its files are gone as well, or it was purged', async () => {
    const { home, next } = await lost('revoked', ({ root, skills }) => {
      for (const path of [join(root, 'data'), join(dirname(skills), 'archive')]) rmSync(path, { recursive: true })
    })
    expect((await drafted(next)).draft).toMatchObject({ status: 'suppressed' })
    await expect(next.review.move(REVIEW_SKILL, 'restore')).rejects.toMatchObject({ code: 'refused' })
    await next.review.purge((await next.review.purgeable()).map(({ id }) => id))
    await next[Symbol.asyncDispose]()
    loseDatabase(home)
    const third = await home.open()
    expect(await third.review.skills()).toEqual([])
    expect((await drafted(third)).draft).toMatchObject({ status: 'suppressed' })
  })

  it('a reviewed skill whose bytes were changed is offered to nobody, and its copy under another name has no grant', async () => {
    const { home, next } = await lost('active', ({ skills }) => {
      appendFileSync(join(skills, REVIEW_SKILL, 'SKILL.md'), '\nOne more line.\n')
      cpSync(join(skills, REVIEW_SKILL), join(skills, 'another'), { recursive: true })
    })
    expect(await next.review.skills()).toMatchObject([
      { name: REVIEW_SKILL, status: 'staged', origin: 'auto', needsReview: true },
    ])
    expect((await next.route({ text: REVIEW })).pick).toBeNull()
    await expect(next.load('another')).rejects.toThrow()
    expect(home.warnings.join()).toMatch(/another/)
  })

  it('a draft is a draft still: the next streak updates it', async () => {
    const { next } = await lost('staged')
    expect((await drafted(next)).draft).toMatchObject({ status: 'updated', skill: REVIEW_SKILL })
  })

  it('a skill that a person put there is theirs, as before', async () => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'Bake bread.'))
    await (await home.open())[Symbol.asyncDispose]()
    loseDatabase(home)
    expect(await (await home.open()).review.skills()).toMatchObject([
      { name: 'bake', origin: 'person', status: 'active' },
    ])
  })
})

it('an older database in its place learns what was decided since', async () => {
  const { home, loop } = await withDraft()
  await loop[Symbol.asyncDispose]()
  copyFileSync(home.database, `${home.database}.older`)
  const second = await home.open()
  await second.review.move(REVIEW_SKILL, 'revoke')
  await second[Symbol.asyncDispose]()
  loseDatabase(home)
  copyFileSync(`${home.database}.older`, home.database)
  const third = await home.open()
  expect(await third.review.skills()).toMatchObject([{ status: 'revoked' }])
  expect(await third.review.revocations()).toHaveLength(1)
  await insistOnAgreement(third)
  await third.review.move(REVIEW_SKILL, 'restore')
  await third[Symbol.asyncDispose]()
  // The file says that the revocation was lifted.
  loseDatabase(home)
  expect(await (await home.open()).review.revocations()).toEqual([])
})

it.each(['staged', 'archived', 'revoked'])(
  'a skill that is %s in an older database, and was purged since, is revoked',
  async (standing) => {
    const { home, loop } = await withDraft()
    const folder = join(home.skills, REVIEW_SKILL)
    await STANDINGS[standing]?.(loop, folder)
    await loop[Symbol.asyncDispose]()
    copyFileSync(home.database, `${home.database}.older`)
    const second = await home.open()
    if (standing === 'staged') {
      await drafted(second, 'the branch: review its changes')
      await second.review.move(REVIEW_SKILL, 'archive')
    }
    await second.review.purge((await second.review.purgeable()).map(({ id }) => id))
    await second[Symbol.asyncDispose]()
    loseDatabase(home)
    copyFileSync(`${home.database}.older`, home.database)
    const third = await home.open()
    expect(await third.review.skills()).toMatchObject([{ status: 'revoked' }])
    expect([(await third.review.revocations()).length, existsSync(folder)]).toEqual([1, false])
    expect((await drafted(third)).draft).toMatchObject({ status: 'suppressed' })
    await insistOnAgreement(third)
  },
)

it.each([
  [
    'skills, versions and the ledger',
    'skills; DELETE FROM skill_versions; DELETE FROM revocations; DELETE FROM ledger',
  ],
  ['versions and the ledger', 'skill_versions; DELETE FROM ledger'],
])('a database that lost %s and kept the rest gets them back', async (_, tables) => {
  const { home, loop } = await withDraft()
  await loop.review.move(REVIEW_SKILL, 'promote')
  await drafted(loop, 'rotate the signing keys')
  await loop.review.move('auto-keys-rotate-signing', 'revoke')
  await loop[Symbol.asyncDispose]()
  const db = new Sqlite(home.database)
  db.pragma('foreign_keys = OFF')
  db.exec(`DELETE FROM ${tables}`)
  db.close()
  const next = await home.open()
  expect((await next.review.skills()).map(({ name, status }) => `${name} ${status}`)).toEqual([
    'auto-branch-changes-review active',
    'auto-keys-rotate-signing revoked',
  ])
  expect((await drafted(next, 'rotate the signing keys')).draft).toMatchObject({ status: 'suppressed' })
  expect([await next.upkeep.check(), home.warnings]).toEqual([[], []])
})

it('without a database, what was revoked is not drafted either', async () => {
  const { home, loop } = await withDraft()
  await loop.review.move(REVIEW_SKILL, 'revoke')
  await loop[Symbol.asyncDispose]()
  const memory = await home.open({ settings: { 'data.dir': null } })
  expect((await drafted(memory)).draft).toMatchObject({ status: 'suppressed' })
})

describe('the file beside the skills', () => {
  async function revokedHome() {
    const { home, loop } = await withDraft()
    await loop.review.move(REVIEW_SKILL, 'revoke')
    await loop[Symbol.asyncDispose]()
    return home
  }

  it.each<[string, (file: string) => void]>([
    ['gone', (file) => rmSync(file)],
    ['torn in its last line', (file) => truncateSync(file, readFileSync(file).length - 40)],
    ['full of something else', (file) => writeFileSync(file, '\0\0[]{}\n{"line":3}\n')],
    ['empty', (file) => writeFileSync(file, '')],
  ])('is written anew from the database where it is %s', async (_, spoil) => {
    const home = await revokedHome()
    spoil(fileOf(home))
    await (await home.open())[Symbol.asyncDispose]()
    loseDatabase(home)
    const next = await home.open()
    expect(await next.review.skills()).toMatchObject([{ status: 'revoked' }])
    expect((await drafted(next)).draft).toMatchObject({ status: 'suppressed' })
  })

  it('is as it was before a move that was taken back', async () => {
    const { home, loop } = await withDraft()
    rmSync(join(dirname(home.skills), 'archive'), { recursive: true, force: true })
    writeFileSync(join(dirname(home.skills), 'archive'), 'a file')
    await expect(loop.review.move(REVIEW_SKILL, 'revoke')).rejects.toThrow()
    await loop[Symbol.asyncDispose]()
    loseDatabase(home)
    const next = await home.open()
    expect(await next.review.skills()).toMatchObject([{ status: 'staged' }])
    expect(await next.review.revocations()).toEqual([])
  })

  it('is believed no path but one of the archive, and no name or standing that there is not', async () => {
    const home = await revokedHome()
    const precious = home.write('../precious', 'mine')
    const text = readFileSync(fileOf(home), 'utf8')
    const forged = (...to: [string, string][]) => to.reduce((rest, [from, by]) => rest.replaceAll(from, by), text)
    const path =
      /"path":"([^"]*)"/.exec(text.split('\n').find((one) => one.includes('"status":"revoked"')) ?? '')?.[1] ?? ''
    for (const bad of [
      forged([path, precious]),
      forged(['"name":"auto-branch-changes-review"', '"name":"../precious"']),
      forged(['"status":"revoked"', '"status":"trusted"']),
    ]) {
      writeFileSync(fileOf(home), bad)
      loseDatabase(home)
      const next = await home.open()
      await next.review.purge((await next.review.purgeable()).map(({ id }) => id))
      await next[Symbol.asyncDispose]()
      expect(existsSync(precious)).toBe(true)
      expect((await next.review.skills().catch(() => [])).every(({ name }) => name === REVIEW_SKILL)).toBe(true)
    }
  })

  it('can be a folder: that is told, and the database goes on', async () => {
    const home = await revokedHome()
    rmSync(fileOf(home))
    cpSync(home.skills, fileOf(home), { recursive: true })
    const next = await home.open()
    expect(await next.review.skills()).toMatchObject([{ status: 'revoked' }])
    expect(await next.review.move(REVIEW_SKILL, 'restore')).toMatchObject({ status: 'staged' })
    expect(home.warnings.join()).toMatch(/in the database, but not in /)
  })
})
