import { describe, expect, it } from 'vitest'
import { type Move, statusAfter } from '../../src/domain/lifecycle.ts'
import type { SkillStatus } from '../../src/domain/skill.ts'

const STATUSES: readonly SkillStatus[] = ['staged', 'active', 'pinned', 'archived', 'quarantined', 'revoked']

describe('statusAfter', () => {
  it.each<[Move, Partial<Record<SkillStatus, SkillStatus>>]>([
    ['promote', { staged: 'active' }],
    ['archive', { staged: 'archived', active: 'archived' }],
  ])('lets a person %s exactly what may be', (move, legal) => {
    for (const status of STATUSES) {
      const attempt = () => statusAfter(move, { name: 'auto-x', status })
      if (legal[status] !== undefined) expect(attempt()).toBe(legal[status])
      else expect(attempt).toThrow(expect.objectContaining({ code: 'illegal_move' }))
    }
  })

  it('says what the skill is and what it would have to be', () =>
    expect(() => statusAfter('promote', { name: 'auto-x', status: 'archived' })).toThrow(
      'cannot promote "auto-x": it is archived, and only staged skills can be promoted',
    ))
})
