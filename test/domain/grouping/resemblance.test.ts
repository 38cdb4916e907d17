import { describe, expect, it } from 'vitest'
import { resembles } from '../../../src/domain/grouping/resemblance.ts'

const LINT = ['fix lint errors', 'fix lint', 'fix the lint errors']

describe('requests resemble earlier ones', () => {
  it('when two in three are for the same', () => {
    expect(resembles(['fix all lint errors', 'please fix lint', 'fix flaky tests'], LINT)).toBe(true)
    expect(resembles(['fix tests', 'fix the test, the code is right', 'fix flaky tests'], LINT)).toBe(false)
  })

  it('by meaning too, where it is known', () => {
    const meaning = (text: string) => Float32Array.of(/lint|style/.test(text) ? 1 : 0, /lint|style/.test(text) ? 0 : 1)
    const other = ['correct the style warnings', 'get rid of style complaints', 'style must be clean']
    expect(resembles(other, LINT)).toBe(false)
    expect(resembles(other, LINT, meaning)).toBe(true)
  })
})
