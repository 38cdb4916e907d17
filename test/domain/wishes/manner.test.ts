import { describe, expect, it } from 'vitest'
import { isManner } from '../../../src/domain/wishes/manner.ts'
import { TASKS } from '../draft/task-requests.ts'
import { MANNERS, NO_MANNERS } from './manners.ts'

describe('manner', () => {
  it.each(MANNERS)('is all that "%s" is about', (request) => expect(isManner(request)).toBe(true))
  it.each(NO_MANNERS)('is not all that "%s" is about', (request) => expect(isManner(request)).toBe(false))

  it('is not what one piece of work is to be in', () => {
    expect(isManner('write commit messages in English')).toBe(true)
    expect(isManner('write the weekly report in Spanish')).toBe(false)
  })

  it('is not seen in any request that sets a task', () => expect(TASKS.filter((task) => isManner(task))).toEqual([]))

  it('is not seen in a text that is too long to be about nothing else', () =>
    expect(isManner(`always ${'run the linter '.repeat(20_000)}`)).toBe(false))
})
