import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionStore } from '../../../src/store/ports/decision-store.ts'
import type { SkillLookups } from '../../../src/store/ports/skill-lookups.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import { AT, DECISION, made, namesOf, SKILL } from './records.ts'

/** What `SkillLookups` promises. */
export function skillLookupsConformance(open: () => Needs): void {
  describe('SkillLookups', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('finds skills by name or id, whole or begun, and by nothing else', async () => {
      await made(store, ['bake', 'baking', 'build'])
      expect(namesOf(await store.skillsLike('bake'))).toEqual(['bake'])
      expect(namesOf(await store.skillsLike('BAK'))).toEqual(['bake', 'baking'])
      expect(namesOf(await store.skillsLike('id-b'))).toEqual(['bake', 'baking', 'build'])
      expect(await store.skillsLike('')).toEqual([])
      expect(await store.skillsLike('ake')).toEqual([])
      expect(namesOf(await store.skillsNamed(['build', 'none', 'bake']))).toEqual(['bake', 'build'])
    })

    it('gives some skills, never one twice, and all where they are no more than asked for', async () => {
      await made(store, ['a', 'b', 'c', 'd', 'e'])
      for (let seed = 0; seed < 12; seed++) {
        expect(namesOf(await store.someSkills(seed, 9))).toEqual(['a', 'b', 'c', 'd', 'e'])
        expect(new Set(namesOf(await store.someSkills(seed, 3))).size).toBe(3)
      }
    })

    it('counts skills by standing, and gives the newest of one', async () => {
      await made(store, ['a', 'b', 'c'], { status: 'staged', needsReview: true })
      await made(store, ['d'], { status: 'active', needsReview: false })
      const counted = await store.statusCounts()
      const count = (status: string) => counted.reduce((sum, one) => sum + (one.status === status ? one.count : 0), 0)
      expect([count('staged'), count('active'), count('archived')]).toEqual([3, 1, 0])
      await made(store, ['e', 'f'], { status: 'active', needsReview: false, altered: !SKILL.altered })
      const active = (await store.statusCounts('altered')).filter(({ status }) => status === 'active')
      expect(active).toMatchObject([{ needsReview: false, count: 3, altered: SKILL.altered ? 1 : 2 }])
      const newest = await store.newestSkills({ status: 'staged', needsReview: true }, 2)
      expect(newest.map(({ name }) => name)).toEqual(['c', 'b'])
      expect(await store.newestSkills({ status: 'staged', needsReview: false }, 2)).toEqual([])
    })

    it('knows no skill that was never there', async () => {
      expect(await store.skill('nobody')).toBeUndefined()
      expect([await store.skills(), await store.skillsNamed(['nobody']), await store.usedSkills()]).toEqual([
        [],
        [],
        [],
      ])
    })

    it('gives the counts of skills that were offered, and no others', async () => {
      await made(store, ['auto-x', 'auto-y'])
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2' })
      await store.settle('d1', 'success', AT)
      const used = await store.usedSkills()
      expect(used).toMatchObject([{ name: 'auto-x', status: 'staged', successes: 1, failures: 0 }])
    })
  })
}

type Needs = AsyncDisposable & SkillLookups & SkillStore & DecisionStore
