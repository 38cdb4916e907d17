import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { Home, REVIEW, turn } from './home.ts'

const ALIENS = new URL('../fixtures/aliens/', import.meta.url).pathname
const LONG = 'study the plan of the release, choose the most important open item, implement it and commit'

/** A home at a time when the sessions are over. */
function later(): Home {
  const home = new Home()
  home.now = new Date('2026-12-01T00:00:00Z')
  return home
}

const skills = async (loop: SkillLoop) => (await loop.review.skills()).map(({ name }) => name)
const kinds = async (loop: SkillLoop) => (await loop.review.latest(50)).map(({ trajectory }) => trajectory.kind)

describe('sessions that programs wrote', () => {
  it('make no draft by import; each says why, and what to do if it is the person’s', async () => {
    const loop = await later().open()
    const { turnsRecorded, drafts } = await loop.upkeep.import('auto', ALIENS)
    expect([turnsRecorded, drafts, await skills(loop)]).toEqual([15, 0, []])
    const told = await loop.review.latest(50)
    // Of a loop the first session may be a person's own.
    expect(told.filter(({ trajectory }) => trajectory.kind === 'program')).toHaveLength(14)
    for (const one of told.filter(({ trajectory }) => trajectory.kind === 'program'))
      expect(one).toMatchObject({ counts: false, gate: 'program', reason: expect.stringContaining('learn.include') })
    expect((await loop.review.outlook()).refused).toMatchObject({ program: expect.any(Number) })
  })

  it('make no draft by hooks', async () => {
    const home = later()
    const projects = join(home.root, '.claude', 'projects', 'app')
    mkdirSync(projects, { recursive: true })
    cpSync(ALIENS, projects, { recursive: true })
    const loop = await home.open({ env: { CLAUDE_CONFIG_DIR: join(home.root, '.claude') } })
    for (const name of readdirSync(projects).filter((one) => one.endsWith('.jsonl')))
      await loop.upkeep.receive('claude-code', {
        hook_event_name: 'SessionEnd',
        session_id: name.replace('.jsonl', ''),
        transcript_path: join(projects, name),
      })
    await loop.upkeep.count()
    expect(await skills(loop)).toEqual([])
    expect((await kinds(loop)).filter((kind) => kind === 'program')).toHaveLength(14)
  })

  it('are learned from where learn.include names their folder', async () => {
    const loop = await later().open({ settings: { 'learn.include': ['/home/u/app'] } })
    expect((await loop.upkeep.import('auto', ALIENS)).drafts).toBeGreaterThan(0)
  })
})

describe('a loop', () => {
  it('is found whether its sessions are stored together or one by one', async () => {
    const turns = [1, 2, 3, 4].map((n) => turn(LONG, { sessionId: `fresh-${n}`, start: 'headless' }))
    const loop = await new Home().open()
    for (const one of turns) await loop.endOfRun(one)
    expect(await kinds(loop)).toEqual(['program', 'program', 'program', undefined])
    expect(await skills(loop)).toEqual([])
  })

  it('is no run of a person who said more in the session, nor a request of the same session', async () => {
    const loop = await new Home().open()
    for (const sessionId of ['a', 'b', 'c']) {
      await loop.endOfRun(turn(LONG, { sessionId }))
      await loop.endOfRun(turn(`now describe the change for ${sessionId}`, { sessionId }))
    }
    for (let n = 0; n < 3; n++) await loop.endOfRun(turn(LONG, { sessionId: 'one' }))
    expect(new Set(await kinds(loop))).toEqual(new Set([undefined]))
  })
})

describe('sessions of which nothing says how they were begun', () => {
  it.each(['generic', 'of-their-own', 'claude-code', 'gemini'])(
    'teach a task whose text is the same each time (%s)',
    async (engine) => {
      const loop = await new Home().open()
      const receipts = []
      for (const sessionId of ['a', 'b', 'c']) receipts.push(await loop.endOfRun(turn(LONG, { sessionId, engine })))
      expect(receipts.map(({ status }) => status)).toEqual(['recorded', 'recorded', 'recorded'])
      expect(receipts[2]?.draft).not.toBeNull()
    },
  )
})

describe('what learn.exclude names', () => {
  it('is recorded, counts for no draft, no note and no pick, and says why', async () => {
    const loop = await new Home().open({ settings: { 'learn.exclude': ['/p/secret*', 'agent:pi'] } })
    for (const more of [{ projectDir: '/p/secret-app/src' }, { engine: 'pi', projectDir: '/p/app' }])
      for (let n = 0; n < 3; n++) await loop.endOfRun(turn(REVIEW, more))
    expect([(await loop.upkeep.tally()).turns, await skills(loop)]).toEqual([6, []])
    expect((await loop.review.latest(1))[0]).toMatchObject({
      counts: false,
      reason: 'excluded: learn.exclude has "agent:pi"',
    })
    expect((await loop.review.notes('/p/app')).turns).toBe(0)
    for (let n = 0; n < 3; n++) await loop.endOfRun(turn(REVIEW, { projectDir: '/p/app' }))
    expect(await skills(loop)).toHaveLength(1)
  })

  it('knows the home folder by ~', async () => {
    const home = new Home()
    const loop = await home.open({ env: { HOME: '/home/ada' }, settings: { 'learn.exclude': ['~/work'] } })
    const { reason } = await loop.endOfRun(turn(REVIEW, { projectDir: '/home/ada/work/app' }))
    expect(reason).toBe('excluded: learn.exclude has "/home/ada/work"')
    expect((await loop.endOfRun(turn(REVIEW, { projectDir: '/home/ada/own' }))).status).toBe('recorded')
  })
})
