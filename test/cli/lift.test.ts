import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/bandit.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { Home } from './command-line.ts'

interface Measured {
  readonly verdict: string
  readonly more: number | null
  readonly with: { readonly runs: number; readonly successes: number }
  readonly without: { readonly runs: number; readonly successes: number }
  readonly lift: number
  readonly low: number
  readonly high: number
  readonly harm: number
}
interface Said {
  readonly overall: Measured
  readonly skills: readonly (Measured & { readonly skill: string; readonly archive: boolean })[]
}
interface Audited {
  readonly skills: readonly { readonly name: string; readonly lift: object | null }[]
  readonly findings: readonly { readonly kind: string; readonly skills: readonly string[]; readonly command: string }[]
}

/** A home with these skills of a person in it. */
async function homeWith(...skills: readonly string[]): Promise<Home> {
  const home = new Home()
  for (const name of skills) {
    mkdirSync(join(home.skills, name), { recursive: true })
    const text = `---\nname: ${name}\ndescription: Do ${name} well. Use when ${name} is asked for.\n---\n\nDo ${name}.\n`
    writeFileSync(join(home.skills, name, 'SKILL.md'), text)
  }
  await home.within((loop) => loop.review.skills())
  return home
}

/** Writes decisions on one skill into the home's log as the router would: offered nine times in ten, with this success rate. */
async function log(
  home: Home,
  skill: string,
  { rate, runs, none = 0.5 }: { rate: number; runs: number; none?: number },
) {
  const store = openSqliteStore({
    file: home.database,
    migrations: join(import.meta.dirname, '..', '..', 'migrations'),
    program: 'a test',
    busyTimeout: 1000,
    asideName: (file) => `${file}.aside`,
    onRepair: () => {},
  })
  const random = seededRandom(runs)
  const prior = { relevance: 0.9, prior: 0.9, fit: 0.9, quality: 0.6, mean: 0.6, draw: 0.6 }
  const contender = { ...prior, skill, propensity: 0.9, seeds: { successes: 0, failures: 0 } }
  for (let i = 0; i < runs; i++) {
    const offered = random() < 0.9
    const id = `${skill}-${i}`
    await store.addDecision({
      id,
      at: i,
      task: `do ${skill}`,
      engine: null,
      sessionId: null,
      promptId: null,
      projectDir: null,
      kind: skill,
      pick: offered ? skill : null,
      version: offered ? '0.1.0' : null,
      reason: offered ? 'picked' : 'held_out',
      propensity: offered ? 0.9 : 0.1,
      holdout: 0.1,
      weighed: [contender],
      candidates: [],
    })
    await store.settle(id, random() < (offered ? rate : none) ? 'success' : 'failure', i)
  }
  await store[Symbol.asyncDispose]()
}

