import { statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSkillLoop } from '../../../src/app/open-skill-loop.ts'
import { scratch } from '../../scratch.ts'

const DAY_MS = 86_400_000
const call = (command: string) => ({ name: 'Bash', input: { command }, ok: true })

/** A loop whose clock a test moves, and the time of a turn of long ago. */
async function longUsed() {
  const home = scratch()
  const clock = { at: Date.parse('2026-01-01T00:00:00Z') }
  const loop = await openSkillLoop({
    env: { HOME: home, WAYLAND_CONFIG_DIR: join(home, 'config'), WAYLAND_DATA_DIR: join(home, 'data') },
    now: () => new Date(clock.at),
  })
  onTestFinished(async () => await loop[Symbol.asyncDispose]())
  return { home, loop, clock, timestamp: new Date(clock.at - 1000 * DAY_MS) }
}

describe('retention', () => {
  it('takes nothing from a new database on its first day, however old what was imported is', async () => {
    const home = scratch()
    let at = Date.parse('2026-01-01T00:00:00Z')
    const open = () =>
      openSkillLoop({
        env: { HOME: home, WAYLAND_CONFIG_DIR: join(home, 'config'), WAYLAND_DATA_DIR: join(home, 'data') },
        now: () => new Date(at),
      })
    const turns = async () => {
      await using loop = await open()
      while (await loop.upkeep.retain());
      return (await loop.upkeep.tally()).turns
    }
    {
      await using loop = await open()
      const timestamp = new Date(at - 1000 * DAY_MS)
      await loop.endOfRun({
        userInput: 'fix the failing build',
        outcome: 'success',
        timestamp,
        sessionId: 's',
        promptId: 'p',
      })
    }
    expect(await turns()).toBe(1)
    at += 2 * DAY_MS
    expect(await turns()).toBe(0)
  })

  it('has forgotten a turn that it removed, which counts as a new one when it is reported again', async () => {
    const { loop, clock, timestamp } = await longUsed()
    const turn = { userInput: 'fix it', outcome: 'success', sessionId: 's', promptId: 'p', timestamp } as const
    const first = await loop.endOfRun(turn)
    expect(await loop.endOfRun(turn)).toMatchObject({ turnId: first.turnId, status: 'known' })
    await loop.upkeep.retain()
    clock.at += 2 * DAY_MS
    await loop.upkeep.retain()
    const again = await loop.endOfRun(turn)
    expect([again.status, again.turnId === first.turnId, (await loop.upkeep.tally()).turns]).toEqual([
      'recorded',
      false,
      1,
    ])
  })

  it('keeps the turns that a standing rule names, until it is dropped', async () => {
    const { loop, clock, timestamp } = await longUsed()
    const turn = { userInput: 'never use grep on json output', outcome: 'success', sessionId: 's', timestamp } as const
    await loop.endOfRun({ ...turn, promptId: 'p' })
    const [rule] = await loop.review.rules()
    const left = async () => {
      clock.at += 2 * DAY_MS
      while (await loop.upkeep.retain());
      return (await loop.upkeep.tally()).turns
    }
    await loop.upkeep.retain()
    expect(await left()).toBe(1)
    await loop.review.decideRule(rule?.id ?? '', 'dropped')
    expect(await left()).toBe(0)
  })

  it('leaves its work to another time while another process writes', async () => {
    const { home, loop, clock, timestamp } = await longUsed()
    const turn = { userInput: 'fix the failing build', outcome: 'success', sessionId: 's', promptId: 'p' } as const
    await loop.endOfRun({ ...turn, timestamp })
    await loop.upkeep.retain()
    clock.at += 2 * DAY_MS
    const other = new Sqlite(join(home, 'data', 'wayland-core.db'))
    other.exec('BEGIN IMMEDIATE')
    expect(await loop.upkeep.retain()).toBe(false)
    other.close()
    expect((await loop.upkeep.tally()).turns).toBe(1)
    await loop.upkeep.retain()
    expect((await loop.upkeep.tally()).turns).toBe(0)
  })

  it('does not wait for another process that writes before it gives pages back, and does that at another time', async () => {
    const { loop, clock, timestamp } = await longUsed()
    for (let i = 0; i < 60; i++) {
      const userInput = `once ${i} ${'about the parser '.repeat(500)}`
      await loop.endOfRun({ userInput, outcome: 'failure', sessionId: 's', promptId: `p${i}`, timestamp })
    }
    await loop.upkeep.retain()
    clock.at += 2 * DAY_MS
    const { pragma } = Sqlite.prototype
    const waits: unknown[] = []
    const watched = vi.spyOn(Sqlite.prototype, 'pragma').mockImplementation(function (this: Sqlite.Database, ...asked) {
      if (!asked[0].startsWith('incremental_vacuum')) return pragma.apply(this, asked)
      waits.push(pragma.call(this, 'busy_timeout', { simple: true }))
      if (waits.length < 99) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
      return pragma.apply(this, asked)
    })
    try {
      expect(await loop.upkeep.retain()).toBe(false)
      expect(waits).toEqual([20, 20, 20, 20, 20])
      waits.length = 99
      expect(await loop.upkeep.retain()).toBe(true)
    } finally {
      watched.mockRestore()
    }
  })

  it('keeps the database within its bound over ten years, with lift, skills and their evidence', async () => {
    const home = scratch()
    let at = Date.parse('2026-01-01T00:00:00Z')
    const life = { count: 0 }
    const open = (days: number) =>
      openSkillLoop({
        env: {
          HOME: home,
          WAYLAND_CONFIG_DIR: join(home, 'config'),
          WAYLAND_DATA_DIR: join(home, 'data'),
          WAYLAND_SEED: '7',
          WAYLAND_ROUTER_HOLDOUT: '0.3',
        },
        settings: { 'retention.days': days },
        now: () => new Date(at),
      })
    const run = async (loop: Awaited<ReturnType<typeof open>>, userInput: string, outcome: 'success' | 'failure') => {
      const promptId = `p${++life.count}`
      const asked = { sessionId: 's', promptId, engine: 'claude-code' as const }
      await loop.route({ text: userInput, ...asked })
      const toolCalls = [call('git diff main...HEAD'), call('npm test')]
      const receipt = await loop.endOfRun({ userInput, outcome, toolCalls, timestamp: new Date(at), ...asked })
      expect(receipt.status).toBe('recorded')
    }
    const rows = (table: string) => {
      const db = new Sqlite(join(home, 'data', 'wayland-core.db'), { readonly: true })
      const count = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
      db.close()
      return count ?? Number.NaN
    }

    const bytes = () => statSync(join(home, 'data', 'wayland-core.db')).size
    const sizes: number[] = []
    const first = await open(200)
    for (let i = 0; i < 3; i++) await run(first, 'review the changes on the branch', 'success')
    const [drafted] = await first.review.skills()
    const evidence = await first.review.evidence(drafted?.name ?? '')
    expect(evidence?.runs.length).toBe(3)
    await first[Symbol.asyncDispose]()

    for (let half = 0; half < 20; half++) {
      at += 182 * DAY_MS
      const all = await open(1e6)
      for (let i = 0; i < 4; i++)
        await run(all, 'please review the changes on my branch', i === 3 ? 'failure' : 'success')
      for (let i = 0; i < 4; i++)
        await run(all, `something once ${life.count} about ${'x'.repeat(i + 3)}${half}`, 'success')
      const before = await all.learning.lift()
      await all[Symbol.asyncDispose]()
      // Everything is looked through once a day.
      at += 2 * DAY_MS
      const some = await open(200)
      while (await some.upkeep.retain());
      const after = await some.learning.lift()
      expect(near(after)).toEqual(near(before))
      await some[Symbol.asyncDispose]()
      sizes.push(bytes())
    }
    // Versions (20 at most of a skill), their evidence and the ledger still grow.
    expect(sizes.at(-1)).toBeLessThan((sizes[3] ?? 0) * 2)
    // Two times eight turns are younger than 200 days; beside them the evidence, and what still waits for a streak.
    expect(rows('decisions')).toBeLessThanOrEqual(2 * 8)
    const needed = rows(`(SELECT DISTINCT value FROM skill_versions, json_each(evidence_json))`)
    expect(rows('turns')).toBeLessThanOrEqual(2 * 8 + needed)
    expect(needed).toBeLessThan(life.count / 2)
    const last = await open(200)
    expect((await last.review.skills()).map(({ name, status }) => ({ name, status }))).toContainEqual({
      name: drafted?.name,
      status: drafted?.status,
    })
    expect((await last.review.evidence(drafted?.name ?? ''))?.runs.length).toBeGreaterThanOrEqual(3)
    expect((await last.learning.lift()).overall.treated.successes).toBeGreaterThan(20)
    expect(await last.upkeep.tally()).toMatchObject({ turns: rows('turns'), decisions: rows('decisions') })
    await last[Symbol.asyncDispose]()
  })
})

/** Sums come out in another order: equal to ten digits. */
const near = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'number' && !Number.isInteger(inner) ? Number(inner.toPrecision(10)) : inner,
  )
