import { describe, expect, it } from 'vitest'
import { type DoneMove, undoOf } from '../../src/domain/lifecycle.ts'

const line = (id: number, move: string, more: Partial<DoneMove> = {}): DoneMove => ({
  ...{ id, move, fromStatus: 'staged', toStatus: 'active', versionId: null },
  ...more,
})

describe('undoOf', () => {
  it('takes back a move by further moves', () => {
    const moves = (...lines: Parameters<typeof undoOf>[0]) => {
      const steps = undoOf(lines, lines.at(-1)?.id ?? 0)
      return 'why' in steps ? steps.why : steps.map(({ move }) => move)
    }
    expect(moves(line(1, 'promote'))).toEqual(['archive', 'restore'])
    expect(moves(line(1, 'archive', { toStatus: 'archived' }))).toEqual(['restore'])
    expect(moves(line(1, 'promote', { fromStatus: 'quarantined' }))).toEqual(['archive'])
    expect(moves(line(1, 'promote', { fromStatus: 'watching' }))).toEqual(['archive'])
    expect(moves(line(1, 'archive', { fromStatus: 'active', toStatus: 'archived' }))).toEqual(['restore', 'promote'])
    expect(moves(line(1, 'revoke', { fromStatus: 'pinned', toStatus: 'revoked' }))).toEqual([
      'restore',
      'promote',
      'pin',
    ])
    expect(moves(line(1, 'restore', { fromStatus: 'revoked' }))).toEqual(['revoke'])
    expect(moves(line(1, 'accept', { versionId: 'v' }))).toBe('there is no earlier version to go back to')
    expect(moves(line(1, 'draft', { versionId: 'v' }), line(2, 'accept', { versionId: 'w' }))).toEqual(['rollback'])
    expect(moves(line(1, 'reject', { versionId: 'v' }))).toEqual(['unreject'])
    expect(moves(line(1, 'reject', { versionId: 'v' }), line(2, 'unreject', { versionId: 'v' }))).toEqual(['reject'])
    expect(moves(line(1, 'draft'))).toBe('"draft" cannot be taken back')
  })

  it('goes back to the entry whose version was the current one before', () => {
    const lines = [
      line(1, 'draft', { versionId: 'a' }),
      line(2, 'propose', { versionId: 'b' }),
      line(3, 'accept', { versionId: 'b' }),
    ]
    expect(undoOf(lines, 3)).toEqual([{ move: 'rollback', options: { entry: 1 } }])
  })

  it('puts back in use what was in use, where a person had approved it', () => {
    const lines = (granted: boolean) => [
      line(1, 'draft', { versionId: 'a' }),
      line(2, granted ? 'promote' : 'edit', { versionId: 'b' }),
      line(3, 'rollback', { versionId: 'a', fromStatus: 'active', toStatus: 'staged' }),
    ]
    const back = { move: 'rollback', options: { entry: 2 } }
    expect(undoOf(lines(true), 3)).toEqual([back, { move: 'promote', for: 'active' }])
    expect(undoOf(lines(false), 3)).toEqual([back])
  })

  it('refuses where status or text changed since, and not where something was only noted', () => {
    const since = { why: 'something else was done with the skill since' }
    expect(undoOf([line(1, 'promote'), line(2, 'pin', { toStatus: 'pinned' })], 1)).toEqual(since)
    expect(undoOf([line(1, 'promote'), line(2, 'edit', { versionId: 'e' })], 1)).toEqual(since)
    expect(undoOf([line(1, 'promote'), line(2, 'propose', { versionId: 'p' })], 1)).toHaveLength(2)
    expect(undoOf([line(1, 'promote'), line(2, 'evidence', { toStatus: null })], 1)).toHaveLength(2)
    expect(undoOf([line(1, 'promote')], 9)).toEqual(since)
  })
})
