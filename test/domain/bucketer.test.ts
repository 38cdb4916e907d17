import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SkillRouter } from '../../src/domain/bandit.ts'
import { Bucketer } from '../../src/domain/bucketer.ts'
import { nextStreak } from '../../src/domain/streak.ts'
import type { Outcome } from '../../src/domain/turn.ts'
import { vectors } from './vectors.ts'

const stopwords = readFileSync(new URL('../fixtures/vectors/stopwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

interface Scenario {
  readonly id: number
  readonly threshold: number
  readonly turns: readonly { readonly input: string; readonly outcome: string }[]
  readonly triggers: readonly { readonly position: number; readonly signature: string; readonly evidence: number[] }[]
}

/** What the bucketer makes of a scenario, in the words of the vectors. */
function play({ threshold, turns }: Scenario) {
  const bucketer = new Bucketer({ threshold, stopwords })
  const given = turns.map(({ input, outcome }, i) => ({ userInput: input, outcome: outcome as Outcome, i }))
  return given.flatMap((turn, position) => {
    const trigger = bucketer.observe(turn)
    if (trigger === undefined) return []
    expect(trigger.trajectories.every((one) => given.includes(one as (typeof given)[number]))).toBe(true)
    const evidence = trigger.trajectories.map((one) => given.indexOf(one as (typeof given)[number]))
    return [{ position, signature: trigger.signature, evidence }]
  })
}

describe('Bucketer', () => {
  it('says in words what it takes when it is given something else', () => {
    expect(() => new Bucketer(null as never)).toThrow('Bucketer takes an object of options, not null')
    expect(() => new Bucketer({ treshold: 2 } as never)).toThrow('Bucketer has no option "treshold"')
    expect(() => new SkillRouter(7 as never)).toThrow('SkillRouter takes an object of options, not 7')
  })
  it.each([0, -1, 1.5, Number.NaN])('takes no threshold of %s', (threshold) =>
    expect(() => new Bucketer({ threshold })).toThrow(
      expect.objectContaining({
        code: 'bad_option',
        message: `threshold must be a whole number, 1 or more, not ${threshold}`,
      }),
    ),
  )

  it.each(vectors<Scenario>('streaks').map((s) => [s.id, s] as const))('triggers as vector %i says', (_, scenario) =>
    expect(play(scenario)).toEqual(scenario.triggers),
  )

  it.each(vectors<Scenario>('streaks_other_thresholds').map((s) => [s.id, s.threshold, s] as const))(
    'triggers as vector %i says, at a threshold of %i',
    (_, __, scenario) => expect(play(scenario)).toEqual(scenario.triggers),
  )

  it('ignores requests without a signature, and starts afresh after a trigger', () => {
    const bucketer = new Bucketer({ threshold: 2 })
    const say = (userInput: string, outcome: Outcome) => bucketer.observe({ userInput, outcome })?.trajectories.length
    expect(['yes', 'yes', 'yes'].map((text) => say(text, 'success'))).toEqual([undefined, undefined, undefined])
    expect([1, 2, 3, 4].map(() => say('add tests', 'success'))).toEqual([undefined, 2, undefined, 2])
  })

  it.each([
    [() => new Bucketer({ grouping: 'alike' as never }), 'grouping must be signature or similar, not "alike"'],
    [() => new Bucketer().observe({} as never), 'a turn needs userInput'],
    [() => new Bucketer().observe(undefined as never), 'a turn needs userInput'],
    [() => new SkillRouter().observe('a', 'nice' as never), 'not "nice"'],
  ])('says in words what is wrong in what it is given: %s', (wrong, words) => {
    expect(wrong).toThrow(expect.objectContaining({ name: 'WaylandError', message: expect.stringContaining(words) }))
  })

  it('takes a turn without an outcome for unknown', () => {
    const bucketer = new Bucketer({ threshold: 1 })
    expect(bucketer.observe({ userInput: 'add tests' })).toBeUndefined()
  })
})

describe('nextStreak', () => {
  it('holds fewer than the threshold, and completes exactly the successes since the last failure or trigger', () => {
    const outcome = fc.constantFrom<Outcome>('success', 'failure', 'unknown')
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (outcomes, threshold) => {
        let waiting: readonly number[] = []
        let since: number[] = []
        outcomes.forEach((one, i) => {
          const next = nextStreak(waiting, i, one, threshold)
          if (one === 'success') since.push(i)
          if (one === 'failure') since = []
          expect(next.completed).toEqual(since.length === threshold ? since : undefined)
          if (next.completed !== undefined) since = []
          expect(next.waiting).toEqual(since)
          waiting = next.waiting
        })
      }),
      { seed: 3 },
    )
  })
})
