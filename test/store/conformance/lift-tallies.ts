import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionStore, LiftTallies, UseRecords } from '../../../src/store/ports/decision-store.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { StoreUpkeep } from '../../../src/store/ports/upkeep.ts'
import { AT, CREATE, DECISION, LINE, retainAll, SKILL } from './records.ts'

/** What `LiftTallies` promises of what was read of the decision log. */
export function liftTalliesConformance(open: () => Needs): void {
  describe('LiftTallies', () => {
    let store: Needs
    beforeEach(async () => {
      store = open()
      await store.apply(CREATE)
      for (const id of ['a', 'b']) {
        await store.addDecision({ ...DECISION, id })
        await store.settle(id, 'success', AT)
      }
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const tallyAt = async (upTo?: number) => ({
      ...(await store.liftMark(upTo)),
      names: ['auto-x'],
      sums: Float64Array.of(0.1 + 0.2, 5e-324, -0, 1e308),
    })

    it('gives what was kept last, to the last digit, also after further decisions', async () => {
      expect(await store.savedTally()).toBeUndefined()
      await store.saveTally(await tallyAt(1))
      await store.saveTally(await tallyAt())
      await store.addDecision({ ...DECISION, id: 'c' })
      await store.settle('c', 'failure', AT)
      expect(await store.savedTally()).toEqual(await tallyAt(2))
    })

    it('keeps none of a log of which something was deleted', async () => {
      await store.saveTally(await tallyAt())
      await retainAll(store, { decisionsBefore: AT + 1 })
      expect(await store.savedTally()).toBeUndefined()
    })

    it('keeps none that counts an earlier skill of a name', async () => {
      const kept = await tallyAt()
      await store.saveTally(kept)
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      expect(await store.savedTally()).toBeUndefined()
      expect((await store.liftMark(kept.upTo)).token).not.toBe(kept.token)
    })
  })
}

type Needs = AsyncDisposable & LiftTallies & UseRecords & DecisionStore & SkillStore & StoreUpkeep
