import { beforeEach, describe, expect, it } from 'vitest'
import { promptKey } from '../../../src/domain/decision.ts'
import type { Store } from '../../../src/store/store.ts'
import { AT, DECISION, recorder } from './records.ts'

/** What a store does with decisions and their outcomes. */
export function decisionConformance(current: () => Store): void {
  let store: Store
  let record: ReturnType<typeof recorder>
  beforeEach(() => {
    store = current()
    record = recorder(store)
  })

  describe('decisions and arms', () => {
    const arm = async (name = 'auto-x') => (await store.arms()).find((one) => one.name === name)

    it('counts an offer for a pick, and none for a decision without one', async () => {
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', pick: null, reason: 'below_threshold' })
      expect(await store.arms()).toEqual([
        { name: 'auto-x', successes: 0, failures: 0, offered: 1, loaded: 0, lastUsedAt: null },
      ])
    })

    it('counts a pick as loaded whose text was put before the model with the hint, and that once', async () => {
      await store.addDecision({ ...DECISION, shown: true })
      expect(await arm()).toMatchObject({ offered: 1, loaded: 1 })
      expect(await store.settle('d1', 'success', AT, false)).toEqual({ status: 'credited', skill: 'auto-x' })
      expect(await arm()).toMatchObject({ offered: 1, loaded: 1, successes: 1 })
    })

    it('decides once on a prompt where it is asked to, and gives the decision that there is', async () => {
      const once = { once: true }
      const prompt = { ...DECISION, sessionId: 's', promptId: 'p' }
      expect(await store.addDecision(prompt, once)).toBeUndefined()
      expect(await store.addDecision({ ...prompt, id: 'd2' }, once)).toMatchObject({ id: 'd1', pick: 'auto-x' })
      expect(await store.addDecision({ ...prompt, id: 'd3', sessionId: 't' }, once)).toBeUndefined()
      expect(await store.addDecision({ ...prompt, id: 'd4' })).toBeUndefined()
      expect(await arm()).toMatchObject({ offered: 3 })
    })

    it('takes the same words for the same prompt only right after each other, and before the run ended', async () => {
      const once = { once: true }
      const prompt = { ...DECISION, sessionId: 's', promptId: promptKey('review it') }
      await store.addDecision(prompt, once)
      expect(await store.addDecision({ ...prompt, id: 'd2', at: prompt.at + 100 }, once)).toMatchObject({
        id: 'd1',
        pick: 'auto-x',
      })
      expect(await store.addDecision({ ...prompt, id: 'd3', at: prompt.at + 60_000 }, once)).toBeUndefined()
      await store.settle('d3', 'success', AT)
      expect(await store.addDecision({ ...prompt, id: 'd4', at: prompt.at + 60_100 }, once)).toBeUndefined()
    })

    it('credits a decision once', async () => {
      await store.addDecision(DECISION)
      expect(await store.settle('d1', 'unknown', AT)).toEqual({ status: 'nothing', skill: 'auto-x' })
      expect(await store.settle('d1', 'success', AT)).toEqual({ status: 'credited', skill: 'auto-x' })
      expect(await store.settle('d1', 'failure', AT)).toEqual({ status: 'known', skill: 'auto-x' })
      expect(await store.settle('nobody', 'success', AT)).toEqual({ status: 'not_found' })
      expect(await arm()).toEqual({
        name: 'auto-x',
        successes: 1,
        failures: 0,
        offered: 1,
        loaded: 1,
        lastUsedAt: AT,
      })
    })

    it('credits nobody for a decision without a pick, or a pick that was never loaded', async () => {
      await store.addDecision({ ...DECISION, pick: null, reason: 'no_candidates' })
      await store.addDecision({ ...DECISION, id: 'd2' })
      expect(await store.settle('d1', 'success', AT)).toEqual({ status: 'nothing' })
      expect(await store.settle('d2', 'success', AT, false)).toEqual({ status: 'not_used', skill: 'auto-x' })
      expect(await arm()).toMatchObject({ successes: 0, failures: 0, offered: 1, loaded: 0, lastUsedAt: null })
    })

    it('keeps the log whole, in the order in which outcomes became known', async () => {
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', pick: null, version: null, reason: 'held_out', propensity: 0.1 })
      await store.addDecision({ ...DECISION, id: 'd3' })
      await store.settle('d2', 'failure', AT)
      await store.settle('d1', 'success', AT, true)
      const { task: _, engine: _e, sessionId: _s, promptId: _p, projectDir: _d, candidates: _c, ...logged } = DECISION
      expect(await store.settledDecisions()).toEqual([
        {
          ...logged,
          id: 'd2',
          number: 2,
          pick: null,
          version: null,
          reason: 'held_out',
          propensity: 0.1,
          outcome: 'failure',
          loaded: null,
          settled: 1,
        },
        { ...logged, number: 1, outcome: 'success', loaded: true, settled: 2 },
      ])
    })

    it('keeps the same sums by version', async () => {
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', version: '0.1.1' })
      await store.addDecision({ ...DECISION, id: 'd3', version: '0.1.1' })
      await store.settle('d1', 'success', AT, true)
      await store.settle('d2', 'failure', AT)
      await store.settle('d3', 'success', AT, false)
      expect(await store.versionUses()).toEqual([
        { name: 'auto-x', version: '0.1.0', offered: 1, loaded: 1, successes: 1, failures: 0 },
        { name: 'auto-x', version: '0.1.1', offered: 2, loaded: 1, successes: 0, failures: 1 },
      ])
    })

    it('counts a pick that was loaded once, also where the outcome came later', async () => {
      await store.addDecision(DECISION)
      await store.settle('d1', 'unknown', AT, true)
      expect(await arm()).toMatchObject({ loaded: 1, successes: 0, failures: 0, lastUsedAt: AT })
      expect(await store.settle('d1', 'success', AT)).toEqual({ status: 'credited', skill: 'auto-x' })
      expect(await arm()).toMatchObject({ loaded: 1, successes: 1 })
    })

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
