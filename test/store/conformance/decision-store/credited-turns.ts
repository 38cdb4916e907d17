import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { promptKey } from '../../../../src/domain/decision.ts'
import type { DecisionStore, UseRecords } from '../../../../src/store/ports/decision-store.ts'
import type { TurnStore } from '../../../../src/store/ports/turn-store.ts'
import { AT, DECISION, recorder } from '../records.ts'

/** What `DecisionStore` promises where the outcome of a turn settles its decision. */
export function creditedTurnsConformance(open: () => Needs): void {
  describe('DecisionStore, the turn of a decision', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const arm = async (name = 'auto-x') => (await store.arms()).find((one) => one.name === name)
    it('credits one turn once, whose outcome became known later, for a skill that it names', async () => {
      const turn = { pickedSkill: 'mine', sessionId: 's', promptId: 'p' }
      await record({ ...turn, outcome: 'unknown' })
      expect((await record(turn)).credited).toBe('mine')
      expect(await arm('mine')).toMatchObject({ offered: 1, loaded: 1, successes: 1 })
    })

    it('settles a decision without a pick by its turn', async () => {
      await store.addDecision({ ...DECISION, pick: null, reason: 'held_out' })
      expect((await record({ decisionId: 'd1' })).credited).toBeUndefined()
      expect(await store.settledDecisions()).toMatchObject([{ id: 'd1', outcome: 'success', loaded: null }])
    })

    it('takes a pick as loaded that was noted so before its outcome, whatever the calls of the turn show', async () => {
      await store.addDecision(DECISION)
      expect(await store.markLoaded('d1', 'auto-y')).toBe(false)
      expect(await store.markLoaded('nobody', 'auto-x')).toBe(false)
      expect(await store.markLoaded('d1', 'auto-x')).toBe(true)
      expect((await record({ decisionId: 'd1', toolCalls: [] })).credited).toBe('auto-x')
      expect(await store.markLoaded('d1', 'auto-x')).toBe(false)
      expect(await arm()).toMatchObject({ successes: 1, offered: 1, loaded: 1 })
    })

    it('links a turn to its decision by id, else by session and prompt', async () => {
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', sessionId: 's', promptId: 'p' })
      expect((await record({ decisionId: 'd1' })).credited).toBe('auto-x')
      expect((await record({ sessionId: 's', promptId: 'p', outcome: 'failure' })).credited).toBe('auto-x')
      expect((await record({ decisionId: 'd1' })).credited).toBeUndefined()
      expect(await arm()).toMatchObject({ successes: 1, failures: 1, offered: 2 })
    })

    it('takes the last of several decisions on one prompt', async () => {
      await store.addDecision({ ...DECISION, sessionId: 's', promptId: 'p' })
      await store.addDecision({ ...DECISION, id: 'd2', pick: 'auto-y', at: AT + 1, sessionId: 's', promptId: 'p' })
      expect((await record({ sessionId: 's', promptId: 'p' })).credited).toBe('auto-y')
    })

    it('links a turn to the open decision on its words that is nearest in time, where the prompt had no id', async () => {
      const at = (minute: number) => new Date(AT + minute * 60_000)
      const asked = { ...DECISION, sessionId: 's', promptId: promptKey('review it') }
      await store.addDecision({ ...asked, id: 'd1', pick: 'auto-x', at: AT })
      await store.addDecision({ ...asked, id: 'd2', pick: 'auto-y', at: +at(10) })
      const turn = { sessionId: 's', userInput: 'review it' }
      expect((await record({ ...turn, promptId: 'u2', timestamp: at(9) })).credited).toBe('auto-y')
      expect((await record({ ...turn, promptId: 'u1', timestamp: at(9) })).credited).toBe('auto-x')
      expect((await record({ ...turn, promptId: 'u3', timestamp: at(9) })).credited).toBeUndefined()
      expect((await record({ ...turn, sessionId: 't', promptId: 'u4' })).credited).toBeUndefined()
    })

    it('links a turn to the open decision of the same moment, where the engine gave the hook other words', async () => {
      const asked = { ...DECISION, sessionId: 's', promptId: promptKey('Ship the release now.') }
      await store.addDecision({ ...asked, id: 'd1', at: AT })
      const turn = { sessionId: 's', userInput: '/ship' }
      expect((await record({ ...turn, promptId: 'u1', timestamp: new Date(AT + 60_000) })).credited).toBeUndefined()
      expect((await record({ ...turn, promptId: 'u2', timestamp: new Date(AT + 2_000) })).credited).toBe('auto-x')
      await store.addDecision({ ...asked, id: 'd2', promptId: 'p', at: AT })
      expect((await record({ ...turn, promptId: 'u3', timestamp: new Date(AT) })).credited).toBeUndefined()
    })

    it('credits the skill that a turn names, offered by us or not, and a known turn not again', async () => {
      const turn = { pickedSkill: 'mine', sessionId: 's', promptId: 'p' }
      expect((await record(turn)).credited).toBe('mine')
      expect((await record(turn)).credited).toBeUndefined()
      expect((await record({ pickedSkill: 'mine', outcome: 'unknown' })).credited).toBeUndefined()
      expect(await arm('mine')).toMatchObject({ successes: 1, failures: 0, offered: 2, loaded: 1 })
    })

    it('credits nobody when the tool calls show that the pick was never loaded', async () => {
      await store.addDecision(DECISION)
      const read = { name: 'Read', input: { file_path: '/s/auto-x/SKILL.md' }, ok: true }
      expect((await record({ decisionId: 'd1', toolCalls: [] })).credited).toBeUndefined()
      await store.addDecision({ ...DECISION, id: 'd2' })
      expect((await record({ decisionId: 'd2', toolCalls: [read] })).credited).toBe('auto-x')
      expect(await arm()).toMatchObject({ offered: 2, loaded: 1, successes: 1 })
    })
  })
}

type Needs = AsyncDisposable & DecisionStore & UseRecords & TurnStore
