import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Bucketer } from '../../../../src/domain/bucketer.ts'
import { actionsOf } from '../../../../src/domain/draft/actions.ts'
import { deedsOf } from '../../../../src/domain/grouping/deeds.ts'
import { signature } from '../../../../src/domain/signature.ts'
import type { RecordedTurn, TriggerStore, TurnStore } from '../../../../src/store/ports/turn-store.ts'
import { interleaved, type Said } from '../../../domain/grouping/interleaved.ts'
import { UNLIKE } from '../../../domain/grouping/unlike.ts'
import { AT, LINE, RULE, recorder, TURN } from '../records.ts'

/** What `TurnStore` promises where streaks are kept by likeness. */
export function turnGroupingConformance(open: () => Needs): void {
  describe('TurnStore, grouping by likeness', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('lets requests for one task in other words share a streak, named by the words that they share', async () => {
      const rule = { grouping: 'similar' } as const
      const requests = [
        ['can you review the changes in this branch?', 'branch-changes-review'],
        ['review the changes in the local branch', 'branch-changes-local'],
        ['please review all changes in this branch', 'branch-changes-review'],
        ['review changes in my branch', 'branch-changes-review'],
      ] as const
      const said = []
      for (const [userInput, key] of requests) said.push(await record({ userInput, key, rule }))
      const trigger = said.find((one) => one.trigger !== undefined)?.trigger
      expect(trigger?.turnIds.length).toBeGreaterThanOrEqual(3)
      expect(trigger?.signature).toBe('review-changes-branch')
    })

    it('keeps the exact streaks inside: what one signature alone would draft is drafted at the same turn, under its name', async () => {
      const numbered = (said: readonly Said[]) => said.map((one) => ({ ...one, key: signature(one.userInput) }))
      let runs = 0
      await fc.assert(
        fc.asyncProperty(interleaved, async (said) => {
          const alone = new Bucketer<Said & { readonly id: string }>()
          const rule = { grouping: 'similar', scope: `/project-${++runs}` } as const
          for (const one of numbered(said)) {
            const { trigger, turnId } = await record({ ...one, rule })
            const exact = alone.observe({ ...one, id: turnId })
            if (exact === undefined) continue
            expect(trigger?.turnIds).toEqual(exact.trajectories.map(({ id }) => id))
            expect(trigger?.signature).toBe(exact.signature)
          }
        }),
        { numRuns: 30 },
      )
    })

    it('joins requests by what their runs did as the bucketer does, whether recorded at once or kept and counted', async () => {
      const bucketer = new Bucketer({ grouping: 'similar' })
      const said = [
        ...UNLIKE.map((userInput) => ({ userInput, command: 'git log' })),
        { userInput: 'ok lets get a pr up for this', command: 'gh pr create --fill' },
        { userInput: 'please open the pull request', command: 'gh pr create --title x' },
        { userInput: 'create a PR with the docs', command: 'gh pr create --draft' },
      ]
      let joined: readonly string[] = []
      for (const [i, { userInput, command }] of said.entries()) {
        const toolCalls = [{ name: 'Bash', input: { command }, ok: true }]
        const timestamp = new Date(AT + i)
        const deeds = deedsOf(userInput, actionsOf({ toolCalls }))
        const trajectory = { ...TURN, userInput, toolCalls, timestamp }
        const turn = { id: `deed-${i}`, signature: signature(userInput), trajectory, deeds }
        const rule = { ...RULE, grouping: 'similar' as const, claim: { ...RULE.claim, triggerId: `by-deed-${i}` } }
        let told: RecordedTurn | undefined
        if (i % 2 === 0) told = await store.recordTurn(turn, rule)
        else {
          await store.keepTurns([turn])
          const counted = await store.countNext(() => rule, 1)
          told = counted[0]
        }
        const expected = bucketer.observe({ userInput, outcome: 'success', toolCalls })
        expect(told?.trigger?.signature).toBe(expected?.signature)
        expect(told?.trigger?.turnIds.length).toBe(expected?.trajectories.length)
        joined = told?.trigger?.turnIds ?? []
      }
      expect(joined).toEqual(['deed-16', 'deed-17', 'deed-18'])
    })

    it('gives turns of a refused exact streak back to it and to its group, and takes a vetoed one out of both', async () => {
      const request = { userInput: 'fix the failing lint errors', key: 'errors-failing-lint' }
      const rule = { grouping: 'similar' } as const
      const turn = async () => await record({ ...request, rule })
      await turn()
      await turn()
      const { trigger } = await turn()
      expect(trigger?.turnIds).toHaveLength(3)
      const turnIds = trigger?.turnIds.slice(1) ?? []
      await store.dropTrigger(trigger?.id ?? '', LINE, { signature: trigger?.signature ?? '', scope: '', turnIds })
      expect(await store.veto(turnIds[0] ?? '')).toBe(true)
      expect(await turn()).toMatchObject({ streak: 2 })
      const next = await turn()
      expect(next.trigger?.turnIds[0]).toBe(turnIds[1])
      expect(next.trigger?.turnIds).toHaveLength(3)
    })

    it('lets a request that was taken back, or that waited for too long, found no group', async () => {
      const days = (n: number) => new Date(AT + n * RULE.expiryMs)
      const said = ['fix failing lint errors', 'please fix failing lint errors', 'fix failing lint errors again now']
      const turn = async (i: number, timestamp: Date) => {
        const userInput = said[i] ?? ''
        const key = `${signature(userInput)}-${i}`
        return await record({ userInput, key, timestamp, rule: { grouping: 'similar' } })
      }
      const first = await turn(0, days(0))
      expect((await turn(1, days(0))).streak).toBe(2)
      expect(await store.veto(first.turnId)).toBe(true)
      expect((await turn(2, days(0))).trigger).toBeUndefined()
      expect((await turn(0, days(2))).trigger).toBeUndefined()
      expect((await turn(1, days(2))).streak).toBe(2)
      expect((await turn(2, days(2))).trigger?.turnIds).toHaveLength(3)
    })
  })
}

type Needs = AsyncDisposable & TurnStore & TriggerStore
