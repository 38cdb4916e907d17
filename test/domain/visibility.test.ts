import { describe, expect, it } from 'vitest'
import { RULES_VERSION } from '../../src/domain/safety/rules-version.ts'
import type { SkillStatus } from '../../src/domain/skill.ts'
import { type OfferRule, statusLabel, visibilityOf } from '../../src/domain/visibility.ts'

const ALL: readonly SkillStatus[] = ['staged', 'watching', 'active', 'pinned', 'archived', 'quarantined', 'revoked']
const skill = (status: SkillStatus, more = {}) => ({
  name: 'auto-x',
  status,
  needsReview: true,
  description: 'Does it.',
  digest: 'd',
  ...more,
})
const those = (what: 'offered' | 'loadable' | 'exported' | 'waits', rule?: OfferRule) =>
  ALL.filter((status) => visibilityOf(skill(status), rule)[what])

describe('visibilityOf', () => {
  it.each<[OfferRule | undefined, readonly SkillStatus[]]>([
    [undefined, ['staged', 'active', 'pinned']],
    [{ drafts: 'staged', watching: false }, ['staged', 'active', 'pinned']],
    [{ drafts: 'staged', watching: true }, ['staged', 'watching', 'active', 'pinned']],
    [{ drafts: 'active', watching: false }, ['active', 'pinned']],
    [{ drafts: 'active', watching: true }, ['active', 'pinned']],
  ])('offers by %j: %j', (rule, offered) => expect(those('offered', rule)).toEqual(offered))

  it('exports what a person made or promoted, and has a person look at what is new', () => {
    for (const drafts of ['staged', 'active'] as const)
      for (const watching of [true, false]) {
        expect(those('exported', { drafts, watching })).toEqual(['active', 'pinned'])
        expect(those('waits', { drafts, watching })).toEqual(['staged'])
        expect(those('loadable', { drafts, watching })).toEqual(['staged', 'watching', 'active', 'pinned'])
      }
    expect(visibilityOf(skill('staged', { needsReview: false })).waits).toBe(false)
  })

  it('keeps from every model what these safety rules have not seen, what was altered since its review, and odd names', () => {
    for (const more of [{ rules: null }, { rules: 'older' }, { altered: true }, { name: '--help' }])
      for (const status of ['staged', 'watching', 'active', 'pinned'] as const)
        expect(visibilityOf(skill(status, more))).toMatchObject({
          offered: false,
          loadable: false,
          exported: false,
          hidden: { why: expect.any(String) },
        })
    for (const more of [{ rules: RULES_VERSION, altered: false }, { name: '技能_v1.2' }])
      expect(visibilityOf(skill('active', more))).toMatchObject({ offered: true, loadable: true, exported: true })
  })

  it('offers nothing that was not written yet or cannot be read', () => {
    for (const more of [{ digest: null }, { description: '' }])
      expect(visibilityOf(skill('pinned', more))).toMatchObject({ offered: false, loadable: false })
  })

  it('says why a skill is hidden exactly where its standing hides it, and what to do', () => {
    for (const status of ALL) {
      const { offered, hidden } = visibilityOf(skill(status))
      expect(hidden === undefined).toBe(offered)
      if (hidden !== undefined) expect(hidden.hint).toContain('auto-x')
    }
    expect(visibilityOf(skill('watching')).hidden?.why).toContain('it is not offered until')
  })
})

it('statusLabel asks for no review of a draft that waits for evidence', () => {
  expect(statusLabel(skill('staged'))).toBe('staged, needs review')
  expect(statusLabel(skill('watching'))).toBe('watching')
  expect(statusLabel(skill('active', { needsReview: false }))).toBe('active')
})
