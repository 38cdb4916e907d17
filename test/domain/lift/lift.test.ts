import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { type LiftRecord, liftReport } from '../../../src/domain/lift/lift.ts'
import { liftPicture } from '../../../src/domain/lift/picture.ts'

interface Skill {
  readonly name: string
  readonly rate: number
  readonly decisions: number
  readonly offered?: number
}

const NONE = 0.5

/** Decisions of independent runs: each skill offered with its own probability, nothing otherwise. */
function simulate(skills: readonly Skill[], seed: number): LiftRecord[] {
  const random = seededRandom(seed)
  return skills.flatMap(({ name, rate, decisions, offered = 0.9 }) =>
    Array.from({ length: decisions }, () => {
      const pick = random() < offered ? name : null
      const success = random() < (pick === null ? NONE : rate)
      return { first: name, pick, success, chance: offered, chanceOfAny: offered, chanceOfNone: 1 - offered }
    }),
  )
}

const library = (count: number, rate: (i: number) => number, decisions: number): Skill[] =>
  Array.from({ length: count }, (_, i) => ({ name: `skill-${i}`, rate: rate(i), decisions }))

describe('liftReport', () => {
  it('covers the true lift with each of its intervals in at least 90 % of skills with 60 decisions', () => {
    const skills = library(150, (i) => (i % 4 === 0 ? 0.3 : 0.8), 60)
    const report = liftReport(simulate(skills, 41), 0.05)
    const kinds = ['newcombe', 'anytime', 'pooled', 'doublyRobust'] as const
    for (const kind of kinds) {
      const covered = report.skills.filter((lift) => {
        const truth = skills.find(({ name }) => name === lift.skill)!.rate - NONE
        const interval = lift[kind]!
        return interval.low <= truth && truth <= interval.high
      })
      expect([kind, covered.length / skills.length >= 0.9]).toEqual([kind, true])
    }
  })

  it('proposes archiving for clearly harmful skills and leaves harmless ones alone', () => {
    const skills = library(100, (i) => (i % 5 === 0 ? 0.3 : 0.8), 200)
    const { skills: found } = liftReport(simulate(skills, 42), 0.05)
    const proposed = (rate: number) =>
      found.filter(({ skill, archive }) => archive && skills.find(({ name }) => name === skill)!.rate === rate).length
    expect(proposed(0.3)).toBeGreaterThanOrEqual(16)
    expect(proposed(0.8)).toBeLessThanOrEqual(1)
  })

  it('draws rarely used skills towards the others, which lessens their error', () => {
    const skills = library(200, (i) => (i % 5 === 0 ? 0.3 : 0.8), 6)
    const { skills: found } = liftReport(simulate(skills, 43), 0.05)
    const error = (of: (lift: (typeof found)[number]) => number) =>
      found.reduce((sum, lift) => {
        const truth = skills.find(({ name }) => name === lift.skill)!.rate - NONE
        return sum + (of(lift) - truth) ** 2
      }, 0)
    expect(error(({ pooled }) => pooled.lift)).toBeLessThan(error(({ difference }) => difference) / 2)
  })

  it('is not misled when offers went to the easier tasks, as long as their chances were logged', () => {
    const random = seededRandom(44)
    const records = Array.from({ length: 6000 }, (): LiftRecord => {
      const easy = random() < 0.5
      const chance = easy ? 0.9 : 0.1
      const pick = random() < chance ? 'a' : null
      const success = random() < (easy ? 0.9 : 0.2)
      return { first: 'a', pick, success, chance, chanceOfAny: chance, chanceOfNone: 1 - chance }
    })
    const { overall } = liftReport(records, 0.05)
    expect(overall.difference).toBeGreaterThan(0.4)
    expect(Math.abs(overall.doublyRobust!.lift)).toBeLessThan(0.1)
    expect(overall.doublyRobust!.low).toBeLessThan(0)
    expect(overall.doublyRobust!.effective).toBeLessThan(3000)
  })

  it('says that evidence is missing, and how much, and less as it comes in', () => {
    const more = (decisions: number) =>
      liftReport(simulate([{ name: 'a', rate: 0.8, decisions, offered: 0.8 }], 45), 0.2).skills[0]!
    const early = more(20)
    expect(early.verdict).toBe('not enough evidence')
    expect(early.more).toBeGreaterThan(20)
    expect(more(80).more).toBeLessThan(early.more!)
    const late = more(1500)
    expect([late.verdict, late.more]).toEqual(['helps', 0])
  })

  it('counts only what was offered or withheld, not the runs with another skill', () => {
    const base = { first: 'a', success: true, chance: 0.5, chanceOfAny: 0.9, chanceOfNone: 0.1 }
    const report = liftReport(
      [
        { ...base, pick: 'a' },
        { ...base, pick: 'b' },
        { ...base, pick: null },
      ],
      0.05,
    )
    const count = ({ successes, failures }: { successes: number; failures: number }) => successes + failures
    expect([count(report.skills[0]!.treated), count(report.skills[0]!.control)]).toEqual([1, 1])
    expect(count(report.overall.treated)).toBe(2)
  })

  it('does not depend on the order of the log', () => {
    const records = simulate(
      library(10, () => 0.7, 30),
      46,
    )
    const turned = liftReport([...records].reverse(), 0.05)
    for (const [i, lift] of liftReport(records, 0.05).skills.entries()) {
      expect(turned.skills[i]).toMatchObject({ skill: lift.skill, treated: lift.treated, verdict: lift.verdict })
      expect(turned.skills[i]!.pooled.lift).toBeCloseTo(lift.pooled.lift, 9)
    }
  })

  it('has an answer for an empty log', () => {
    const { overall, skills } = liftReport([], 0.05)
    expect(skills).toEqual([])
    expect(overall).toMatchObject({ verdict: 'not enough evidence', difference: 0 })
  })
})

describe('liftPicture', () => {
  it('draws a row for any skill and for each of the most used ones, with names made safe', () => {
    const report = liftReport(
      simulate([{ name: '<script>&"\u0000x', rate: 0.8, decisions: 40 }, ...library(40, () => 0.6, 10)], 47),
      0.05,
    )
    const svg = liftPicture(report, 5)
    expect(svg.match(/<circle /g)).toHaveLength(6)
    expect(svg).toContain('&lt;script&gt;&amp;&quot;x')
    expect(svg).not.toContain('<script')
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })
})
