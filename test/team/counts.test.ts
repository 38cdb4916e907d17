import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withoutRequests } from '../../src/domain/draft/impersonal-copy.ts'
import type { PlacedRecord } from '../../src/store/ports/decision-store.ts'
import { keyed } from '../../src/team/keys.ts'
import { decide, sendVersion, useOf, worthOf } from '../../src/team/node/asking.ts'
import { teamClient } from '../../src/team/node/client.ts'
import type { Membership } from '../../src/team/node/membership.ts'
import { syncTeam } from '../../src/team/node/sync.ts'
import { outcomes } from '../../src/team/schema.ts'
import { commonMessage, doneMessage, type Outcomes } from '../../src/team/wire.ts'
import { drafted, Home } from '../service/home.ts'
import { databasesOn, ENGINES } from './databases.ts'
import { AS_PROPOSED, type Member, NOW, skillOf, threePeople } from './teams.ts'

describe.each(ENGINES)('what a team counts on %s', (engine) => {
  const databases = databasesOn(engine)

  const report = async ({ membership }: Member, outcomes: Outcomes) =>
    await teamClient(membership.url, membership.token).post('v1/outcomes', { outcomes }, doneMessage)

  it('counts a sum once that comes again, late or out of order, and shows worth from three people on', async () => {
    const { ann, bob, cyd } = await threePeople(databases)
    const { id: version } = await sendVersion(ann.membership, skillOf('worth-it'), AS_PROPOSED)
    await decide(bob.membership, version, { verdict: 'approve', reason: 'good' })
    const sum = (arm: 'offered' | 'withheld', successes: number, failures: number) => [
      { version, day: '2026-11-27', arm, successes, failures },
    ]
    for (const one of [ann, bob]) {
      await report(one, sum('offered', 20, 2))
      await report(one, sum('withheld', 5, 10))
      await report(one, sum('offered', 9, 1))
      await report(one, sum('offered', 20, 2))
    }
    const unknown = { version: randomUUID(), day: '2026-11-27', arm: 'offered', successes: 9, failures: 9 } as const
    await report(ann, [unknown])
    expect((await worthOf(bob.membership)).skills).toEqual([{ skill: 'worth-it', version, people: 2, worth: null }])
    await report(cyd, [...sum('offered', 20, 2), ...sum('withheld', 5, 10)])
    const [{ worth, people } = { worth: null, people: 0 }] = (await worthOf(bob.membership)).skills
    expect(people).toBe(3)
    expect(worth).toMatchObject({ offered: 66, withheld: 45, harms: false })
    expect(worth?.lift).toBeCloseTo(20 / 22 - 5 / 15)
    expect(worth?.low).toBeGreaterThan(0)
  })

  it('adds up what a machine told long ago, and worth and use are the same before and after', async () => {
    const { ann, bob, cyd, org } = await threePeople(databases)
    const { id: version } = await sendVersion(ann.membership, skillOf('long-used'), AS_PROPOSED)
    await decide(bob.membership, version, { verdict: 'approve', reason: 'good' })
    const sums = (days: readonly string[], failures: number) =>
      days.flatMap((day) => [
        { version, day, arm: 'offered' as const, successes: 9, failures, project: 'a'.repeat(64) },
        { version, day, arm: 'withheld' as const, successes: 3, failures: 4 },
      ])
    const [old, last] = [
      ['2025-03-01', '2026-08-31', '2026-09-03'],
      ['2026-09-04', '2026-11-27'],
    ]
    // What comes last is of long ago: a machine may tell it again as long as it tells nothing later.
    for (const [one, failures] of [
      [ann, 1],
      [bob, 2],
      [cyd, 5],
    ] as const)
      for (const days of [last, old]) await report(one, sums(days, failures))
    const said = async () => [await worthOf(bob.membership), await useOf(bob.membership)]
    const rows = async () =>
      await databases.owner.asOwner(async (tx) => await tx.select().from(outcomes).where(eq(outcomes.org, org)))
    const [before, all] = [await said(), await rows()]
    expect(all).toHaveLength(3 * 10)
    for (const times of [1, 2]) {
      for (const [one, failures] of [
        [ann, 1],
        [bob, 2],
        [cyd, 5],
      ] as const)
        await report(one, sums(['2026-11-27'], failures))
      expect(await said(), `after ${times}`).toEqual(before)
      expect(await rows()).toHaveLength(3 * (4 + 2))
    }
    expect((await rows()).filter(({ day, arm }) => day === '' && arm === 'offered')).toHaveLength(3)
  })

  it('tells sums of any size, and takes no day that nobody can have', async () => {
    const { ann, bob, cyd } = await threePeople(databases)
    const { id: version } = await sendVersion(ann.membership, skillOf('much-used'), AS_PROPOSED)
    await decide(bob.membership, version, { verdict: 'approve', reason: 'good' })
    const sum = (day: string, successes: number) => ({ version, day, arm: 'offered' as const, successes, failures: 0 })
    await expect(report(ann, [sum('2026-11-27', 10_001)])).rejects.toThrow('not understood')
    const days = Array.from({ length: 40 }, (_, n) => new Date(Date.UTC(2026, 9, 1 + n)).toISOString().slice(0, 10))
    for (const one of [ann, bob, cyd])
      await report(
        one,
        days.map((day) => sum(day, 10_000)),
      )
    expect((await worthOf(cyd.membership)).skills[0]?.worth?.offered).toBe(1_200_000)
    expect((await useOf(cyd.membership)).weeks[0]?.people).toBe(3)
  })

  it('tells of a kind of request that three people have, and never its words', async () => {
    const { ann, bob, cyd } = await threePeople(databases)
    const hash = keyed(ann.membership.key, 'branch-changes-review')
    expect([bob, cyd].map(({ membership }) => membership.key)).toEqual([ann.membership.key, ann.membership.key])
    const tell = async ({ membership }: Member) =>
      await teamClient(membership.url, membership.token).post(
        'v1/recurrences',
        { recurrences: [{ hash, week: '2026-11-23', count: 3 }] },
        commonMessage,
      )
    expect((await tell(ann)).common).toEqual([])
    expect((await tell(bob)).common).toEqual([])
    await drafted(await cyd.home.open())
    await cyd.sync()
    expect(cyd.membership.common).toEqual({ 'branch-changes-review': 3 })
    expect((await tell(bob)).common).toEqual([{ hash, people: 3 }])
  })

  it('tells use by week and project where three people had a skill offered, and less of nobody', async () => {
    const { ann, bob, cyd } = await threePeople(databases)
    const shop = { id: 'a'.repeat(64), name: 'shop' }
    const { id: version } = await sendVersion(ann.membership, skillOf('used-where'), {
      ...AS_PROPOSED,
      projects: [shop],
    })
    const inProject = (project: string, day: string) => [
      { version, day, arm: 'offered' as const, project, successes: 2, failures: 1 },
    ]
    for (const one of [ann, bob, cyd]) await report(one, inProject(shop.id, '2026-11-26'))
    for (const one of [ann, bob]) await report(one, inProject('b'.repeat(64), '2026-11-26'))
    for (const one of [ann, bob, cyd]) await report(one, inProject('', one === cyd ? '2026-11-17' : '2026-11-24'))
    await report(cyd, inProject('', '2026-11-23'))
    expect((await useOf(bob.membership)).weeks).toEqual([
      { week: '2026-11-23', project: 'shop', people: 3, offered: 9, succeeded: 6 },
      { week: '2026-11-23', project: null, people: 3, offered: 15, succeeded: 10 },
    ])
  })

  it('counts on a machine what its decisions came to, once', async () => {
    const { ann, bob, cyd } = await threePeople(databases)
    const { id } = await sendVersion(ann.membership, skillOf('used'), AS_PROPOSED)
    await decide(bob.membership, id, { verdict: 'approve', reason: 'good' })
    await cyd.sync()
    const loop = await cyd.home.open()
    for (let n = 0; n < 3; n++) {
      const { id: decision } = await loop.route({ text: 'review a branch' })
      await loop.reward(decision, 'success')
    }
    await cyd.sync()
    await cyd.sync()
    expect(Object.values(cyd.membership.outcomes)).toEqual([[3, 0]])
  })

  it('counts all of a machine once whose clock is a day off and goes back, and what was told late', async () => {
    const { ann, bob, cyd } = await threePeople(databases)
    const { id } = await sendVersion(ann.membership, skillOf('clock'), AS_PROPOSED)
    await decide(bob.membership, id, { verdict: 'approve', reason: 'good' })
    await cyd.sync()
    const loop = await cyd.home.open()
    const records: PlacedRecord[] = []
    const team = {
      ...loop.team,
      liftRecords: async (after: number) => records.filter(({ settled }) => settled > after),
    }
    const sync = async (now: Date, given: Partial<Membership> = {}) =>
      await syncTeam({ ...loop, team }, cyd.dataDir, { ...cyd.membership, ...given }, { now })
    const DAY_MS = 86_400_000
    for (const off of [DAY_MS, 0, -DAY_MS, 0, DAY_MS]) {
      const at = { projectDir: null, settled: records.length + 1, chanceOfNone: 0.5 }
      records.push({ ...at, first: 'clock', pick: 'clock', success: true })
      const now = new Date(NOW.getTime() + off)
      await sync(now)
      // Its answer was lost: the same again.
      await sync(now, { acknowledged: -1 })
    }
    const outcomesLate = { ...cyd.membership.outcomes, [`${id} 2026-10-01 withheld `]: [4, 0] as [number, number] }
    await sync(NOW, { outcomes: outcomesLate, acknowledged: -1 })
    expect(Object.keys(cyd.membership.outcomes)).toHaveLength(3)
    const rows = await databases.owner.asOwner(
      async (tx) => await tx.select().from(outcomes).where(eq(outcomes.version, id)),
    )
    const sumOf = (arm: string) => rows.filter((row) => row.arm === arm).reduce((sum, row) => sum + row.successes, 0)
    expect([sumOf('offered'), sumOf('withheld')]).toEqual([5, 4])
  })
})

it('leaves requests, evidence and manifest of a draft here', async () => {
  const loop = await new Home().open()
  const { draft } = await drafted(loop)
  const told = await loop.team.shareable(draft?.skill ?? '', { evidence: false, name: 'review-branch' })
  const text = [...told.files.values()].join('\n')
  expect([...told.files.keys()]).toEqual(['SKILL.md'])
  expect(told.left).toEqual(expect.arrayContaining(['manifest.json', 'references/evidence.md']))
  expect(text).not.toMatch(/"review the changes|Requests like|Signature|references\//)
  expect(text).toContain('name: review-branch')
  const whole = await loop.team.shareable(draft?.skill ?? '', { evidence: true })
  expect([...whole.files.keys()].sort()).toEqual(['SKILL.md', 'references/evidence.md'])
})

it('keeps what an author wrote', () => {
  const text =
    '---\nname: a\ndescription: "Does it. Use it when asked."\nlicense: MIT\n---\n\n## When to use\nAlways.\n\n- "x"\n'
  const copy = withoutRequests(text, 'b')
  expect(copy).toContain('license: "MIT"')
  expect(copy).toContain('Does it. Use it when asked.')
  expect(copy).toContain('## When to use\nAlways.\n\n- "x"')
})
