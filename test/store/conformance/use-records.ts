import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionRow, DecisionStore, UseRecords } from '../../../src/store/ports/decision-store.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { StoreUpkeep } from '../../../src/store/ports/upkeep.ts'
import { AT, CREATE, contender, DECISION, LINE, retainAll, SKILL } from './records.ts'

/** What `UseRecords` promises of sums over decisions. */
export function useRecordsConformance(open: () => Needs): void {
  describe('UseRecords', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
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

    it('keeps the same sums by version', async () => {
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', version: '0.1.1' })
      await store.addDecision({ ...DECISION, id: 'd3', version: '0.1.1' })
      await store.settle('d1', 'success', AT, true)
      await store.settle('d2', 'failure', AT)
      await store.settle('d3', 'success', AT, false)
      expect(await store.versionUses(['auto-x', 'nobody'])).toEqual(await store.versionUses())
      expect([await store.versionUses(['nobody']), await store.arms([])]).toEqual([[], []])
      expect(await store.versionUses()).toEqual([
        { name: 'auto-x', version: '0.1.0', offered: 1, loaded: 1, successes: 1, failures: 0 },
        { name: 'auto-x', version: '0.1.1', offered: 2, loaded: 1, successes: 0, failures: 1 },
      ])
    })

    it('gives what measures a skill page by page: settled, left to chance, with a contender', async () => {
      const weighed = [contender('auto-x'), { ...contender('auto-y'), propensity: 0.25 }]
      const made: Partial<DecisionRow>[] = [
        { id: 'a', weighed },
        { id: 'b', weighed, pick: 'auto-y' },
        { id: 'c', weighed, pick: null, reason: 'held_out' },
        { id: 'd', weighed, pick: null, reason: 'no_skill' },
        { id: 'e', weighed: [contender('auto-x')], reason: 'forced' },
        { id: 'f', weighed: [], pick: null, reason: 'below_threshold' },
        { id: 'g', weighed: [], pick: null, reason: 'no_skill' },
        { id: 'open', weighed },
      ]
      for (const row of made) await store.addDecision({ ...DECISION, ...row })
      for (const [id, outcome] of [
        ['d', 'failure'],
        ['a', 'success'],
        ['e', 'success'],
        ['f', 'success'],
        ['g', 'success'],
        ['b', 'failure'],
        ['c', 'success'],
      ] as const)
        await store.settle(id, outcome, AT)
      await store.settle('open', 'unknown', AT)
      const of = { first: 'auto-x', chanceOfNone: 0.25, projectDir: null }
      const all = [
        { ...of, settled: 1, pick: null, success: false },
        { ...of, settled: 2, pick: 'auto-x', success: true },
        { ...of, settled: 6, pick: 'auto-y', success: false },
        { ...of, settled: 7, pick: null, success: true },
      ]
      expect(await store.liftRecords(0, 9)).toEqual(all)
      expect(await store.liftRecords(0, 2)).toEqual(all.slice(0, 2))
      expect(await store.liftRecords(2, 9)).toEqual(all.slice(2))
      expect(await store.liftRecords(7, 9)).toEqual([])
    })

    it('marks what was read until then: the mark is another one once some of it is no longer so', async () => {
      expect((await store.liftMark()).upTo).toBe(0)
      for (const id of ['a', 'b', 'c']) await store.addDecision({ ...DECISION, id })
      await store.settle('a', 'success', AT)
      await store.settle('b', 'failure', AT + 1)
      const mark = await store.liftMark()
      expect(mark.upTo).toBe(2)
      await store.settle('c', 'success', AT + 2)
      expect(await store.liftMark(2)).toEqual(mark)
      expect([await store.outcomesSince('auto-x', AT), await store.outcomesSince('auto-y', 0)]).toEqual([2, 0])
      await retainAll(store, { decisionsBefore: AT + 1 })
      expect((await store.liftMark(2)).token).not.toBe(mark.token)
    })

    it('gives when skills were used last, but those that were put away', async () => {
      await store.apply(CREATE)
      const gone = { ...SKILL, id: 'gone', name: 'gone', status: 'archived' as const }
      await store.apply({ skill: gone, expect: 'absent', ledger: LINE })
      const use = { id: SKILL.id, name: SKILL.name, status: SKILL.status, createdAt: SKILL.createdAt }
      expect(await store.lastUses()).toEqual([{ ...use, lastUsedAt: null }])
      await store.addDecision(DECISION)
      await store.settle('d1', 'success', AT + 5)
      expect(await store.lastUses()).toEqual([{ ...use, lastUsedAt: AT + 5 }])
    })

    it('reads chances as they were logged, to the last digit', async () => {
      const chances = [[0.1 + 0.2], [1 / 3, 0.1], [5e-324], [1e-7, 2e-7, 0.7], [0]]
      for (const [n, shares] of chances.entries()) {
        const weighed = shares.map((propensity, at) => ({ ...contender(`auto-"propensity":${at}`), propensity }))
        await store.addDecision({ ...DECISION, id: `d-${n}`, pick: null, reason: 'held_out', weighed })
        await store.settle(`d-${n}`, 'success', AT)
      }
      const told = (await store.liftRecords(0, 9)).map(({ first, chanceOfNone }) => [first, chanceOfNone])
      expect(told).toEqual(
        chances.map((shares) => ['auto-"propensity":0', 1 - shares.reduce((sum, one) => sum + one, 0)]),
      )
    })

    it('leaves out of the measure what was decided on a skill whose name another one has', async () => {
      await store.apply(CREATE)
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'other', weighed: [contender('auto-y'), contender('auto-x')] })
      await store.settle('d1', 'success', AT)
      await store.settle('other', 'success', AT)
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      expect((await store.liftRecords(0, 9)).map(({ first }) => first)).toEqual(['auto-y'])
    })

    it('keeps the sums of decisions that retention deletes', async () => {
      const weighed = [contender('auto-x'), { ...contender('auto-y'), propensity: 0.25 }]
      await store.addDecision({ ...DECISION, weighed })
      await store.addDecision({ ...DECISION, id: 'd2', weighed, pick: null, reason: 'held_out' })
      for (const id of ['d1', 'd2']) await store.settle(id, 'success', AT)
      expect([(await store.liftRecords(0, 9)).length, await store.liftSums()]).toEqual([2, []])
      await retainAll(store, { decisionsBefore: AT + 1 })
      expect(await store.liftRecords(0, 9)).toEqual([])
      expect(await store.liftSums()).toMatchObject([{ skill: 'auto-x' }])
      expect((await store.arms(['auto-x', 'nobody']))[0]).toMatchObject({ offered: 1, successes: 1 })
    })
  })
}

type Needs = AsyncDisposable & UseRecords & DecisionStore & SkillStore & StoreUpkeep
