import { describe, expect, it } from 'vitest'
import { itemByIdPrefix } from '../../src/domain/skill-reference.ts'

describe('itemByIdPrefix', () => {
  const items = ['abc', 'abcd', 'xyz'].map((id) => ({ id }))
  const find = (reference: string) => itemByIdPrefix(items, ({ id }) => id, reference)

  it.each([
    ['the whole id, also where a longer one begins so', 'abc', { id: 'abc' }],
    ['the only beginning', 'x', { id: 'xyz' }],
    ['a beginning of several', 'ab', 'several'],
    ['a beginning of none', 'q', 'none'],
    ['nothing', '', 'none'],
  ])('%s', (_, reference, expected) => expect(find(reference)).toEqual(expected))
})
