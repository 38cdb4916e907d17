import { expect, test } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { PROPOSED } from '../domain/learning/session.ts'
import { Home } from './home.ts'
import { create, home, NOTHING, proposing, record } from './learning-home.ts'

/** What is said of the session of the latest turn. */
async function told(loop: SkillLoop): Promise<string | undefined> {
  const [turn] = await loop.review.latest(1)
  return (await loop.review.explain(turn!.turnId)).review
}

test('a session is said to be due, then reviewed, with the reasons', async () => {
  const { at, loop } = await home(proposing(NOTHING))
  await record(at, loop)
  expect(await told(loop)).toBe('not yet; it will be: experience, correction')
  await loop.learning.learn()
  expect(await told(loop)).toBe(
    `reviewed ${at.now.toISOString().slice(0, 10)}: experience, correction; nothing: all went well`,
  )
})

test('one with too little in it is said to be passed over, before and after', async () => {
  const { at, loop } = await home(proposing(NOTHING))
  await loop.endOfRun({
    userInput: 'say hello',
    outcome: 'success',
    engine: 'claude-code',
    sessionId: 's',
    timestamp: at.now,
  })
  expect(await told(loop)).toBe('not yet; it will not be: too little')
  at.now = new Date(at.now.getTime() + 3_600_000)
  await loop.learning.learn()
  expect(await told(loop)).toBe(`not reviewed, ${at.now.toISOString().slice(0, 10)}: too little`)
})

test('nothing is said where no model is configured, nor of a turn without a session', async () => {
  const at = new Home()
  const plain = await at.open()
  await record(at, plain)
  expect(await told(plain)).toBeUndefined()
  const { at: other, loop } = await home(proposing(NOTHING))
  await loop.endOfRun({ userInput: 'say hello', outcome: 'success', engine: 'claude-code', timestamp: other.now })
  expect(await told(loop)).toBeUndefined()
})

test('a skill tells what a model proposed about it, and what that cost', async () => {
  const { at, loop } = await home(proposing(create(PROPOSED)))
  await record(at, loop)
  await loop.learning.learn()
  const [one, ...more] = await loop.review.proposals('prisma-schema-change')
  expect(more).toEqual([])
  expect(one).toMatchObject({ operation: 'create', status: 'staged', subject: 'session claude-code:s1' })
  expect(one?.calls).toHaveLength(2)
  expect(one?.tokens).toMatchObject({ input: expect.any(Number), output: expect.any(Number) })
  expect(one).not.toHaveProperty('proposal')
})
