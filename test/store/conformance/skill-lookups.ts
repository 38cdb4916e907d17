import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionStore } from '../../../src/store/ports/decision-store.ts'
import type { SkillFilter, SkillLookups, SkillStore } from '../../../src/store/ports/skill-store.ts'
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
      const staged = { status: 'staged', needsReview: true } as const
      const newest = await store.newestSkills([staged], { limit: 2 })
      expect(newest.map(({ name }) => name)).toEqual(['c', 'b'])
      expect(namesOf(await store.newestSkills([staged], { limit: 2, offset: 2 }))).toEqual(['a'])
      expect(await store.newestSkills([{ status: 'staged', needsReview: false }], { limit: 2 })).toEqual([])
      expect(await store.newestSkills([], { limit: 2 })).toEqual([])
    })

    it('gives the newest of several standings in one order, page by page', async () => {
      const of = [
        { status: 'staged', needsReview: true },
        { status: 'active', needsReview: false },
      ] as const
      await made(store, ['a', 'b', 'c'], of[0])
      await made(store, ['d', 'e', 'f', 'g'], of[1])
      const all = await store.newestSkills(of, { limit: 9 })
      expect(all.map(({ createdAt }) => createdAt)).toEqual([3, 2, 2, 1, 1, 0, 0])
      const pages = await Promise.all([0, 2, 4, 6].map((offset) => store.newestSkills(of, { limit: 2, offset })))
      expect(pages.flat()).toEqual(all)
    })

    it('gives those of a source, of the agent or project of their evidence, of a waiting version, and of some ids', async () => {
      const of = [{ status: SKILL.status, needsReview: SKILL.needsReview }]
      await made(store, ['rules'], { origin: 'auto' })
      await made(store, ['session'], { origin: 'model', evidenceCount: 2 })
      await made(store, ['document'], { origin: 'model', evidenceCount: 0 })
      await made(store, ['mine'], { origin: 'person' })
      const named = async (asked: SkillFilter) => namesOf(await store.newestSkills(of, { limit: 9, ...asked }))
      expect(await named({ origin: 'auto' })).toEqual(['rules'])
      expect(await named({ origin: 'model' })).toEqual(['session'])
      expect(await named({ origin: 'document' })).toEqual(['document'])
      expect(await named({ origin: 'person' })).toEqual(['mine'])
      expect(await named({ names: ['mine', 'rules'], origin: 'auto' })).toEqual(['rules'])
      expect([
        await named({ proposed: true }),
        await named({ engine: 'codex' }),
        await named({ project: '/x' }),
      ]).toEqual([[], [], []])
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
