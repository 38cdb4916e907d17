import { appendFileSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drafted, Home, REVIEW, REVIEW_SKILL, skillMd, turn } from '../service/home.ts'
import { place } from '../store/skill-folders.ts'

it('deletes a replaced copy that could not be deleted when it was replaced with the next start', async () => {
  const home = new Home()
  const staging = join(home.root, '.claude', '.wayland-core')
  const staged = (kind: 'new' | 'old') => join(staging, `${REVIEW_SKILL}~${kind}~999999999~${kind}`)
  const copy = join(home.root, '.claude', 'skills', REVIEW_SKILL)
  const told: string[] = []
  const open = () =>
    home.open({
      env: { HOME: home.root },
      settings: { 'export.engines': ['claude-code'] },
      onEvent: (event) => {
        if (event.kind !== 'repaired') return
        told.push(event.what)
        // The copy that is about to be replaced, as if its deletion were to fail.
        if (told.length === 1 && existsSync(staging)) cpSync(copy, staged('old'), { recursive: true })
      },
    })
  const loop = await open()
  await drafted(loop)
  await loop.review.move(REVIEW_SKILL, 'promote')
  const promoted = (await loop.review.history(REVIEW_SKILL)).at(-1)!
  appendFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), '\nSay thank you.\n')
  await loop.review.move(REVIEW_SKILL, 'promote')
  told.length = 0
  place(staged('new'), 'SKILL.md', 'left by another run')
  await loop.review.move(REVIEW_SKILL, 'rollback', { entry: promoted.id })
  const line = expect.stringContaining('removed what an interrupted write of')
  expect([existsSync(staged('old')), told]).toEqual([true, [line]])
  await loop[Symbol.asyncDispose]()
  for (let starts = 0; starts < 2; starts++) {
    await open()
    expect([existsSync(staging), existsSync(copy), told]).toEqual([false, true, [line, line]])
  }
})

it('a project holds no copy of another project’s skill, and of one in the own folder it is said where it is seen', async () => {
  const home = new Home()
  const [own, other] = ['own', 'other'].map((name) => join(home.root, name)) as [string, string]
  for (const folder of [own, other]) mkdirSync(folder)
  home.write('bake', skillMd('bake', 'Bakes a sourdough.'))
  const loop = await home.open({ env: { HOME: home.root } })
  for (let i = 0; i < 3; i++) await loop.endOfRun(turn(REVIEW, { projectDir: own }))
  await loop.review.move(REVIEW_SKILL, 'promote')
  const copies = async (projectDir?: string) => {
    const place = projectDir === undefined ? {} : { projectDir }
    const lines = await loop.upkeep.sync({ engines: ['claude-code'], ...place })
    return lines.map(({ skill, seenBeyond }) => [skill, seenBeyond])
  }
  expect(await copies(other)).toEqual([['bake', undefined]])
  expect((await copies(own)).map(([skill]) => skill)).toContain(REVIEW_SKILL)
  expect(existsSync(join(other, '.claude', 'skills', REVIEW_SKILL))).toBe(false)
  expect(await copies()).toContainEqual([REVIEW_SKILL, [own]])
})

it('a move warns once of copies that several folders refuse, and not of where agents see a copy', async () => {
  const home = new Home()
  const loop = await home.open({ env: { HOME: home.root }, settings: { 'export.engines': ['claude-code', 'pi'] } })
  const warned = () => home.events.flatMap((event) => (event.kind === 'warning' ? [event.what] : []))
  for (let i = 0; i < 3; i++) await loop.endOfRun(turn(REVIEW, { projectDir: home.root }))
  await loop.review.move(REVIEW_SKILL, 'promote')
  expect([warned(), (await loop.upkeep.sync())[0]?.seenBeyond]).toEqual([[], [home.root]])
  await loop.review.move(REVIEW_SKILL, 'archive')
  for (const folder of ['.claude', '.agents'])
    place(join(home.root, folder, 'skills', REVIEW_SKILL), 'SKILL.md', 'Another skill of this name.')
  await loop.review.move(REVIEW_SKILL, 'restore')
  await loop.review.move(REVIEW_SKILL, 'promote')
  expect(warned()).toEqual([expect.stringMatching(/ and 1 more is foreign: /)])
})
