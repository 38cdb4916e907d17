import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TriggerStore } from '../../../src/store/ports/turn-store.ts'
import type { LedgerStore } from '../../../src/store/ports/version-store.ts'
import { AT, CREATE, LINE, SKILL } from './records.ts'

/** What `LedgerStore` promises of the log of changes and of revocations. */
export function ledgerStoreConformance(open: () => Needs): void {
  describe('LedgerStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('keeps the ledger in order, by skill where asked', async () => {
      await store.apply(CREATE)
      await store.dropTrigger('nobody', { ...LINE, skillName: 'auto-y', move: 'refused', skillId: null })
      expect((await store.ledger()).map((line) => line.skillName)).toEqual(['auto-x', 'auto-y'])
      const [first, second] = await store.ledger()
      expect([await store.ledgerAfter(0, 1), await store.ledgerAfter(first!.id, 5)]).toEqual([[first], [second]])
      expect(await store.ledgerAfter(second!.id, 5)).toEqual([])
      expect(await store.ledger('auto-y')).toMatchObject([{ move: 'refused' }])
    })

    it('takes back the revocation of a move alone, and not an earlier one of the same name and time', async () => {
      await store.apply({ skill: SKILL, expect: 'absent', revocation: 'start', ledger: { ...LINE, reason: 'first' } })
      const again = { skill: SKILL, expect: SKILL, revocation: 'start', ledger: { ...LINE, reason: 'second' } } as const
      await store.apply(again)
      await store.takeBack(again, SKILL)
      expect((await store.revocations()).map(({ reason }) => reason)).toEqual(['first'])
    })

    it('holds revocations by name and signature until they are lifted, each for itself', async () => {
      const person = { ...SKILL, id: 'skill-2', name: 'mine', signature: null, origin: 'person' as const }
      await store.apply({ skill: SKILL, expect: 'absent', revocation: 'start', ledger: { ...LINE, reason: 'no' } })
      await store.apply({ skill: person, expect: 'absent', revocation: 'start', ledger: LINE })
      const other = { ...person, id: 'skill-3', name: 'other' }
      await store.apply({ skill: other, expect: 'absent', revocation: 'start', ledger: LINE })
      expect(await store.revocations()).toMatchObject([
        { skillName: 'auto-x', signature: 'x', at: AT, reason: 'no' },
        { skillName: 'mine', signature: null },
        { skillName: 'other', signature: null },
      ])
      await store.apply({ skill: person, expect: person, revocation: 'lift', ledger: LINE })
      expect((await store.revocations()).map((one) => one.skillName)).toEqual(['auto-x', 'other'])
      await store.apply({ skill: SKILL, expect: SKILL, revocation: 'lift', ledger: LINE })
      expect((await store.revocations()).map((one) => one.skillName)).toEqual(['other'])
    })

    it('names the skills with a ledger line of some moves', async () => {
      await store.apply(CREATE)
      expect(await store.skillsWith(['draft', 'split'])).toEqual(new Set(['skill-1']))
      expect(await store.skillsWith(['promote'])).toEqual(new Set())
    })

    it('knows what a person keeps, until they take it back', async () => {
      await store.apply(CREATE)
      const say = async (move: string, at: number) =>
        await store.apply({ skill: SKILL, expect: SKILL, ledger: { ...LINE, move, at } })
      expect(await store.kept()).toEqual(new Map())
      await say('keep', AT + 1)
      await say('keep', AT + 2)
      expect(await store.kept()).toEqual(new Map([[SKILL.id, AT + 2]]))
      await say('unkeep', AT + 3)
      expect(await store.kept()).toEqual(new Map())
    })

    it('numbers its lines, and knows the newest that is about a skill', async () => {
      expect([await store.ledger('x'), await store.lastEntry(), await store.lastLine()]).toEqual([[], 0, undefined])
      await store.apply(CREATE)
      await store.dropTrigger('nobody', { ...LINE, skillName: 'auto-y', move: 'refused', skillId: null })
      const [first, second] = await store.ledger()
      expect(await store.lastEntry()).toBe(second?.id)
      expect(await store.lastLine()).toEqual(first)
    })
  })
}

type Needs = AsyncDisposable & LedgerStore & SkillStore & TriggerStore
