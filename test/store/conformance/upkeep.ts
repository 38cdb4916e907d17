import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionStore } from '../../../src/store/ports/decision-store.ts'
import type { SourceStore, TurnLookups, TurnStore } from '../../../src/store/ports/turn-store.ts'
import type { StoreUpkeep } from '../../../src/store/ports/upkeep.ts'
import { AT, DECISION, recorder, retainAll, TURN } from './records.ts'

/** What `StoreUpkeep` promises. */
export function storeUpkeepConformance(open: () => Needs): void {
  describe('StoreUpkeep', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('counts turns, streaks and decisions', async () => {
      expect(await store.tally()).toMatchObject({ turns: 0, lastTurnAt: null, streaks: 0, decisions: 0 })
      await record({}, { key: 'k', timestamp: new Date(AT + 5) }, { key: '' })
      await store.addDecision(DECISION)
      expect(await store.tally()).toMatchObject({ turns: 3, lastTurnAt: AT + 5, streaks: 2, decisions: 1 })
    })

    it('counts the prompts that were decided on since a time, and no question without a prompt', async () => {
      const asked = [
        { id: 'before', promptId: 'p1', at: AT - 1 },
        { id: 'prompt', promptId: 'p2', at: AT },
        { id: 'question', promptId: null, at: AT },
      ]
      for (const one of asked) await store.addDecision({ ...DECISION, ...one })
      expect((await store.promptsSince(AT)).answered).toBe(1)
      expect((await store.promptsSince(0)).answered).toBe(2)
    })

    it('counts what came of the skills that prompts were offered', async () => {
      const asked = ['none', 'held out', 'not loaded', 'worked', 'failed'].map((id) => ({ id, promptId: id, at: AT }))
      for (const one of asked)
        await store.addDecision({
          ...{ ...DECISION, ...one },
          ...(one.id === 'none' && { pick: null, reason: 'below_threshold' }),
          ...(one.id === 'held out' && { pick: null, reason: 'held_out' }),
        })
      await store.settle('not loaded', 'success', AT + 1, false)
      await store.settle('worked', 'success', AT + 1, true)
      await store.settle('failed', 'failure', AT + 1, true)
      const counts = { answered: 5, offered: 3, heldOut: 1, loaded: 2, succeeded: 1, failed: 1 }
      expect(await store.promptsSince(AT)).toEqual(counts)
    })

    it('counts the turns since a time by day, and the tasks that succeeded more than once', async () => {
      expect(await store.turnsSince(AT)).toEqual({ days: [], tasks: [] })
      const [day, next] = [new Date(AT + 5), new Date(AT + 86_400_000 + 5)]
      await record(
        { key: 'push', promptId: 'early', timestamp: new Date(AT - 1) },
        { key: 'push', promptId: 'a', timestamp: day },
        { key: 'push', promptId: 'b', timestamp: next, outcome: 'failure' },
        { key: 'push', promptId: 'd', timestamp: next },
        { key: 'once', promptId: 'c', timestamp: next, outcome: 'unknown' },
      )
      expect(await store.turnsSince(AT)).toEqual({
        days: [
          { turns: 1, succeeded: 1, failed: 0 },
          { turns: 3, succeeded: 1, failed: 1 },
        ],
        tasks: [{ signature: 'push', turns: 3, succeeded: 2, failed: 1 }],
      })
    })

    it('tells when the last turn of each agent ended', async () => {
      expect(await store.lastTurns()).toEqual({})
      await record({ key: '' }, { key: '', timestamp: new Date(AT + 5) }, { key: '', engine: 'codex' })
      expect(await store.lastTurns()).toEqual({ [String(TURN.engine)]: AT + 5, codex: AT })
    })

    it('counts what is there after repetitions, faults and deletions', async () => {
      for (let again = 0; again < 2; again++)
        await record({ key: '', promptId: 'a' }, { key: '', promptId: 'b', timestamp: new Date(AT + 9) })
      for (const id of ['old', 'new']) await store.addDecision({ ...DECISION, id, at: id === 'old' ? AT : AT + 9 })
      await expect(store.addDecision({ ...DECISION, id: 'old' })).rejects.toThrow()
      const before = await store.tally()
      expect(await retainAll(store, { turnsBefore: AT + 1, decisionsBefore: AT + 1 })).toBeGreaterThan(0)
      const after = await store.tally()
      const known = await store.turns(['turn-1', 'turn-2', 'turn-3', 'turn-4'])
      expect([before.turns, after.turns]).toEqual([2, known.length])
      expect([before.decisions, after.decisions]).toEqual([2, 1])
    })

    it('finds nothing wrong with a sound store, and leaves it as it is', async () => {
      await record({})
      await store.verify()
      await store.verify({ quick: true })
      await store.scrub()
      expect(await store.turns(['turn-1'])).toEqual([TURN])
    })

    it('deletes step by step what is older than its rule, and keeps the turns of open streaks', async () => {
      await record({ key: '' }, {}, { timestamp: new Date(AT + 5), key: '' })
      await store.saveSources([
        { path: '/gone', engine: 'codex', resume: '{}', at: AT },
        { path: '/there', engine: 'codex', resume: '{}', at: AT },
      ])
      expect(await retainAll(store, { turnsBefore: AT + 1 })).toBe(1)
      expect(await store.turns(['turn-1', 'turn-2', 'turn-3'])).toHaveLength(2)
      expect([await store.source('/gone'), await store.source('/there')]).toEqual([undefined, '{}'])
      const kept = { turnsBefore: 0, decisionsBefore: 0, maxBytes: 1e9, streaksFrom: 0, isGone: () => false }
      const done = await store.retain({ ...kept, now: AT + 4 * 86_400_000 })
      expect(done).toEqual({ turns: 0, decisions: 0, more: false })
    })
  })
}

type Needs = AsyncDisposable & StoreUpkeep & TurnStore & TurnLookups & DecisionStore & SourceStore
