import { describe, expect, it } from 'vitest'
import { resembles } from '../../../src/domain/grouping/resemblance.ts'

const LINT = ['fix lint errors', 'fix lint', 'fix the lint errors']

describe('requests resemble earlier ones', () => {
  it('when two in three are for the same', () => {
    expect(resembles(['fix all lint errors', 'please fix lint', 'fix flaky tests'], LINT)).toBe(true)
    expect(resembles(['fix tests', 'fix the test, the code is right', 'fix flaky tests'], LINT)).toBe(false)
  })
})
