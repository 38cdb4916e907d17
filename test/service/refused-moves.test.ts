import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { isWaylandError } from '../../src/domain/errors.ts'
import { MOVES, type MoveOptions, replay } from '../../src/domain/lifecycle.ts'
import { times } from '../long.ts'
import { drafted, Home, REVIEW_SKILL } from './home.ts'
import { everything, FOLDERS, STANDINGS } from './move-states.ts'

const OPTIONS: readonly MoveOptions[] = [{}, { force: true }, { use: 'version' }, { use: 'files' }, { entry: 1 }]

/** A home in which a skill has come to a standing; `begin` opens it anew, with a folder in another state. */
async function homeWith(standing: string) {
  const home = new Home()
  const place = join(home.skills, REVIEW_SKILL)
  const env = { HOME: home.root, WAYLAND_HOME: join(home.root, 'second') }
  const loop = await home.open({ env })
  await drafted(loop)
  await loop.upkeep.sync({ engines: ['claude-code'] })
  await STANDINGS[standing]?.(loop, place)
  const folder = (await loop.review.skills()).find(({ name }) => name === REVIEW_SKILL)?.path ?? ''
  await loop[Symbol.asyncDispose]()
  const kept = `${home.root}-kept`
  cpSync(home.root, kept, { recursive: true })
  return {
    home,
    end: () => rmSync(kept, { recursive: true, force: true }),
    async begin(state: string): Promise<SkillLoop> {
      rmSync(home.root, { recursive: true, force: true })
      cpSync(kept, home.root, { recursive: true })
      FOLDERS[state]?.(folder, place)
      const again = await home.open({ env })
      // What was done by hand is taken in first, as by every command.
      await again.review.skills()
      return again
    },
  }
}

describe.each(Object.keys(STANDINGS))('a refused move of a skill that is %s', (standing) => {
  it('leaves rows, ledger, revocations, folders and copies as they were, whatever became of its folder', async () => {
    const { home, begin, end } = await homeWith(standing)
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(FOLDERS)),
          fc.shuffledSubarray([...MOVES], { minLength: 5 }),
          fc.constantFrom(...OPTIONS),
          async (state, moves, options) => {
            await using loop = await begin(state)
            for (const move of moves) {
              const before = everything(home.root, home.database)
              try {
                await loop.review.move(REVIEW_SKILL, move, options)
                await insistOnAgreement(loop)
              } catch (error) {
                if (!isWaylandError(error) || error.kind === 'internal') throw error
                expect([move, everything(home.root, home.database)]).toEqual([move, before])
              }
            }
          },
        ),
        { numRuns: times(6, 60) },
      )
    } finally {
      end()
    }
  }, 600_000)
})

/** Rows are what the ledger tells, and the folder holds what its row says. */
async function insistOnAgreement(loop: SkillLoop): Promise<void> {
  const told = replay(await loop.review.history()).get(REVIEW_SKILL)
  const skill = (await loop.review.skills()).find(({ name }) => name === REVIEW_SKILL)
  const head = (await loop.review.versions(REVIEW_SKILL)).find((version) => version.head)
  expect([told?.status, told?.head]).toEqual([skill?.status, head?.id])
  if (skill?.status !== 'archived' && skill?.status !== 'revoked')
    expect(existsSync(join(skill?.path ?? '', 'SKILL.md'))).toBe(true)
}

describe('a move whose folder cannot follow', () => {
  it.each([
    ['archive', 'staged', 'config/wayland-core/archive'],
    ['revoke', 'active', 'config/wayland-core/archive'],
    ['promote', 'staged', 'config/wayland-core/staging'],
    ['accept', 'active, a version waits', 'config/wayland-core/staging'],
    ['rollback', 'active', 'config/wayland-core/staging'],
    ['restore', 'archived', 'config/wayland-core/skills'],
  ] as const)(
    '%s of a %s skill is taken back whole, and works once the cause is gone',
    async (move, standing, hindered) => {
      const { home, begin, end } = await homeWith(standing)
      try {
        await using loop = await begin('as it was')
        const entry = (await loop.review.history(REVIEW_SKILL))[0]?.id ?? 0
        const hindrance = join(home.root, hindered)
        rmSync(hindrance, { recursive: true, force: true })
        writeFileSync(hindrance, 'a file')
        const before = everything(home.root, home.database)
        await expect(loop.review.move(REVIEW_SKILL, move, { entry })).rejects.toMatchObject({
          code: 'storage_unavailable',
        })
        expect(everything(home.root, home.database)).toEqual(before)
        rmSync(hindrance)
        await loop.review.move(REVIEW_SKILL, move, { entry })
        await insistOnAgreement(loop)
      } finally {
        end()
      }
    },
  )
})

