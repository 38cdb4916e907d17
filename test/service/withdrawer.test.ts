import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import type { Outcome } from '../../src/domain/turn.ts'
import { createWithdrawer } from '../../src/service/drafts/withdrawer.ts'
import { scratch } from '../scratch.ts'

/** A loop in a home of its own, and one session that speaks to it. */
async function session(timestamp?: Date) {
  const home = scratch()
  const loop = await openSkillLoop({ env: {}, settings: { 'config.dir': `${home}/c`, 'data.dir': `${home}/d` } })
  let prompts = 0
  const say = (userInput: string, outcome: Outcome = 'success', promptId = `p${prompts++}`) =>
    loop.endOfRun({ userInput, outcome, sessionId: 's', promptId, engine: 'codex', ...(timestamp && { timestamp }) })
  return { loop, say }
}

const REQUESTS = ['fix the lint errors', 'please fix lint errors', 'fix lint errors']
const UNDO = 'no, that is wrong, revert it'
const standing = async (loop: SkillLoop) => (await loop.review.skills()).map(({ name, status }) => `${name} ${status}`)

describe('a message that takes the last result back', () => {
  it('withdraws a draft that rests on it, says so in one ledger line, and lets the next streak draft again', async () => {
    const { loop, say } = await session()
    for (const text of REQUESTS) await say(text)
    expect(await standing(loop)).toEqual(['auto-errors-fix-lint staged'])
    await say(UNDO)
    expect(await standing(loop)).toEqual(['auto-errors-fix-lint archived'])
    expect((await loop.review.history()).filter(({ move }) => move === 'withdraw')).toHaveLength(1)
    expect((await loop.route({ text: 'fix lint errors' })).pick).toBeNull()
    for (const text of REQUESTS) await say(text)
    expect(await standing(loop)).toEqual(['auto-errors-fix-lint staged'])
    await loop[Symbol.asyncDispose]()
  })

  it('looks at no skill where nothing rests on the turn', async () => {
    const look = () => expect.unreachable()
    const parts = {
      store: { folderLock: (work: () => unknown) => work(), versionsFrom: async () => [] },
      catalogue: { syncHeld: look, all: look },
    } as unknown as Parameters<typeof createWithdrawer>[0]
    expect(await createWithdrawer(parts).withdraw('turn-1', 'it was rejected')).toEqual([])
  })

  it('leaves the other successes of the draft waiting: one more makes it again, of those that stand', async () => {
    const { loop, say } = await session()
    for (const text of REQUESTS) await say(text)
    await say(UNDO)
    expect((await loop.review.history()).find(({ move }) => move === 'withdraw')?.reason).toContain(
      '2 of its other turns',
    )
    expect(await say(REQUESTS[2] as string)).toMatchObject({ streak: 3, draft: { status: 'drafted' } })
    expect(await standing(loop)).toEqual(['auto-errors-fix-lint staged'])
    // Two turns that were in the first draft too, and a new one.
    expect((await loop.review.skills()).map(({ evidenceCount }) => evidenceCount)).toEqual([3])
    await loop[Symbol.asyncDispose]()
  })

  it.each([
    ['at different times', undefined],
    ['in one millisecond', new Date()],
  ])('lets only what came after a turn wait that turned out to have failed, %s', async (_, timestamp) => {
    const { loop, say } = await session(timestamp)
    for (const [i, text] of REQUESTS.entries()) await say(text, 'success', `turn-${i}`)
    const failed = { name: 'shell', input: { command: 'npm run lint' }, ok: false, exitCode: 1 }
    await loop.endOfRun({
      ...{ userInput: REQUESTS[1] as string, outcome: 'failure', sessionId: 's', promptId: 'turn-1', engine: 'codex' },
      ...{ extent: 9, toolCalls: [failed] },
    })
    expect(await standing(loop)).toEqual(['auto-errors-fix-lint archived'])
    expect(await say(REQUESTS[2] as string)).toMatchObject({ streak: 2, draft: null })
    expect(await say(REQUESTS[2] as string)).toMatchObject({ draft: { status: 'drafted' } })
    await loop[Symbol.asyncDispose]()
  })

  it('takes one success out of a streak that is not full', async () => {
    const { loop, say } = await session()
    await say(REQUESTS[0] as string)
    await say(REQUESTS[1] as string)
    await say(UNDO)
    expect(await say(REQUESTS[2] as string)).toMatchObject({ streak: 2, draft: null })
    await loop[Symbol.asyncDispose]()
  })

  it('leaves a draft alone that a person edited or promoted', async () => {
    const { loop, say } = await session()
    for (const text of REQUESTS) await say(text)
    const [skill] = await loop.review.skills()
    const file = `${skill?.path}/SKILL.md`
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nMine.\n`)
    await say(UNDO)
    expect(await standing(loop)).toEqual(['auto-errors-fix-lint staged'])
    expect(existsSync(file)).toBe(true)
    await loop[Symbol.asyncDispose]()
  })
})

describe('a turn that had no end when it was first seen', () => {
  it('counts once its outcome is known, and only once', async () => {
    const { loop, say } = await session()
    expect(await say('deploy the app', 'unknown', 'x')).toMatchObject({ status: 'recorded', streak: 0 })
    const first = await say('deploy the app', 'success', 'x')
    expect(first).toMatchObject({ status: 'recorded', streak: 1 })
    expect(await say('deploy the app', 'success', 'x')).toMatchObject({
      status: 'known',
      turnId: first.turnId,
      streak: 1,
    })
    expect(await say('deploy the app', 'unknown', 'x')).toMatchObject({ status: 'known', streak: 1 })
    await loop[Symbol.asyncDispose]()
  })
})
