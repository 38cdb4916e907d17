import { describe, expect, it } from 'vitest'
import { harmful, type Kept, stale } from '../../src/domain/audit.ts'
import { lifts } from './a-lift.ts'
import { NOW as now, skill } from './a-skill.ts'

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const NONE: ReadonlyMap<string, Kept> = new Map()
const term = { now, days: 180 }

describe('stale', () => {
  it('names what was not used for so many days, counting from its making where it never was', () => {
    const skills = [
      skill({ name: 'used', createdAt: daysAgo(400), lastUsedAt: daysAgo(3) }),
      skill({ name: 'old', createdAt: daysAgo(400), lastUsedAt: daysAgo(180) }),
      skill({ name: 'never', createdAt: daysAgo(200) }),
      skill({ name: 'young', createdAt: daysAgo(179) }),
    ]
    const found = stale(skills, NONE, term)
    expect(found.map((one) => one.skills[0])).toEqual(['old', 'never'])
    expect(found[1]?.detail).toBe('never used, made 200 days ago')
  })

  it('asks about one that a person keeps after another term only, and says when they kept it', () => {
    const old = [skill({ id: 'o', name: 'old', createdAt: daysAgo(900) })]
    const kept = (days: number) => new Map([['o', { at: daysAgo(days), outcomes: 0 }]])
    expect(stale(old, kept(179), term)).toEqual([])
    expect(stale(old, kept(180), term)).toMatchObject([
      { detail: 'never used, made 900 days ago; a person kept it 180 days ago' },
    ])
  })
})

describe('harmful', () => {
  it('names a skill with which tasks fail more often, and the command that takes it out of use', () => {
    const found = harmful(
      [skill({ name: 'bad' }), skill({ name: 'good' })],
      [...lifts('bad', 40, 8, 24), ...lifts('good', 40, 30, 20)],
      NONE,
      term,
    )
    expect(found).toEqual([
      {
        kind: 'harmful',
        skills: ['bad'],
        detail: expect.stringMatching(
          /^succeeded in 8 of 40 \(20 %\) with it, in 24 of 40 \(60 %\) without; harm is 99\.\d % sure$/,
        ),
        command: 'wayland-core --skills-archive bad',
      },
    ])
    const pinned = [skill({ name: 'bad', status: 'pinned' })]
    expect(harmful(pinned, lifts('bad', 40, 8, 24), NONE, term)[0]?.command).toBe(
      'wayland-core skills set bad active && wayland-core --skills-archive bad',
    )
  })

  it('is quiet without evidence, or without the skill', () => {
    expect(harmful([skill({ name: 'bad' })], [], NONE, term)).toEqual([])
    expect(harmful([skill({ name: 'bad' })], lifts('bad', 2, 0, 2), NONE, term)).toEqual([])
    expect(harmful([], lifts('bad', 40, 8, 24), NONE, term)).toEqual([])
  })

  it('asks about one that a person keeps after four more outcomes, or after the term', () => {
    const asked = (days: number, outcomes: number) =>
      harmful(
        [skill({ id: 'b', name: 'bad' })],
        lifts('bad', 40, 8, 24),
        new Map([['b', { at: daysAgo(days), outcomes }]]),
        term,
      ).length
    expect([asked(1, 0), asked(1, 3), asked(1, 4), asked(179, 0), asked(180, 0)]).toEqual([0, 0, 1, 0, 1])
  })
})