describe('restore', () => {
  async function revoked(state: string) {
    const { home, begin, end } = await homeWith('revoked')
    const loop = await begin(state)
    end()
    const md = () => readFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), 'utf8')
    const { path } = (await loop.review.skills())[0]!
    return { home, loop, md, path }
  }

  it('changes nothing where the files that were left differ, shows both, and takes either', async () => {
    const { loop, md, path } = await revoked('with one more line')
    const remains = await loop.review.remains(REVIEW_SKILL)
    expect([remains.differ, remains.version?.number, remains.left?.path]).toEqual([true, '0.1.1', path])
    await expect(loop.review.move(REVIEW_SKILL, 'restore')).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('(SKILL.md); nothing was changed'),
      hint: expect.stringContaining(`skills restore ${REVIEW_SKILL} --use files`),
    })
    expect(await loop.review.revocations()).toHaveLength(1)
    expect(await loop.review.move(REVIEW_SKILL, 'restore', { use: 'files' })).toMatchObject({
      status: 'staged',
      origin: 'auto',
      version: '0.1.2',
    })
    expect(md()).toContain('One more line.')
    expect(existsSync(path)).toBe(false)
    const versions = await loop.review.versions(REVIEW_SKILL)
    expect(versions.map(({ version, head }) => [version, head])).toEqual([
      ['0.1.0', false],
      ['0.1.1', false],
      ['0.1.2', true],
    ])
    expect((await loop.review.history(REVIEW_SKILL)).at(-1)?.reason).toMatch(/0\.1\.1 stays in its history/)
    expect(await loop.review.revocations()).toEqual([])
    await insistOnAgreement(loop)
  })

  it('brings the version back and leaves the other files where they are, where that is asked for', async () => {
    const { loop, md, path } = await revoked('with one more line')
    expect(await loop.review.move(REVIEW_SKILL, 'restore', { use: 'version', reason: 'wanted' })).toMatchObject({
      version: '0.1.1',
    })
    expect(md()).not.toContain('One more line.')
    expect(readFileSync(join(path, 'SKILL.md'), 'utf8')).toContain('One more line.')
    expect((await loop.review.history(REVIEW_SKILL)).at(-1)?.reason).toBe(
      `wanted; version 0.1.1 came back; what was left of it stays in ${path}`,
    )
  })

  it.each(['without its SKILL.md', 'gone', 'a file'])(
    'brings the version back where its folder is %s',
    async (state) => {
      const { loop, md } = await revoked(state)
      expect(await loop.review.move(REVIEW_SKILL, 'restore')).toMatchObject({ status: 'staged', version: '0.1.1' })
      expect(md()).toContain('name: auto-branch-changes-review')
      await insistOnAgreement(loop)
    },
  )

  it('of a skill whose SKILL.md was deleted where it lay keeps the rest of the folder in the archive', async () => {
    const { home, begin, end } = await homeWith('staged')
    await using loop = await begin('without its SKILL.md')
    end()
    expect(await loop.review.skills()).toMatchObject([{ status: 'archived' }])
    await loop.review.move(REVIEW_SKILL, 'restore')
    expect(existsSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'))).toBe(true)
    expect(home.events).toContainEqual({
      kind: 'repaired',
      what: expect.stringMatching(/kept in .* without a SKILL\.md/),
    })
    await insistOnAgreement(loop)
  })

  it('is finished by the next start where it was interrupted before the folder came back, whatever lies in the archive', async () => {
    for (const state of ['with one more line', 'without its SKILL.md', 'as it was']) {
      const { home, loop } = await revoked(state)
      await loop[Symbol.asyncDispose]()
      const db = new Sqlite(home.database)
      db.exec("UPDATE skills SET status = 'staged', digest = NULL")
      db.close()
      await using next = await home.open()
      expect(await next.review.skills()).toMatchObject([{ status: 'staged', origin: 'auto', version: '0.1.1' }])
      expect(existsSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'))).toBe(true)
    }
  })
})
