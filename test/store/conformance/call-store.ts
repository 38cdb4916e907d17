import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallLimits, CallResult, CallStore, PlannedCall } from '../../../src/store/ports/call-store.ts'
import { AT } from './records.ts'

/** What `CallStore` promises of calls of a language model. */
export function callStoreConformance(open: () => Needs): void {
  describe('CallStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    async function called(planned: Partial<PlannedCall>, result?: Partial<CallResult>): Promise<number> {
      const reserved = await store.reserveCall({ ...CALL, ...planned }, LIMITS)
      if ('over' in reserved) throw new Error(`over ${reserved.over}`)
      if (result !== undefined) await store.settleCall(reserved.call, { ...ANSWER, ...result })
      return reserved.call
    }

    it('keeps the latest answer to a question, valid or not', async () => {
      expect(await store.keptAnswer('q')).toBeUndefined()
      await called({}, { state: 'failed', answer: undefined, fault: 'too late' })
      expect(await store.keptAnswer('q')).toBeUndefined()
      await called({}, { state: 'invalid', answer: 'no JSON' })
      await called({}, { answer: '{}', model: 'm-2', input: 7, output: 3 })
      expect(await store.keptAnswer('q')).toEqual({
        state: 'answered',
        answer: '{}',
        model: 'm-2',
        input: 7,
        output: 3,
      })
      expect(await store.keptAnswer('other')).toBeUndefined()
    })

    it('counts what is reserved until the tokens are known, and refuses what goes beyond the day', async () => {
      const limits = { ...LIMITS, dailyTokens: 250 }
      const first = await called({ id: 'a' })
      await called({ id: 'b', subject: 'other' })
      const third = { ...CALL, id: 'c', subject: 'third' }
      expect(await store.reserveCall(third, limits)).toEqual({ over: 'dailyTokens', used: 200 })
      await store.settleCall(first, { ...ANSWER, input: 10, output: 5 })
      expect(await store.reserveCall(third, limits)).toMatchObject({ replaced: [] })
      expect(await store.reserveCall({ ...third, id: 'd' }, { ...limits, dayBegan: AT + 1 })).toMatchObject({
        replaced: [],
      })
    })

    it('counts unknown tokens as reserved, or as what its caller counts', async () => {
      const used = async () => {
        const reserved = await store.reserveCall({ ...CALL, id: 'probe' }, { ...LIMITS, dailyTokens: 0 })
        return 'over' in reserved ? reserved.used : undefined
      }
      await called({ id: 'a' }, { input: null, output: null })
      expect(await used()).toBe(100)
      await called({ id: 'b' }, { input: null, output: null, counted: 30 })
      expect(await used()).toBe(130)
    })

    it('bounds the calls of a provider in an hour', async () => {
      await called({ id: 'a' }, {})
      await called({ id: 'b', provider: 'other' }, {})
      const next = { ...CALL, id: 'c' }
      expect(await store.reserveCall(next, { ...LIMITS, perHour: 1 })).toEqual({ over: 'perHour', used: 1 })
      expect(await store.reserveCall({ ...next, at: AT + 3_600_001 }, { ...LIMITS, perHour: 1 })).toHaveProperty('call')
    })

    it('lets a waiting question cost nothing, and drops it for another about the same subject', async () => {
      await called({ id: 'a' }, { state: 'waiting', answer: undefined, input: null, output: null })
      const again = await store.reserveCall({ ...CALL, id: 'a' }, { ...LIMITS, dailyTokens: 100, perHour: 1 })
      expect(again).toMatchObject({ replaced: [] })
      if ('call' in again)
        await store.settleCall(again.call, { ...ANSWER, state: 'waiting', input: null, output: null })
      expect(await store.reserveCall({ ...CALL, id: 'b' }, LIMITS)).toMatchObject({ replaced: ['a'] })
      expect((await store.latestCalls(9)).map(({ id }) => id)).toEqual(['b'])
    })

    it('sums what was spent since a time by purpose, provider and model', async () => {
      await called({ id: 'a', at: AT - 1, subject: '0' }, {})
      await called({ id: 'b', subject: '1' }, { input: 10, output: 5 })
      await called({ id: 'c', subject: '2' }, { state: 'invalid', input: null, output: null })
      await called({ id: 'd', subject: '3' }, { state: 'waiting', input: null, output: null })
      await called({ id: 'e', subject: '4', purpose: 'judge' }, { input: 1, output: 1 })
      const of = { provider: 'openai', model: 'm' }
      expect(await store.spending(AT)).toEqual([
        { ...of, purpose: 'extract', calls: 3, failed: 1, waiting: 1, input: 10, output: 5, unknown: 1 },
        { ...of, purpose: 'judge', calls: 1, failed: 0, waiting: 0, input: 1, output: 1, unknown: 0 },
      ])
    })

    it('gives the latest calls, newest first, of one run where asked', async () => {
      await called({ id: 'a', subject: '0' }, { fault: 'cut off', milliseconds: 12, input: 3, output: 4 })
      await called({ id: 'b', subject: '1', run: 'other' })
      const [b, a] = await store.latestCalls(9)
      expect(b).toMatchObject({ ...CALL, id: 'b', subject: '1', run: 'other', state: 'asked', ...NOTHING_YET })
      expect(a).toMatchObject({ id: 'a', state: 'answered', fault: 'cut off', milliseconds: 12, input: 3, output: 4 })
      expect((await store.latestCalls(1)).map(({ id }) => id)).toEqual(['b'])
      expect((await store.latestCalls(9, 'run')).map(({ id }) => id)).toEqual(['a'])
    })
  })
}

const CALL: PlannedCall = {
  id: 'q',
  purpose: 'extract',
  prompt: 'extract@1',
  provider: 'openai',
  model: 'm',
  run: 'run',
  subject: 'session',
  reserved: 100,
  at: AT,
}
const LIMITS: CallLimits = { dailyTokens: 1_000_000, dayBegan: AT - 1000 }
const ANSWER: CallResult = { state: 'answered', input: 1, output: 1, milliseconds: 5, answer: '{}' }
const NOTHING_YET = { input: null, output: null, milliseconds: null, fault: null }

type Needs = AsyncDisposable & CallStore
