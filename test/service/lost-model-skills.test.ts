import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { give, proposing, SKILL } from './handbook.ts'
import { home } from './learning-home.ts'

const standingOf = async (loop: SkillLoop) =>
  (await loop.review.skills()).map(({ id, status, origin, version, path }) => ({ id, status, origin, version, path }))

it.each([
  ['watching', []],
  ['active', ['promote']],
  ['archived', ['archive']],
  ['revoked', ['promote', 'revoke']],
] as const)('a skill by a model that is %s is so still after the database is gone', async (status, moves) => {
  const { at, loop } = await home(proposing(SKILL))
  await loop.learning.learn({ documents: [give(at)] })
  for (const move of moves) await loop.review.move(SKILL.name, move)
  const before = { skills: await standingOf(loop), revocations: await loop.review.revocations() }
  expect(before.skills).toMatchObject([{ status, origin: 'model' }])
  expect(await loop.upkeep.check()).toEqual([])
  await loop[Symbol.asyncDispose]()
  for (const suffix of ['', '-wal', '-shm']) rmSync(at.database + suffix, { force: true })
  const next = await at.open()
  expect({ skills: await standingOf(next), revocations: await next.review.revocations() }).toEqual(before)
  expect(await next.upkeep.check()).toEqual([])
})
