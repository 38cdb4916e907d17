import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TEST_OPENED } from '../../../src/domain/proof/split.ts'
import type { KeptSample, ProofStore } from '../../../src/store/ports/call-store.ts'
import type { LedgerStore } from '../../../src/store/ports/version-store.ts'
import type { LedgerEntry } from '../../../src/store/skill-records.ts'
import { AT } from './records.ts'

const KEPT: KeptSample = {
  ...{ lineage: 'l1', text: 't', task: 'k', repeat: 0, at: AT },
  sample: {
    ...{ score: 0.5, timedOut: false, activated: null, toolCalls: 3, ms: 12 },
    ...{ tokens: { input: 1, output: 2 }, note: 'Ä\n"x"' },
  },
}
const LINE: LedgerEntry = {
  ...{ at: AT, skillName: 'notes', skillId: 's1', move: TEST_OPENED, actor: 'auto' },
  ...{ fromStatus: null, toStatus: null, versionId: null, reason: 'l1: 12 tasks' },
}

/** What `ProofStore` promises. */
export function proofStoreConformance(open: () => Needs): void {
  describe('ProofStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('gives the tries of a lineage back, and keeps the first of each', async () => {
      const later = { ...KEPT, repeat: 1, sample: { ...KEPT.sample, tokens: 'unknown' as const } }
      for (const one of [KEPT, later, { ...KEPT, lineage: 'l2' }, { ...KEPT, at: AT + 1 }]) await store.keepSample(one)
      expect(await store.samples('l1')).toEqual([KEPT, later])
      expect(await store.samples('none')).toEqual([])
    })

    it('opens the sealed tasks of a lineage once', async () => {
      expect(await store.openTest('l1', LINE)).toBeUndefined()
      const again = { ...LINE, at: AT + 1 }
      expect(await store.openTest('l1', again)).toMatchObject(LINE)
      expect(await store.openTest('l2', { ...again, reason: 'l2: 12 tasks' })).toBeUndefined()
      expect((await store.ledger('notes')).map(({ reason }) => reason)).toEqual(['l1: 12 tasks', 'l2: 12 tasks'])
    })
  })
}

type Needs = AsyncDisposable & ProofStore & LedgerStore
