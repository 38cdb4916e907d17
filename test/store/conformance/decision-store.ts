import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { promptKey } from '../../../src/domain/decision.ts'
import type { DecisionStore, UseRecords } from '../../../src/store/ports/decision-store.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TurnStore } from '../../../src/store/ports/turn-store.ts'
import type { StoreUpkeep } from '../../../src/store/ports/upkeep.ts'
import { creditedTurnsConformance } from './decision-store/credited-turns.ts'
import { knowledgeConformance } from './decision-store/knowledge.ts'
import { AT, CREATE, DECISION, LINE, SKILL } from './records.ts'

/** What `DecisionStore` promises of decisions and their outcomes. Its other parts are in the folder beside it. */
export function decisionStoreConformance(open: () => Needs): void {
  describe('DecisionStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const arm = async (name = 'auto-x') => (await store.arms()).find((one) => one.name === name)
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

    it('takes back the pick on a prompt, and what it counted, while it is open and not older than that', async () => {
      const prompt = { ...DECISION, sessionId: 's', promptId: 'p' }
      await store.addDecision({ ...prompt, id: 'd0', promptId: 'other' })
      const before = [await arm(), (await store.tally()).decisions]
      await store.addDecision({ ...prompt, shown: true })
      expect(await arm()).toMatchObject({ offered: 2, loaded: 1 })
      expect(await store.withdraw('s', 'p', prompt.at + 1)).toBe(false)
      expect(await store.withdraw('t', 'p', prompt.at)).toBe(false)
      expect(await store.withdraw('s', 'p', prompt.at)).toBe(true)
      expect(await store.withdraw('s', 'p', prompt.at)).toBe(false)
      expect([await arm(), (await store.tally()).decisions]).toEqual(before)
      // The prompt may be decided on again, and what was learned from stays.
      expect(await store.addDecision({ ...prompt, id: 'd2' }, { once: true })).toBeUndefined()
      await store.settle('d2', 'success', AT)
      expect(await store.withdraw('s', 'p', prompt.at)).toBe(false)
      expect(await arm()).toMatchObject({ offered: 2, successes: 1 })
    })

    it('gives the latest tasks of a session, the newest first', async () => {
      for (const n of [1, 2, 3, 4, 5, 6])
        await store.addDecision({ ...DECISION, id: `d${n}`, sessionId: 's', promptId: null, task: `task ${n}` })
      await store.addDecision({ ...DECISION, id: 'other', sessionId: 't', task: 'of another session' })
      await store.addDecision({ ...DECISION, id: 'none', sessionId: null, task: 'of none' })
      expect(await store.latestTasks('s')).toEqual([6, 5, 4, 3, 2].map((n) => `task ${n}`))
      expect(await store.latestTasks('t')).toEqual(['of another session'])
      expect(await store.latestTasks('nobody')).toEqual([])
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

    it('counts a pick that was loaded once, also where the outcome came later', async () => {
      await store.addDecision(DECISION)
      await store.settle('d1', 'unknown', AT, true)
      expect(await arm()).toMatchObject({ loaded: 1, successes: 0, failures: 0, lastUsedAt: AT })
      expect(await store.settle('d1', 'success', AT)).toEqual({ status: 'credited', skill: 'auto-x' })
      expect(await arm()).toMatchObject({ loaded: 1, successes: 1 })
    })

    it('leaves out of the log what was decided on a skill whose name another one has', async () => {
      await store.apply(CREATE)
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', pick: null, reason: 'held_out' })
      await store.addDecision({ ...DECISION, id: 'd3', pick: null, reason: 'no_candidates', weighed: [] })
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      await store.addDecision({ ...DECISION, id: 'd4' })
      for (const id of ['d1', 'd2', 'd3', 'd4']) await store.settle(id, 'success', AT)
      expect((await store.settledDecisions()).map(({ id }) => id)).toEqual(['d3', 'd4'])
    })
  })
  creditedTurnsConformance(open)
  knowledgeConformance(open)
}

type Needs = AsyncDisposable & DecisionStore & UseRecords & SkillStore & StoreUpkeep & TurnStore
