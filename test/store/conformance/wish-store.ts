import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StandingRule, WishStore } from '../../../src/store/ports/review-store.ts'
import type { TurnStore } from '../../../src/store/ports/turn-store.ts'
import { recorder } from './records.ts'

/** What `WishStore` promises of the requests in which wishes are heard. */
export function wishStoreConformance(open: () => Needs): void {
  describe('WishStore', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('lists the latest requests of persons, oldest first', async () => {
      await record(
        { userInput: 'one' },
        { userInput: 'two', kind: 'scheduled' },
        { userInput: 'three' },
        { userInput: 'four' },
      )
      expect((await store.latestRequests(2)).map(({ text }) => text)).toEqual(['three', 'four'])
      expect((await store.latestRequests(9)).map(({ text }) => text)).toEqual(['one', 'three', 'four'])
    })

    const RULE_HEARD: StandingRule = {
      ...{ id: 'r1', project: '/p', text: 'Never use grep', sources: ['turn-1'], sessions: 1, state: 'heard', at: 10 },
    }

    it('keeps rules, and replaces them by their ids', async () => {
      const { project: _, ...general } = { ...RULE_HEARD, id: 'r0', sources: [] }
      await store.saveRules([RULE_HEARD, general])
      expect(await store.rules()).toEqual([general, RULE_HEARD])
      const more: StandingRule = { ...RULE_HEARD, sources: ['turn-1', 'turn-2'], sessions: 2, state: 'taken', at: 11 }
      await store.saveRules([more])
      expect(await store.rules()).toEqual([general, more])
    })

    it('keeps what a person decided while another process heard the rule again', async () => {
      await store.saveRules([{ ...RULE_HEARD, state: 'dropped', at: 20 }])
      await store.saveRules([{ ...RULE_HEARD, text: 'Never grep', at: 15 }])
      expect(await store.rules()).toEqual([{ ...RULE_HEARD, text: 'Never grep', state: 'dropped', at: 20 }])
    })

    it('tells the project and the session, and takes a turn without one for a session of its own', async () => {
      await record(
        { userInput: 'a', sessionId: 's', projectDir: '/p/wt', project: '/p' },
        { userInput: 'b', projectDir: '/q' },
        { userInput: 'c' },
      )
      expect(await store.latestRequests(9)).toEqual([
        { turnId: 'turn-1', session: 's', project: '/p', text: 'a' },
        { turnId: 'turn-2', session: 'turn-2', project: '/q', text: 'b' },
        { turnId: 'turn-3', session: 'turn-3', project: undefined, text: 'c' },
      ])
    })
  })
}

type Needs = AsyncDisposable & WishStore & TurnStore
