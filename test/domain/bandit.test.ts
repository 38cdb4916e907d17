import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SkillRouter, seededRandom } from '../../src/domain/bandit.ts'

const wins = (router: SkillRouter, names: string[], name: string, picks: number) =>
  Array.from({ length: picks }, () => router.pick(names)).filter((pick) => pick.name === name).length / picks

describe('SkillRouter', () => {
  it('refuses to choose from nothing', () => {
    expect(() => new SkillRouter().pick([])).toThrow(expect.objectContaining({ code: 'no_candidates' }))
  })

  it('holds Beta(successes + 1, failures + 1) for each arm', () => {
    const router = new SkillRouter()
    router.restore([['a', 3, 1], ['b', 4], { name: 'c', successes: 0, failures: 2 }])
    expect(router.mean('a')).toBeCloseTo(4 / 6)
    expect(router.mean('b')).toBeCloseTo(5 / 6)
    expect(router.mean('c')).toBeCloseTo(1 / 4)
    expect(router.mean('unseen')).toBe(0.5)
  })

  it('adds what it restores to what is there', () => {
    const router = new SkillRouter()
    router.restore([
      ['a', 3, 1],
      ['a', 1, 1],
    ])
    router.observe('a', 'success')
    router.restore([{ name: 'a', successes: 1 }])
    expect(router.counts('a')).toEqual({ successes: 6, failures: 2 })
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a count of %d', (count) => {
    expect(() => new SkillRouter().restore([['a', count]])).toThrow(expect.objectContaining({ code: 'bad_option' }))
  })

  it('credits success and failure to the arm, and unknown to nobody', () => {
    const router = new SkillRouter()
    for (const outcome of ['success', 'unknown', 'failure', 'success'] as const) router.observe('a', outcome)
    expect(router.counts('a')).toEqual({ successes: 2, failures: 1 })
    router.observe('b', 'unknown')
    expect(router.counts('b')).toEqual({ successes: 0, failures: 0 })
  })

  it('does not depend on the order in which evidence arrives', () => {
    const record = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(20), fc.nat(20))
    fc.assert(
      fc.property(fc.array(record), fc.integer(), (records, seed) => {
        const there = new SkillRouter({ seed })
        const back = new SkillRouter({ seed })
        there.restore(records)
        for (const one of [...records].reverse()) back.restore([one])
        const names = ['c', 'a', 'b', 'd']
        expect(there.pick(names)).toEqual(back.pick(names))
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  it('replays its choices from the seed, and from the generator given', () => {
    const names = ['a', 'b', 'c', 'd']
    const run = (router: SkillRouter) => Array.from({ length: 20 }, () => router.pick(names).name).join('')
    expect(run(new SkillRouter({ seed: 4 }))).toBe(run(new SkillRouter({ random: seededRandom(4) })))
    expect(run(new SkillRouter({ seed: 4 }))).not.toBe(run(new SkillRouter({ seed: 5 })))
  })

  it('takes a forced candidate with certainty, and samples when the forced name is no candidate', () => {
    const router = new SkillRouter()
    router.restore([['good', 1000]])
    expect(router.pick(['good', 'other'], 'do it @@SKILL=other please')).toEqual({ name: 'other', propensity: 1 })
    expect(router.pick(['good', 'other'], 'do it @@skill=absent').name).toBe('good')
    expect(router.pick(['good', 'other'], 'do it @@skill=Other').name).toBe('good')
  })

  it('counts a repeated candidate once', () => {
    expect(new SkillRouter().pick(['a', 'a', 'b']).propensity).toBeCloseTo(0.5, 9)
  })

  it('picks as often as its propensities say, and they sum to 1', () => {
    const router = new SkillRouter({ seed: 9 })
    router.restore([
      ['a', 3, 1],
      ['b', 1, 1],
      ['c', 0, 4],
      ['d', 3, 1],
    ])
    const names = ['a', 'b', 'c', 'd', 'e']
    const said = new Map<string, number>()
    const taken = new Map<string, number>()
    for (let n = 0; n < 100_000; n++) {
      const { name, propensity } = router.pick(names)
      said.set(name, propensity)
      taken.set(name, (taken.get(name) ?? 0) + 1)
    }
    expect(Math.abs([...said.values()].reduce((a, b) => a + b) - 1)).toBeLessThan(1e-6)
    for (const [name, p] of said)
      expect(Math.abs(taken.get(name)! / 100_000 - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / 100_000))
  })

  it('forgets remembered propensities when evidence arrives', () => {
    const router = new SkillRouter({ seed: 2 })
    expect(router.pick(['a', 'b']).propensity).toBeCloseTo(0.5, 9)
    router.restore([['a', 1000]])
    expect(router.pick(['a', 'b']).propensity).toBeGreaterThan(0.99)
    for (let n = 0; n < 3000; n++) router.observe('a', 'failure')
    expect(wins(router, ['a', 'b'], 'b', 300)).toBeGreaterThan(0.6)
  })

  it('chooses among ten thousand arms', () => {
    const router = new SkillRouter({ seed: 6 })
    const names = Array.from({ length: 10_000 }, (_, i) => `skill-${i}`)
    router.restore(names.map((name, i) => [name, i % 7, i % 5] as const))
    const { propensity } = router.pick(names)
    expect(propensity).toBeGreaterThan(0)
    expect(propensity).toBeLessThan(0.01)
  })
})
