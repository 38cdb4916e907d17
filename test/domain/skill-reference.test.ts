import { describe, expect, it } from 'vitest'
import { findSkill } from '../../src/domain/skill-reference.ts'

const skills = [
  { id: '3f1a0000-0000-4000-8000-000000000001', name: 'auto-review' },
  { id: '3f1b0000-0000-4000-8000-000000000002', name: 'auto-review-branch' },
  { id: '9c000000-0000-4000-8000-000000000003', name: 'lint' },
]

describe('findSkill', () => {
  it('finds a skill by its name, its id, or a unique beginning of it', () => {
    expect(findSkill(skills, 'lint')).toBe(skills[2])
    expect(findSkill(skills, skills[0]?.id ?? '')).toBe(skills[0])
    expect(findSkill(skills, '3f1a')).toBe(skills[0])
    expect(findSkill(skills, '9C00')).toBe(skills[2])
  })

  it('takes a whole name before the beginning of a longer one', () =>
    expect(findSkill(skills, 'auto-review')).toBe(skills[0]))

  it('lists what an ambiguous beginning could mean', () => {
    expect(() => findSkill(skills, '3f1')).toThrow(/auto-review \(3f1a.*auto-review-branch \(3f1b/)
    expect(() => findSkill(skills, '3f1')).toThrow(expect.objectContaining({ code: 'ambiguous_skill' }))
  })

  it.each(['', 'nothing', '%'])('finds nothing by %j', (reference) =>
    expect(() => findSkill(skills, reference)).toThrow(expect.objectContaining({ code: 'no_such_skill' })),
  )
})
