import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bucketer } from '../../src/domain/bucketer.ts'
import type { Outcome } from '../../src/domain/turn.ts'
import { interleaved, type Said } from './grouping/interleaved.ts'
import { vectors } from './vectors.ts'

/** What both settings make of the same turns, side by side. */
function play(said: readonly Said[], options: { readonly threshold?: number; readonly stopwords?: string[] } = {}) {
  const turns = said.map((one) => ({ ...one }))
  const bySignature = new Bucketer({ ...options })
  const similar = new Bucketer({ ...options, grouping: 'similar' })
  return turns.map((turn) => ({ exact: bySignature.observe(turn), like: similar.observe(turn) }))
}

/** Every draft of an exact streak comes at the same turn, of the same turns, under its name or one that was drafted before. */
function expectKept(steps: ReturnType<typeof play>): void {
  const names = new Set<string>()
  for (const { exact, like } of steps) {
    if (exact !== undefined) {
      expect(like?.trajectories).toEqual(exact.trajectories)
      expect([exact.signature, ...names]).toContain(like?.signature)
    }
    if (like !== undefined) names.add(like.signature)
  }
}

describe('exact streaks inside grouping by likeness', () => {
  it.each([1, 2, 3, 5])('set off a draft at the turn at which they do alone, at a threshold of %i', (threshold) =>
    fc.assert(fc.property(interleaved, (said) => expectKept(play(said, { threshold })))),
  )

  it('set off what the vectors of the reference say', () => {
    const stopwords = readFileSync(new URL('../fixtures/vectors/stopwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    for (const name of ['streaks', 'streaks_other_thresholds'])
      for (const { threshold, turns } of vectors<{
        readonly threshold: number
        readonly turns: readonly { readonly input: string; readonly outcome: string }[]
      }>(name))
        expectKept(
          play(
            turns.map(({ input, outcome }) => ({ userInput: input, outcome: outcome as Outcome })),
            { threshold, stopwords },
          ),
        )
  })

  it('outlive the failure of a similar request, which empties the group of both', () => {
    const said: [string, Outcome][] = [
      ['fix the failing lint errors', 'success'],
      ['fix the failing lint errors', 'success'],
      ['please fix failing lint errors in the parser', 'failure'],
      ['fix the failing lint errors', 'success'],
    ]
    const steps = play(said.map(([userInput, outcome]) => ({ userInput, outcome })))
    expect(steps.at(-1)?.like?.signature).toBe('errors-failing-lint')
    expect(steps.at(-1)?.like).toEqual(steps.at(-1)?.exact)
  })

  it('take what they use out of the group: the next draft of the group is of other turns', () => {
    const fix = 'fix the failing lint errors'
    const again = 'please fix failing lint errors again'
    const steps = play(
      [fix, fix, fix, again, fix, again, fix, fix].map((userInput) => ({ userInput, outcome: 'success' as const })),
    )
    const drafts = steps.flatMap(({ like }) => like ?? [])
    expect(drafts[0]).toEqual(steps[2]?.exact)
    expect(new Set(drafts.map(({ signature }) => signature)).size).toBe(1)
    expect(drafts[1]?.trajectories).not.toContain(drafts[0]?.trajectories[0])
  })
})
