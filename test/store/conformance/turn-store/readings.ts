import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TurnLookups, TurnStore } from '../../../../src/store/ports/turn-store.ts'
import { outcome, recorder } from '../records.ts'

/** What `TurnStore` promises of another reading of a turn. */
export function turnReadingsConformance(open: () => Needs): void {
  describe('TurnStore, another reading of a turn', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const reading = (how: 'success' | 'failure' | 'unknown', extent: number, sessionId = 's') => ({
      ...outcome(how),
      sessionId,
      promptId: P,
      extent,
      toolCalls: how === 'failure' ? [CALL] : [],
    })
    it('replaces one of less, and what that gave is taken back', async () => {
      await record({})
      expect(await record(reading('success', 1))).toMatchObject({ turnId: 'turn-2', streak: 2 })
      expect(await record(reading('failure', 4))).toMatchObject({ turnId: 'turn-2', streak: 0, fell: true })
      expect(await store.turns(['turn-2'])).toMatchObject([{ outcome: 'failure', toolCalls: [CALL] }])
      expect(await record({})).toMatchObject({ streak: 1 })
    })

    it('changes nothing where it is of less, or of as much', async () => {
      await record(reading('failure', 4))
      expect(await record(reading('success', 1))).toMatchObject({ status: 'known', turnId: 'turn-1', streak: 0 })
      expect(await record(reading('success', 4))).toMatchObject({ status: 'known', turnId: 'turn-1', streak: 0 })
      expect(await store.turns(['turn-1'])).toMatchObject([{ outcome: 'failure' }])
    })

    it('lets what a failure had ended wait again when the run put it right', async () => {
      await record({}, {})
      expect(await record(reading('failure', 3))).toMatchObject({ streak: 0 })
      const seen = await record(reading('success', 6))
      expect(seen.trigger?.turnIds).toEqual(['turn-1', 'turn-2', 'turn-3'])
    })

    it('is one of the same turn in a copy of its session, where the id of the prompt is unique', async () => {
      await record(reading('success', 2))
      expect(await record(reading('success', 2, 'copy'))).toMatchObject({
        status: 'known',
        turnId: 'turn-1',
        streak: 1,
      })
      expect(await record(reading('unknown', 5, 'copy'))).toMatchObject({ turnId: 'turn-1', fell: true })
      expect(await record({ sessionId: 's', promptId: '1' }, { sessionId: 'copy', promptId: '1' })).toMatchObject({
        status: 'recorded',
        streak: 2,
      })
    })
  })
}

type Needs = AsyncDisposable & TurnStore & TurnLookups

const P = '0b8f5f0e-7d1c-4a60-9d5e-1d2c3b4a5f60'
const CALL = { name: 'Bash', input: { command: 'npm test' }, ok: false as const }
