import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProposalRecord } from '../../../src/store/ports/review-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { CLAIM, CREATE, LINE, RULE, recorder, TURN } from './records.ts'

const PROPOSAL: ProposalRecord = {
  ...{ id: 'p1', subject: 'requests of /p', skill: '', operation: 'recurring', status: 'staged', rule: null },
  ...{ reason: 'alike', proposal: '{}', calls: ['c1'], versionId: null, at: 1 },
}
const LATEST = Number.MAX_SAFE_INTEGER

/** What `RecurrenceStore` promises of requests that wait in no streak. */
export function recurrenceStoreConformance(open: () => Store): void {
  describe('RecurrenceStore', () => {
    let store: Store
    let record: ReturnType<typeof recorder>
    const lone = async (projectDir = '', until = LATEST) =>
      (await store.loneRequests(projectDir, until, 100)).map(({ text }) => text)
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    describe('loneRequests', () => {
      it('are the successes of a project that wait alone, oldest first', async () => {
        await record({ userInput: 'add tests' }, { userInput: 'write the notes', key: 'notes-write' })
        await record({ userInput: 'it failed', key: 'failed', outcome: 'failure' })
        await record({ userInput: 'elsewhere', key: 'elsewhere', projectDir: '/p' })
        expect(await lone()).toEqual(['add tests', 'write the notes'])
        expect(await lone('/p')).toEqual(['elsewhere'])
        expect(await store.lonelyProjects()).toMatchObject([
          { project: '', requests: 2 },
          { project: '/p', requests: 1 },
        ])
      })

      it('are not those that wait with another, completed a streak or were refused', async () => {
        await record({}, {})
        expect(await lone()).toEqual([])
        await record({})
        const trajectory = { ...TURN, userInput: 'thanks' }
        await store.recordTurn({ id: 'refused', signature: 'thanks', trajectory, refusal: 'thin: nothing' }, RULE)
        expect(await lone()).toEqual([])
      })
    })

    describe('completeMeant', () => {
      const turnIds = ['turn-1', 'turn-2', 'turn-3']
      const streak = { signature: 'notes', threshold: 3, turnIds }
      beforeEach(async () => await record({ key: 'a' }, { key: 'b' }, { key: 'c' }))

      it('takes them out of their streaks, and notes the proposal in the same step', async () => {
        const made = await store.completeMeant(streak, { ...CLAIM, triggerId: 'meant' }, PROPOSAL)
        expect(made).toMatchObject({ id: 'meant', signature: 'notes', turnIds, meant: true })
        expect(await lone()).toEqual([])
        expect(await store.proposalsAbout('requests of /p', 9)).toEqual([PROPOSAL])
        expect(await Promise.all(turnIds.map((id) => store.streakOf(id)))).toEqual([0, 0, 0])
        const later = { ...CLAIM, pid: 2, alive: () => false }
        expect(await store.orphanedTrigger(later)).toMatchObject({ id: 'meant', meant: true })
      })

      it('changes nothing where one of them is used already', async () => {
        await store.completeMeant(streak, CLAIM, PROPOSAL)
        await record({ key: 'd' })
        const again = ['turn-2', 'turn-3', 'turn-4']
        const other = { ...PROPOSAL, id: 'p2' }
        expect(await store.completeMeant({ ...streak, turnIds: again }, CLAIM, other)).toBeUndefined()
        expect(await store.proposalsAbout('requests of /p', 9)).toHaveLength(1)
        expect(await lone()).toHaveLength(1)
      })

      it('gives them back where the draft is refused', async () => {
        await store.completeMeant(streak, { ...CLAIM, triggerId: 'meant' }, PROPOSAL)
        await store.dropTrigger('meant', LINE)
        expect(await lone()).toHaveLength(3)
      })
    })

    it('a version made from them is evidence, and they are asked about no more', async () => {
      await record({ key: 'a' })
      await store.apply({ ...CREATE, version: { ...CREATE.version!, evidence: ['turn-1'] } })
      expect(await lone()).toEqual([])
    })
  })
}
