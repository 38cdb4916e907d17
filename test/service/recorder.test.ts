import { chmodSync, existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { TurnInput } from '../../src/domain/turn.ts'
import { drafted, Home, opened, REVIEW, turn } from './home.ts'

const DAY = 86_400_000

describe('endOfRun', () => {
  it('says what became of a turn', async () => {
    const loop = await new Home().open()
    expect(await loop.endOfRun(turn())).toEqual({
      turnId: expect.any(String),
      status: 'recorded',
      signature: 'branch-changes-review',
      streak: 1,
      draft: null,
    })
  })

  it('counts a turn that is seen twice once', async () => {
    const loop = await new Home().open()
    const first = await loop.endOfRun(turn(REVIEW, { promptId: 'same' }))
    expect(await loop.endOfRun(turn(REVIEW, { promptId: 'same' }))).toMatchObject({
      turnId: first.turnId,
      status: 'known',
      streak: 1,
      reason: expect.any(String),
    })
  })

  it('ignores a request without a word to go by', async () =>
    expect(await (await new Home().open()).endOfRun(turn('yes, please do'))).toMatchObject({
      status: 'ignored',
      signature: '',
      streak: 0,
    }))

  it('lets an unknown outcome neither extend nor end a streak, and a failure end it', async () => {
    const loop = await new Home().open()
    const said = []
    for (const outcome of ['success', 'unknown', 'success', 'failure', 'success'] as const)
      said.push((await loop.endOfRun(turn(REVIEW, { outcome }))).streak)
    expect(said).toEqual([1, 1, 2, 0, 1])
  })

  it('is not misled by a model that stopped talking after its check failed', async () => {
    const loop = await new Home().open()
    const toolCalls = [{ name: 'Bash', input: { command: 'npm test' }, ok: false, exitCode: 1 }]
    const { outcome: _, ...open } = turn(REVIEW, { stopReason: 'end_turn', toolCalls })
    expect(await loop.endOfRun(open)).toMatchObject({ status: 'recorded', streak: 0 })
  })

  it('goes on with a streak in another process', async () => {
    const home = new Home()
    for (const streak of [1, 2, 3]) {
      const loop = await home.open()
      expect(await loop.endOfRun(turn())).toMatchObject({ streak })
      await loop[Symbol.asyncDispose]()
    }
  })

  it('takes turns that a host tells within one millisecond for turns of their own', async () => {
    const loop = await new Home().open()
    const told = (n: number) => ({
      engine: 'claude-code' as const,
      sessionId: `s${n}`,
      promptId: `${n}0000000-0000-4000-8000-000000000000`,
    })
    for (const streak of [1, 2, 3]) expect(await loop.endOfRun(turn(REVIEW, told(streak)))).toMatchObject({ streak })
  })

  it('ends a streak after the clock went back by years, whenever the time is looked at', async () => {
    const home = new Home()
    let at = home.now.getTime()
    const loop = await home.open({ now: () => new Date(at++), settings: { 'bucket.grouping': 'signature' } })
    for (const streak of [1, 2]) expect(await loop.endOfRun(turn())).toMatchObject({ streak })
    at -= 3 * 365 * DAY
    expect(await loop.endOfRun(turn())).toMatchObject({ draft: { status: 'drafted' } })
  })

  it('counts by user, or by project where that is configured', async () => {
    const byProject = await new Home().open({ settings: { 'bucket.scope': 'project' } })
    const byUser = await new Home().open()
    for (const [loop, streaks] of [
      [byProject, [1, 1, 2, 1]],
      [byUser, [1, 2, 3, 1]],
    ] as const) {
      const said = []
      for (const projectDir of ['/a', '/b', '/a', '/c'])
        said.push((await loop.endOfRun(turn(REVIEW, { projectDir }))).streak)
      expect(said).toEqual(streaks)
    }
  })

  it('forgets a streak that was idle for longer than configured', async () => {
    const { home, loop } = await opened({ settings: { 'bucket.expiryDays': 10 } })
    await loop.endOfRun(turn())
    home.now = new Date(home.now.getTime() + 9 * DAY)
    expect(await loop.endOfRun(turn())).toMatchObject({ streak: 2 })
    home.now = new Date(home.now.getTime() + 11 * DAY)
    expect(await loop.endOfRun(turn())).toMatchObject({ streak: 1 })
  })

  it('drafts at the configured threshold', async () => {
    const loop = await new Home().open({ settings: { 'bucket.threshold': 1 } })
    expect((await loop.endOfRun(turn())).draft?.status).toBe('drafted')
  })

  it('keeps no secret of a turn, in no column', async () => {
    const { home, loop } = await opened()
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
    const input = { command: `curl -H "Authorization: Bearer ${secret}" x` }
    await loop.endOfRun(turn(`rotate the token ${secret} now`, { toolCalls: [{ name: 'Bash', input, ok: true }] }))
    await loop.route({ text: `rotate ${secret}` })
    const db = new Sqlite(home.database, { readonly: true })
    const stored = JSON.stringify([
      db.prepare('SELECT * FROM turns').all(),
      db.prepare('SELECT * FROM decisions').all(),
    ])
    db.close()
    expect(stored).toContain('rotate')
    expect(stored).not.toContain(secret)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no request', {}],
    ['a request that is no text', { userInput: 7 }],
    ['an outcome that is none', { userInput: 'x', outcome: 'fine' }],
  ])('is a receipt and no throw for %s', async (_, given) => {
    const loop = await new Home().open()
    expect(await loop.endOfRun(given as TurnInput)).toMatchObject({
      status: 'failed',
      fault: 'invalid',
      reason: expect.any(String),
      draft: null,
    })
    expect((await loop.upkeep.tally()).turns).toBe(0)
  })

  it('is a receipt and no throw when the database is gone', async () => {
    const { home, loop } = await opened()
    const db = new Sqlite(home.database)
    db.exec('DROP TABLE turns')
    db.close()
    expect(await loop.endOfRun(turn())).toMatchObject({ status: 'failed', reason: expect.any(String) })
  })

  it('tells a viewer of every turn, version and draft', async () => {
    const home = new Home()
    await drafted(await home.open())
    expect(home.events.map(({ kind }) => kind)).toEqual(['turn', 'turn', 'version', 'turn', 'draft'])
  })
})

describe('switched off', () => {
  it('records, drafts and routes nothing, and makes nothing', async () => {
    const { home, loop } = await opened({ settings: { skills: 'off' } })
    expect((await drafted(loop)).status).toBe('ignored')
    expect(await loop.route({ text: REVIEW })).toMatchObject({ pick: null, reason: 'off', candidates: [] })
    expect([existsSync(home.database), existsSync(home.skills)]).toEqual([false, false])
  })
})

it.runIf(process.getuid?.() !== 0)('works without a database in a data folder that cannot be written', async () => {
  const home = new Home()
  chmodSync(home.root, 0o500)
  const loop = await home.open()
  chmodSync(home.root, 0o700)
  expect(loop.upkeep.database).toHaveProperty('none')
  expect((await drafted(loop)).streak).toBe(3)
})
