import { expect, it } from 'vitest'
import type { Decision } from '../../../src/domain/decision.ts'
import { ELSEWHERE } from '../../../src/domain/routing/explanation.ts'
import { whyNone } from '../../../src/domain/routing/why-none.ts'

const near = { skill: 'near', relevance: 0.2, words: [], propensity: 0, why: 'not likely enough' }
const away = { skill: 'away', relevance: 0.9, words: [], propensity: 0, why: ELSEWHERE }
const of = (reason: Decision['reason'], ...candidates: (typeof near)[]) =>
  whyNone({ reason, explanation: { threshold: 0.5, holdout: 0.05, candidates } })

it('names the nearest skill, and one of another project that fits', () => {
  expect(of('below_threshold', near)).toEqual({ words: 'none fits: nearest is near with 0.20, needed 0.50' })
  expect(of('below_threshold', near, away)).toEqual({
    words: 'away fits, but is offered in its own project only',
    elsewhere: 'away',
  })
  expect(of('below_threshold', { ...away, relevance: 0.4 })).toEqual({
    words: 'none fits: nearest is away with 0.40, needed 0.50',
  })
  expect(of('no_skill', near).words).toBe('nearest is near: not likely enough')
})

it('says the reason alone of a decision without candidates', () => {
  expect(whyNone({ reason: 'off' }).words).toBe('wayland-core is switched off')
  expect(of('no_candidates').words).toBe('there are no skills yet')
})
