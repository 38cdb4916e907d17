import { describe, expect, it } from 'vitest'
import { Bucketer } from '../../../src/domain/bucketer.ts'
import type { Vectors } from '../../../src/domain/vectors/cosine.ts'
import { REQUESTS } from './requests.ts'

const drafts = (texts: readonly string[], vectors?: Vectors) => {
  const bucketer = new Bucketer({ grouping: 'similar', ...(vectors && { vectors }) })
  return texts.flatMap((userInput, at) => {
    const trigger = bucketer.observe({ userInput, outcome: 'success' })
    return trigger === undefined
      ? []
      : [{ at, signature: trigger.signature, texts: trigger.trajectories.map((turn) => turn.userInput) }]
  })
}

const same: Vectors = () => Float32Array.of(0.6, 0.8)
const SAID = ['show pending merge requests', 'list merge proposals open', 'merge candidates overview']

describe('grouping with vectors', () => {
  const texts = REQUESTS.map(({ text }) => text)

  it('is grouping by words where no vector is known', () => {
    expect(drafts(texts, () => undefined)).toEqual(drafts(texts))
    expect(drafts(texts).length).toBeGreaterThan(3)
  })

  it('brings together what means the same in other words, and keeps apart what does not', () => {
    const other = new Map(
      SAID.map((text, i) => [text, Float32Array.from({ length: 3 }, (_, at) => (at === i ? 1 : 0))]),
    )
    expect(drafts(SAID)).toEqual([])
    expect(drafts(SAID, same)).toMatchObject([{ at: 2, texts: SAID }])
    expect(drafts(SAID, (text) => other.get(text))).toEqual([])
  })

  it('keeps opposites apart, however near their vectors are', () =>
    expect(drafts(['enable the kitchen light', 'disable the kitchen light', 'enable the kitchen light'], same)).toEqual(
      [],
    ))

  it('is the same for the same vectors, and goes on by words where some are missing', () => {
    const some: Vectors = (text) => (text.length % 2 === 0 ? same(text) : undefined)
    expect(drafts(texts, some)).toEqual(drafts(texts, some))
    expect(drafts([...SAID.slice(0, 2), 'x '.repeat(250), SAID[2]!], same)).toHaveLength(1)
  })

  it('asks for what is read of a request only', () => {
    const asked: string[] = []
    drafts([`add tests ${'for the parser '.repeat(60)}`], (text) => {
      asked.push(text)
      return undefined
    })
    expect(asked.every((text) => text.length <= 400)).toBe(true)
  })
})
