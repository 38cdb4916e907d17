import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { LiftTally, liftReport as reportOf } from '../../../src/domain/lift/lift.ts'
import { type LiftRecord, liftRecord } from '../../../src/domain/lift/trials.ts'

function liftReport(records: readonly LiftRecord[], also: readonly string[] = []) {
  const tally = new LiftTally()
  for (const record of records) tally.add(record)
  return reportOf(tally, also)
}

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
      return { first: name, pick, success, chanceOfNone: 1 - offered }
    }),
  )
}

const library = (count: number, rate: (i: number) => number, decisions: number): Skill[] =>
  Array.from({ length: count }, (_, i) => ({ name: `skill-${i}`, rate: rate(i), decisions }))

describe('liftReport', () => {
  it('covers the true lift with each of its intervals in at least 90 % of skills with 60 decisions', () => {
    const skills = library(150, (i) => (i % 4 === 0 ? 0.3 : 0.8), 60)
    const report = liftReport(simulate(skills, 41))
    const kinds = ['anytime', 'pooled'] as const
    for (const kind of kinds) {
      const covered = report.skills.filter((lift) => {
        const truth = skills.find(({ name }) => name === lift.skill)!.rate - NONE
        const interval = lift[kind]
        return interval.low <= truth && truth <= interval.high
      })
      expect([kind, covered.length / skills.length >= 0.9]).toEqual([kind, true])
    }
  })

  it('judges skills of the same counts by their own chances of none', () => {
    const run = (first: string, chance: number, k: number): LiftRecord => ({
      ...{ first, pick: k < 12 ? first : null, success: k < 9 || k === 12 },
      chanceOfNone: 1 - chance,
    })
    const runs = Array.from({ length: 16 }, (_, k) => k)
    const records = [
      ['rare', 0.99],
      ['even', 0.5],
      ['again', 0.5],
    ] as const
    const { skills } = liftReport(records.flatMap(([name, chance]) => runs.map((k) => run(name, chance, k))))
    const of = (name: string) => skills.find(({ skill }) => skill === name)!
    expect(of('rare').anytime).toEqual(of('even').anytime)
    expect(of('again').more).toBe(of('even').more)
    expect(of('even').more).toBeGreaterThan(0)
    expect(of('rare').more ?? Number.POSITIVE_INFINITY).toBeGreaterThan(of('even').more!)
  })

  it('proposes archiving for clearly harmful skills and leaves harmless ones alone', () => {
    const skills = library(100, (i) => (i % 5 === 0 ? 0.3 : 0.8), 200)
    const { skills: found } = liftReport(simulate(skills, 42))
    const proposed = (rate: number) =>
      found.filter(({ skill, archive }) => archive && skills.find(({ name }) => name === skill)!.rate === rate).length
    expect(proposed(0.3)).toBeGreaterThanOrEqual(16)
    expect(proposed(0.8)).toBeLessThanOrEqual(1)
  })

  it('draws rarely used skills towards the others, which lessens their error', () => {
    const skills = library(200, (i) => (i % 5 === 0 ? 0.3 : 0.8), 6)
    const { skills: found } = liftReport(simulate(skills, 43))
    const error = (of: (lift: (typeof found)[number]) => number) =>
      found.reduce((sum, lift) => {
        const truth = skills.find(({ name }) => name === lift.skill)!.rate - NONE
        return sum + (of(lift) - truth) ** 2
      }, 0)
    expect(error(({ pooled }) => pooled.lift)).toBeLessThan(error(({ difference }) => difference) / 2)
  })

  it('says that evidence is missing, and how much, and less as it comes in', () => {
    const more = (decisions: number) =>
      liftReport(simulate([{ name: 'a', rate: 0.8, decisions, offered: 0.8 }], 45)).skills[0]!
    const early = more(8)
    expect(early.verdict).toBe('not enough evidence')
    expect(early.more).toBeGreaterThan(20)
    expect(more(80).more).toBeLessThan(early.more!)
    const late = more(1500)
    expect([late.verdict, late.more]).toEqual(['helps', 0])
  })

  it('counts only what was offered or withheld, not the runs with another skill', () => {
    const base = { first: 'a', success: true, chance: 0.5, chanceOfAny: 0.9, chanceOfNone: 0.1 }
    const report = liftReport([
      { ...base, pick: 'a' },
      { ...base, pick: 'b' },
      { ...base, pick: null },
    ])
    const count = ({ successes, failures }: { successes: number; failures: number }) => successes + failures
    expect([count(report.skills[0]!.treated), count(report.skills[0]!.control)]).toEqual([1, 1])
    expect(count(report.overall.treated)).toBe(2)
  })

  it('does not depend on the order of the log', () => {
    const records = simulate(
      library(10, () => 0.7, 30),
      46,
    )
    const turned = liftReport([...records].reverse())
    for (const [i, lift] of liftReport(records).skills.entries()) {
      expect(turned.skills[i]).toMatchObject({ skill: lift.skill, treated: lift.treated, verdict: lift.verdict })
      expect(turned.skills[i]!.pooled.lift).toBeCloseTo(lift.pooled.lift, 9)
    }
  })

  it('is quiet about skills of which hardly anything is known, however bad they look', () => {
    const lost = { first: 'a', pick: 'a', success: false, chanceOfNone: 0.1 }
    const without = Array.from({ length: 40 }, (_, i) => ({ ...lost, pick: null, success: i % 4 > 0 }))
    const at = (uses: number) => liftReport([...Array(uses).fill(lost), ...without]).skills[0]!
    expect(at(3)).toMatchObject({ verdict: 'not enough evidence', archive: false })
    expect(at(5)).toMatchObject({ verdict: 'probably harms', archive: true })
    expect(at(30)).toMatchObject({ verdict: 'harms', archive: true, more: 0 })
  })

  it('says that no difference is seen where many runs show none', () => {
    const [same] = liftReport(simulate([{ name: 'a', rate: NONE, decisions: 20_000, offered: 0.5 }], 48)).skills
    expect(same).toMatchObject({ verdict: 'no difference seen', more: 0, archive: false })
  })

  it('proposes few of the skills that change nothing, however often one looks', () => {
    // One library a skill, so that none learns from the others; a look after every twentieth decision.
    const [decisions, runs] = [100, 40]
    const records = simulate([{ name: 'a', rate: NONE, decisions: decisions * runs, offered: 0.85 }], 50)
    const ever = Array.from({ length: runs }, (_, run) => run * decisions).filter((from) =>
      [20, 40, 60, 80, 100].some((look) => liftReport(records.slice(from, from + look)).skills[0]!.archive),
    )
    expect(ever.length / runs).toBeLessThan(0.15)
  })

  it('learns success without a skill from the control runs of all, where they are alike', () => {
    const records = simulate(
      library(40, () => 0.5, 60),
      49,
    )
    const rare = [1, 2, 3, 4, 5, 6].map(
      (): LiftRecord => ({ first: 'z', pick: 'z', success: false, chanceOfNone: 0.1 }),
    )
    const alone = liftReport(rare).skills[0]!
    const among = liftReport([...records, ...rare]).skills.find(({ skill }) => skill === 'z')!
    expect(among.control).toEqual({ successes: 0, failures: 0 })
    expect(Math.abs(among.pooled.control - NONE)).toBeLessThan(0.1)
    const width = ({ low, high }: { low: number; high: number }) => high - low
    expect(width(among.pooled)).toBeLessThan(width(alone.pooled))
  })

  it('tells of a skill without a run when it is asked for', () => {
    const { skills } = liftReport([], ['new'])
    expect(skills).toMatchObject([{ skill: 'new', verdict: 'not enough evidence', archive: false }])
  })

  it('has an answer for an empty log', () => {
    const { overall, skills } = liftReport([])
    expect(skills).toEqual([])
    expect(overall).toMatchObject({ verdict: 'not enough evidence', difference: 0 })
  })
})

describe('liftRecord', () => {
  it('tells of the first contender, with the chance of none', () => {
    const record = liftRecord('b', true, [
      { skill: 'a', propensity: 0.6 },
      { skill: 'b', propensity: 0.3 },
    ])
    expect(record).toMatchObject({ first: 'a', pick: 'b', success: true })
    expect(record!.chanceOfNone).toBeCloseTo(0.1, 9)
    expect(liftRecord(null, true, [])).toBeUndefined()
  })
})
