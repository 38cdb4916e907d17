import { describe, expect, it } from 'vitest'
import { SkillIndex } from '../../../src/app/skill-index.ts'
import { leaning, meaningTexts } from '../../../src/domain/retrieval/meaning.ts'
import { pack, unit } from '../../../src/domain/vectors/cosine.ts'

const at = (...parts: number[]) => unit(Float32Array.from(parts))
const packed = (...vectors: Float32Array[]) => vectors.map(pack)
const REQUEST = at(1, 0, 0)

describe('the meaning of a skill', () => {
  it('is read from its phrases, its name in words, and its description', () =>
    expect(
      meaningTexts({
        id: 'a',
        name: 'fix-lint_errors',
        description: 'Fix lint',
        triggers: ['lint fails'],
        examples: ['x'],
      }),
    ).toEqual({ phrases: ['lint fails', 'x'], about: ['fix lint errors', 'Fix lint'] }))

  it('speaks for a skill that is near, against one that is far, and says nothing where nothing is known', () => {
    const near = leaning(REQUEST, { phrases: packed(at(1, 0.1, 0)), about: packed(at(0, 1, 0)) })
    const far = leaning(REQUEST, { phrases: packed(at(0, 1, 0)), about: packed(at(0, 0, 1)) })
    expect(near).toBeGreaterThan(0.5)
    expect(far).toBeLessThan(-0.5)
    expect(leaning(REQUEST, { phrases: [], about: [] })).toBe(0)
  })

  it('goes by the phrases together where there are some, else by name and description', () => {
    const one = packed(at(1, 0, 0))
    const [alike, mixed] = [packed(at(1, 0, 0), at(1, 0.1, 0)), packed(at(1, 0, 0), at(0, 1, 0))]
    const about = packed(at(0, 0, 1))
    expect(leaning(REQUEST, { phrases: alike, about })).toBeGreaterThan(leaning(REQUEST, { phrases: mixed, about }))
    expect(leaning(REQUEST, { phrases: [], about: one })).toBeCloseTo(leaning(REQUEST, { phrases: one, about: [] }), 6)
  })
})

describe('a search', () => {
  const index = new SkillIndex()
  index.add({ id: 'a', name: 'review-branch', description: 'Review the changes of a branch' })
  index.add({ id: 'b', name: 'merge-branch', description: 'Merge a branch' })
  const ids = (toward?: (id: string) => number) => index.search('merge the branch', 2, toward).map(({ id }) => id)

  it('orders by what else is known of a skill as well, and is the same where nothing is', () => {
    expect(ids()).toEqual(['b', 'a'])
    expect(ids((id) => (id === 'a' ? 20 : 0))).toEqual(['a', 'b'])
    expect(index.search('merge the branch', 2, () => 0)).toEqual(index.search('merge the branch', 2))
  })

  it('keeps relevance a probability whatever is known', () => {
    for (const size of [-50, -1, 1, 50])
      for (const { relevance } of index.search('merge the branch', 2, (id) => (id === 'b' ? size : -size))) {
        expect(relevance).toBeGreaterThanOrEqual(0)
        expect(relevance).toBeLessThanOrEqual(1)
      }
  })
})
