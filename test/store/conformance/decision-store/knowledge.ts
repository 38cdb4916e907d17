import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../src/domain/bandit.ts'
import { qualityOf } from '../../../../src/domain/routing/choice.ts'
import { HALF_LIFE } from '../../../../src/domain/routing/decay.ts'
import type { Knowledge } from '../../../../src/domain/routing/deliberation.ts'
import { NEW_WORLD } from '../../../../src/domain/routing/learned-rates.ts'
import type { DecisionStore } from '../../../../src/store/ports/decision-store.ts'
import type { TurnStore } from '../../../../src/store/ports/turn-store.ts'
import { AT, contender, DECISION, recorder } from '../records.ts'
import { relearned } from '../relearned.ts'

/** What `DecisionStore` promises to learn from outcomes. */
export function knowledgeConformance(open: () => Needs): void {
  describe('DecisionStore, knowledge', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const known = async (kind = 'add-tests') => await store.knowledge(['auto-x', 'auto-y'], kind)
    it('is nothing at first', async () => {
      const { world, decisions, arms, fits, counts } = await known()
      expect({ world, decisions }).toEqual({ world: NEW_WORLD, decisions: 0 })
      expect([arms.size, fits.size, counts.size]).toEqual([0, 0, 0])
    })

    it('learns once from the outcome of a pick, of the skill and of it on this kind of task', async () => {
      await store.addDecision(DECISION)
      await store.settle('d1', 'success', AT)
      const once = await known()
      expect(once.arms.get('auto-x')).toMatchObject({ outcomes: 1, at: 1 })
      expect(meanOf(once)).toBeGreaterThan(0.6)
      expect([...once.fits.keys()]).toEqual(['auto-x'])
      expect(once.counts.get('auto-x')).toMatchObject({ successes: 1, failures: 0 })
      expect((await known('another')).fits.size).toBe(0)
      await store.settle('d1', 'failure', AT)
      await record({ decisionId: 'd1', outcome: 'failure' })
      expect(await known()).toEqual(once)
    })

    it('learns nothing of a pick that was never loaded, nor from an unknown outcome', async () => {
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2' })
      const before = await known()
      await store.settle('d1', 'failure', AT, false)
      await store.settle('d2', 'unknown', AT)
      expect(await known()).toEqual({ ...before, world: (await known()).world })
      expect((await known()).arms.size).toBe(0)
      expect((await known()).world.wrong).toEqual(NEW_WORLD.wrong)
    })

    it.each(['no_skill', 'held_out'] as const)(
      'learns of doing without from a decision with reason %s, also for the skill that came first',
      async (reason) => {
        await store.addDecision({ ...DECISION, pick: null, version: null, reason })
        await record({ decisionId: 'd1', outcome: 'failure' })
        const { world, arms } = await known()
        expect(world.none).toEqual({ successes: 0, failures: 1 })
        expect(arms.get('auto-x')).toMatchObject({ outcomes: 0, none: { successes: 0, failures: 1 } })
      },
    )

    it.each(['below_threshold', 'no_candidates'] as const)(
      'learns of doing without from a decision with reason %s, and of no skill',
      async (reason) => {
        await store.addDecision({ ...DECISION, pick: null, version: null, reason, weighed: [] })
        await store.settle('d1', 'success', AT)
        const { world, arms } = await known()
        expect(world.none).toEqual({ successes: 1, failures: 0 })
        expect(arms.size).toBe(0)
      },
    )

    it('learns nothing of doing without from a run that read the skill all the same', async () => {
      await store.addDecision({ ...DECISION, pick: null, version: null, reason: 'held_out' })
      const read = { name: 'Read', input: { file_path: '/s/auto-x/SKILL.md' }, ok: true }
      await record({ decisionId: 'd1', toolCalls: [read] })
      expect((await known()).world.none).toEqual(NEW_WORLD.none)
      expect(await store.settledDecisions()).toMatchObject([{ loaded: true }])
    })

    it('is as sure of a skill that a turn names as of a forced one', async () => {
      await record({ pickedSkill: 'auto-x' })
      const { arms, fits } = await known()
      expect(arms.get('auto-x')).toMatchObject({ outcomes: 1 })
      expect(fits.size).toBe(1)
    })

    it('follows the stream of requests, and the need of control runs', async () => {
      const before = await known()
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', pick: null, reason: 'no_candidates', weighed: [] })
      const { mix, world, decisions } = await known()
      expect(decisions).toBe(2)
      expect(mix.at(-1)! + mix.at(-2)! - before.mix.at(-1)! - before.mix.at(-2)!).toBeGreaterThan(0.5)
      expect(mix[0]! - before.mix[0]!).toBeGreaterThan(0.5)
      expect(world.need).toBe(1)
    })

    it('is what the log says, learned again from the start', async () => {
      const skills = ['auto-x', 'auto-y']
      const random = seededRandom(11)
      const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      for (let n = 0; n < 150; n++) {
        const pick = any([...skills, null])
        const weighed = [contender(any(skills)), contender(pick ?? 'auto-y')]
        const reason = pick === null ? 'held_out' : 'picked'
        await store.addDecision({ ...DECISION, id: `d${n}`, kind: any(['a', 'b', '']), pick, reason, weighed })
        // Some outcomes come late, some twice, some never.
        for (const late of [0, any([0, 3, 7])])
          await store.settle(
            `d${n - late}`,
            any(['success', 'success', 'failure', 'unknown']),
            AT,
            any([true, undefined, false]),
          )
      }
      const again = await relearned(store)
      for (const kind of ['a', 'b']) {
        const { world, arms, fits } = await known(kind)
        expect({ ...again.world, need: world.need }).toEqual(world)
        expect(again.arms).toEqual(arms)
        expect(new Map(skills.map((skill) => [skill, again.fits.get(`${skill} ${kind}`)]))).toEqual(fits)
      }
    })
  })
}

type Needs = AsyncDisposable & DecisionStore & TurnStore

const meanOf = ({ world, arms }: Knowledge) => qualityOf(world, arms.get('auto-x'), { now: 1, halfLife: HALF_LIFE })
