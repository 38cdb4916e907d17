import { describe, expect, it } from 'vitest'
import { type Move, statusAfter, statusOnReturn } from '../../src/domain/lifecycle.ts'
import type { SkillStatus } from '../../src/domain/skill.ts'

const STATUSES: readonly SkillStatus[] = [
  'staged',
  'watching',
  'active',
  'pinned',
  'archived',
  'quarantined',
  'revoked',
]

describe('statusAfter', () => {
  it.each<[Move, Partial<Record<SkillStatus, SkillStatus>>]>([
    ['promote', { staged: 'active', watching: 'active' }],
    ['archive', { staged: 'archived', watching: 'archived', active: 'archived', quarantined: 'archived' }],
    ['pin', { active: 'pinned' }],
    ['unpin', { pinned: 'active' }],
    [
      'revoke',
      {
        staged: 'revoked',
        watching: 'revoked',
        active: 'revoked',
        pinned: 'revoked',
        archived: 'revoked',
        quarantined: 'revoked',
      },
    ],
    ['restore', { archived: 'staged', revoked: 'staged' }],
    ['rollback', { staged: 'staged', watching: 'watching', quarantined: 'staged', active: 'active', pinned: 'pinned' }],
    ['accept', { staged: 'staged', watching: 'staged', active: 'active', pinned: 'pinned' }],
  ])('lets a person %s exactly what may be', (move, legal) => {
    for (const status of STATUSES) {
      const attempt = () => statusAfter(move, { name: 'auto-x', status })
      if (legal[status] !== undefined) expect(attempt()).toBe(legal[status])
      else expect(attempt).toThrow(expect.objectContaining({ code: 'illegal_move' }))
    }
  })

  it('promotes a quarantined skill only by force, and tells how', () => {
    const skill = { name: 'auto-x', status: 'quarantined' } as const
    expect(() => statusAfter('promote', skill)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('--force') }),
    )
    expect(statusAfter('promote', skill, { force: true })).toBe('active')
  })

  it.each<Move>(['pin', 'unpin', 'restore', 'accept'])('lets force open no "%s" of a quarantined skill', (move) =>
    expect(() => statusAfter(move, { name: 'auto-x', status: 'quarantined' }, { force: true })).toThrow(
      'it is quarantined',
    ),
  )

  it('lets force change no other rule', () =>
    expect(() => statusAfter('promote', { name: 'auto-x', status: 'revoked' }, { force: true })).toThrow(
      'it is revoked',
    ))

  it('says what the skill is and what it would have to be', () =>
    expect(() => statusAfter('promote', { name: 'auto-x', status: 'archived' })).toThrow(
      'cannot promote "auto-x": it is archived, and only staged or watching skills can be promoted',
    ))
})

describe('statusOnReturn', () => {
  const went = (fromStatus: SkillStatus, toStatus: SkillStatus) => ({ fromStatus, toStatus })

  it.each(['quarantined', 'watching'] as const)('is %s again for what was so when it went', (status) =>
    expect(statusOnReturn('staged', 'auto', [went(status, 'archived'), went('archived', 'revoked')])).toBe(status),
  )

  it.each(['active', 'pinned', 'staged', 'quarantined'] as const)('is %s again for a skill of a person', (status) =>
    expect(statusOnReturn('staged', 'person', [went(status, 'archived'), went('archived', 'revoked')])).toBe(status),
  )

  it('is the usual one for what was offered when it went, whatever it was before', () =>
    expect(statusOnReturn('staged', 'auto', [went('watching', 'staged'), went('staged', 'archived')])).toBe('staged'))
})
