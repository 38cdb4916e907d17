import { describe, expect, it } from 'vitest'
import { parseOverride } from '../../src/domain/bandit.ts'
import { vectors } from './vectors.ts'

describe('parseOverride', () => {
  it('agrees with every test vector', () => {
    const lines = vectors<{ input: string; override: string | null }>('override')
    expect(lines).toHaveLength(305)
    for (const { input, override } of lines) expect([input, parseOverride(input)]).toEqual([input, override])
  })

  it('reads the first mark only and takes only ASCII letters into the name', () => {
    expect(parseOverride('fix it @@Skill=a-b_9, or @@skill=other')).toBe('a-b_9')
    expect(parseOverride('@@skill= @@skill=other')).toBeNull()
    expect(parseOverride('@@skill=deſk')).toBe('de')
    expect(parseOverride('no mark')).toBeNull()
  })
})
