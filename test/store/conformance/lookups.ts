import { beforeEach, describe, expect, it } from 'vitest'
import type { SkillRecord } from '../../../src/store/skill-records.ts'
import type { Store } from '../../../src/store/store.ts'
import { CREATE, LINE, SKILL, VERSION } from './records.ts'

/** What a store answers of skills to who does not read them all. */
export function lookupConformance(current: () => Store): void {
  let store: Store
  beforeEach(() => {
    store = current()
  })

  /** Makes skills of these names, `id-<name>` each, one moment after the other. */
  async function made(names: readonly string[], more: Partial<SkillRecord> = {}): Promise<void> {
    for (const [at, name] of names.entries()) {
      const skill = { ...SKILL, ...more, id: `id-${name}`, name, createdAt: at }
      const version = { ...VERSION, id: `version-${name}`, skillId: skill.id, files: new Map() }
      await store.apply({ ...CREATE, skill, version, ledger: { ...LINE, skillName: name, skillId: skill.id } })
    }
  }
  const namesOf = (skills: readonly { readonly name: string }[]) => skills.map(({ name }) => name).sort()

  describe('lookups', () => {
    it('finds skills by name or id, whole or begun, and by nothing else', async () => {
      await made(['bake', 'baking', 'build'])
      expect(namesOf(await store.skillsLike('bake'))).toEqual(['bake'])
      expect(namesOf(await store.skillsLike('BAK'))).toEqual(['bake', 'baking'])
      expect(namesOf(await store.skillsLike('id-b'))).toEqual(['bake', 'baking', 'build'])
      expect(await store.skillsLike('')).toEqual([])
      expect(await store.skillsLike('ake')).toEqual([])
      expect(namesOf(await store.skillsNamed(['build', 'none', 'bake']))).toEqual(['bake', 'build'])
    })

    it('gives some skills, never one twice, and all where they are no more than asked for', async () => {
      await made(['a', 'b', 'c', 'd', 'e'])
      for (let seed = 0; seed < 12; seed++) {
        expect(namesOf(await store.someSkills(seed, 9))).toEqual(['a', 'b', 'c', 'd', 'e'])
        expect(new Set(namesOf(await store.someSkills(seed, 3))).size).toBe(3)
      }
    })

    it('counts skills by standing, and gives the newest of one', async () => {
      await made(['a', 'b', 'c'], { status: 'staged', needsReview: true })
      await made(['d'], { status: 'active', needsReview: false })
      const counted = await store.standings()
      const count = (status: string) => counted.reduce((sum, one) => sum + (one.status === status ? one.count : 0), 0)
      expect([count('staged'), count('active'), count('archived')]).toEqual([3, 1, 0])
      const newest = await store.newestSkills({ status: 'staged', needsReview: true }, 2)
      expect(newest.map(({ name }) => name)).toEqual(['c', 'b'])
      expect(await store.newestSkills({ status: 'staged', needsReview: false }, 2)).toEqual([])
    })

    it('names drafts that nobody was told of', async () => {
      await made(['a', 'b'], { status: 'staged', needsReview: true })
      await made(['c'], { status: 'active', needsReview: false })
      expect(namesOf(await store.unannounced())).toEqual(['a', 'b'])
      await store.announce(['id-a'], 1)
      expect(namesOf(await store.unannounced())).toEqual(['b'])
    })

    it('tells which rows changed since a change: added, moved, placed, looked at, purged', async () => {
      await made(['a', 'b', 'c', 'd'])
      const since = async (change: number) => {
        const found = await store.skillsSince(change)
        return [[...(found?.names ?? [])].sort(), namesOf(found?.skills ?? [])]
      }
      const from = await store.skillChange()
      expect(await since(from)).toEqual([[], []])
      await store.placed('id-a', { path: '/a', digest: 'd', stamp: 's' })
      expect(await since(from)).toEqual([['a'], ['a']])
      await store.checked('id-b', 'rules')
      await store.forget('id-c', { ...LINE, skillName: 'c', skillId: 'id-c', move: 'purge' })
      expect(await since(from)).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b'],
      ])
      await made(['e'])
      expect((await since(from))[0]).toEqual(['a', 'b', 'c', 'e'])
      expect(await store.skillChange()).toBeGreaterThan(from)
      expect(await store.changeToken(from)).toBe(await store.changeToken(from))
    })
  })
}
