import { expect, it } from 'vitest'
import { newsLine } from '../../src/domain/persons-words.ts'

it('is nothing without drafts', () => expect(newsLine([])).toBeUndefined())

it('names three drafts and counts the others, on one line', () => {
  expect(newsLine(['a', 'b', 'c'])).toContain('skills were drafted from your own runs: a, b, c. ')
  expect(newsLine(['a', 'b', 'c', 'd', 'e'])).toContain(': a, b, c and 2 more. ')
  expect(newsLine(['a'])).not.toContain('\n')
})