describe('lift', () => {
  it('says that there is nothing to measure where there is nothing, and the audit is quiet', async () => {
    const home = await homeWith('pack')
    const done = await home.run(['lift'])
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(
      /^No task that a skill was found for has an outcome yet: there is nothing to measure\.\n.*"wayland-core doctor"/,
    )
    const { overall, skills } = (await home.run(['lift', '--json'])).json<Said>()
    expect(skills).toEqual([])
    expect(overall).toMatchObject({ verdict: 'not enough evidence', with: { runs: 0 }, without: { runs: 0 } })
    const audit = await home.run(['--skills-audit'])
    expect(audit.stdout).not.toMatch(/Lift|harm/i)
  })

  it('tells skills that help from those that harm, with intervals, and how much is missing for the rest', async () => {
    const home = await homeWith('helper', 'breaker', 'rookie')
    await log(home, 'helper', { rate: 0.95, runs: 400 })
    await log(home, 'breaker', { rate: 0.1, runs: 401 })
    await log(home, 'rookie', { rate: 0.6, runs: 12 })
    const { code, stderr, json } = await home.run(['lift', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { overall, skills } = json<Said>()
    const of = (name: string) => skills.find(({ skill }) => skill === name)!
    expect(skills.map(({ skill }) => skill)).toEqual(['breaker', 'helper', 'rookie'])
    expect(of('helper')).toMatchObject({ verdict: 'helps', more: 0, archive: false })
    expect(of('breaker')).toMatchObject({ verdict: 'harms', more: 0, archive: true })
    expect(of('rookie')).toMatchObject({ verdict: 'not enough evidence', archive: false })
    expect(of('rookie').more).toBeGreaterThan(10)
    expect(of('helper').with.runs + of('helper').without.runs).toBe(400)
    for (const { low, lift, high } of skills) {
      expect(low).toBeLessThan(lift)
      expect(lift).toBeLessThan(high)
    }
    expect(of('helper').low).toBeGreaterThan(0.2)
    expect(of('breaker').high).toBeLessThan(-0.2)
    expect(overall.with.runs + overall.without.runs).toBe(813)

    const { stdout } = await home.run(['lift'])
    const line = (name: string) => stdout.split('\n').find((text) => text.startsWith(name)) ?? ''
    expect(line('any skill')).not.toBe('')
    expect(line('helper')).toMatch(/ \+\d+ \(\+\d+ to \+\d+\) .* helps$/)
    expect(line('breaker')).toMatch(/ -\d+ \(-\d+ to -\d+\) .* harms$/)
    expect(line('rookie')).toMatch(/not enough evidence; about \d+ more uses to be certain$/)
    expect(stdout).toContain('\n  wayland-core --skills-archive breaker\n')
  })

  it('proposes archiving in the audit, and what it proposes settles it', async () => {
    const home = await homeWith('breaker', 'helper')
    await log(home, 'breaker', { rate: 0.1, runs: 200 })
    await log(home, 'helper', { rate: 0.9, runs: 201 })
    const { stdout } = await home.run(['--skills-audit'])
    expect(stdout).toContain('## Does harm (harmful)')
    const audit = JSON.parse(readFileSync(join(home.work, '.wayland-core', 'skills-audit.json'), 'utf8')) as Audited
    const harmful = audit.findings.filter(({ kind }) => kind === 'harmful')
    expect(harmful).toMatchObject([{ skills: ['breaker'], command: 'wayland-core --skills-archive breaker' }])
    expect(audit.skills.find(({ name }) => name === 'breaker')?.lift).toMatchObject({
      archive: true,
      harm: expect.any(Number),
    })
    expect((await home.run(harmful[0]!.command.split(' ').slice(1))).code).toBe(0)
    expect((await home.run(['lift'])).stdout).not.toContain('--skills-archive')
    const after = (await home.run(['--skills-audit', '--json'])).json<Audited>()
    expect(after.findings.filter(({ kind }) => kind === 'harmful')).toEqual([])
  })

  it('tells of one skill alone, in the light of all, also of one that was never offered', async () => {
    const home = await homeWith('helper', 'idle')
    await log(home, 'helper', { rate: 0.9, runs: 60 })
    const all = (await home.run(['lift', '--json'])).json<Said>()
    const one = (await home.run(['lift', 'help', '--json'])).json<Said>()
    expect(one).toEqual(all)
    const idle = (await home.run(['lift', 'idle', '--json'])).json<Said>()
    expect(idle.skills).toMatchObject([{ skill: 'idle', with: { runs: 0 }, verdict: 'not enough evidence' }])
    expect((await home.run(['lift', 'idle'])).stdout).toMatch(/^idle .*not enough evidence/m)
  })

  it('counts what was routed and rewarded: picks, tasks held out, and neither forced ones nor open ones', async () => {
    const home = await homeWith('changelog')
    const route = (seed: number, text = 'write the changelog of this release') =>
      home.within((loop) => loop.route({ text }), {
        WAYLAND_SEED: String(seed),
        WAYLAND_ROUTER_HOLDOUT: '0.5',
        WAYLAND_ROUTER_PRECISION: '0',
      })
    const reward = (id: string, outcome: 'success' | 'failure') => home.within((loop) => loop.reward(id, outcome))
    const seen: Record<string, number> = { picked: 0, held_out: 0, no_skill: 0 }
    for (let seed = 1; seed <= 12; seed++) {
      const { id, reason, pick } = await route(seed)
      seen[reason] = (seen[reason] ?? 0) + 1
      await reward(id, pick === null ? 'success' : 'failure')
    }
    const forced = await route(13, 'write the changelog @@skill=changelog')
    expect(forced.reason).toBe('forced')
    await reward(forced.id, 'success')
    await route(14)
    const { picked = 0, held_out: heldOut = 0, no_skill: noSkill = 0 } = seen
    expect([picked > 0, heldOut > 0, picked + heldOut + noSkill]).toEqual([true, true, 12])
    const { overall, skills } = (await home.run(['lift', '--json'])).json<Said>()
    expect(skills).toMatchObject([
      {
        skill: 'changelog',
        with: { runs: picked, successes: 0 },
        without: { runs: heldOut + noSkill, successes: heldOut + noSkill },
      },
    ])
    expect(skills[0]!.lift).toBeLessThan(0)
    expect(overall).toMatchObject({ with: { runs: picked }, without: { runs: heldOut + noSkill } })
    const audit = (await home.run(['--skills-audit', '--json'])).json<Audited>()
    expect(audit.findings.some(({ kind }) => kind === 'harmful')).toBe(skills[0]!.archive)
    expect(audit.skills[0]?.lift).toMatchObject({ with: { runs: picked } })
  })

  it.each([
    [['lift', 'nobody'], 1, /no skill is called "nobody"/],
    [['lift', 'a', 'b'], 2, /lift does not take "b"/],
  ] as const)('refuses %j with exit code %d', async (args, code, words) => {
    const done = await (await homeWith('pack')).run([...args])
    expect(done.code).toBe(code)
    expect(done.stderr).toMatch(words)
    expect(done.stderr).toMatch(/^Error: .*\nTry: .*\n$/)
  })
})
