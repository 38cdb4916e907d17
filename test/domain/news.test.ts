import { expect, it } from 'vitest'
import { newsLine, personsWords } from '../../src/domain/persons-words.ts'

it('is nothing without drafts', () => expect(newsLine([])).toBeUndefined())

it('names three drafts and counts the others, on one line', () => {
  expect(newsLine(['a', 'b', 'c'])).toContain('skills were drafted from your own runs: a, b, c. ')
  expect(newsLine(['a', 'b', 'c', 'd', 'e'])).toContain(': a, b, c and 2 more. ')
  expect(newsLine(['a'])).not.toContain('\n')
})

it('says of a skill that came from elsewhere no more than that it waits, and knows the line again', () => {
  const line = newsLine(['a', 'theirs'], false)
  expect(line).toContain(': skills wait for your look: a, theirs. ')
  for (const said of [line, newsLine(['a'], false), newsLine(['a']), newsLine(['a', 'b'])])
    expect(personsWords(`go on ${said}`).trim()).toBe('go on')
})
