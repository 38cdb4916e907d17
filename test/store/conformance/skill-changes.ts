import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SkillChanges, SkillLookups, SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TurnStore } from '../../../src/store/ports/turn-store.ts'
import type { SkillRecord } from '../../../src/store/skill-records.ts'
import { CREATE, LINE, made, namesOf, recorder, VERSION } from './records.ts'

/** What `SkillChanges` promises of the log of changed skills. */
export function skillChangesConformance(open: () => Needs): void {
  describe('SkillChanges', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('tells which rows changed since a change: added, moved, placed, looked at, purged', async () => {
      await made(store, ['a', 'b', 'c', 'd'])
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
      await made(store, ['e'])
      expect((await since(from))[0]).toEqual(['a', 'b', 'c', 'e'])
      expect(await store.skillChange()).toBeGreaterThan(from)
      expect(await store.changeToken(from)).toBe(await store.changeToken(from))
    })

    it('lists the skills whose folder does not hold what their row says', async () => {
      await store.apply(CREATE)
      expect((await store.unplaced()).map((one) => one.name)).toEqual(['auto-x'])
      await store.placed('skill-1', { path: '/p', digest: VERSION.digest, stamp: 's' })
      expect(await store.unplaced()).toEqual([])
      const now = (await store.skill('auto-x')) as SkillRecord
      await store.apply({ skill: { ...now, status: 'archived' }, expect: now, ledger: LINE })
      expect((await store.unplaced()).map((one) => one.status)).toEqual(['archived'])
      await store.placed('skill-1', { path: '/archive', digest: VERSION.digest, stamp: '' })
      expect(await store.unplaced()).toEqual([])
    })

    it('stays when this process alone writes, or asks whether it could', async () => {
      const before = await store.revision()
      await record({})
      await store.insistWritable(0)
      expect(await store.revision()).toBe(before)
    })

    it('keeps the newest look at each skills folder', async () => {
      const look = { stamp: 's', change: 3, rules: 'r' }
      expect(await store.look('/a')).toBeUndefined()
      await store.saveLook('/a', look)
      await store.saveLook('/a', { ...look, change: 4 })
      expect([await store.look('/a'), await store.look('/b')]).toEqual([{ ...look, change: 4 }, undefined])
    })
  })
}

type Needs = AsyncDisposable & SkillChanges & SkillStore & SkillLookups & TurnStore
