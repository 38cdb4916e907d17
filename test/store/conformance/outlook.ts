import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { AT, LINE, outcome, RULE, recorder, TURN } from './records.ts'

const BOUNDS = { turns: 100, streaks: 10, grouping: 'signature' } as const

/** What a store says of turns that came to no draft. */
export function outlookConformance(current: () => Store): void {
  let store: Store
  let record: ReturnType<typeof recorder>
  beforeEach(() => {
    store = current()
    record = recorder(store)
  })

  describe('outlook', () => {
    it('is empty where nothing is', async () =>
      expect(await store.outlook(BOUNDS)).toEqual({
        turns: 0,
        outcomes: { success: 0, failure: 0, unknown: 0 },
        refused: {},
        open: 0,
        alone: 0,
        nearest: [],
        turnedDown: [],
      }))

    it('counts the latest turns by outcome, and successes that are no evidence by gate', async () => {
      await record({ key: '' }, outcome('failure'), outcome('unknown'), { key: 'fix-lint' })
      for (const [id, refusal] of Object.entries({
        a: 'question: it asks',
        b: 'question: it asks',
        c: 'thin: no work',
      }))
        await store.recordTurn({ id: `turn-9${id}`, signature: 'x', trajectory: TURN, refusal }, RULE)
      expect(await store.outlook(BOUNDS)).toMatchObject({
        turns: 7,
        outcomes: { success: 5, failure: 1, unknown: 1 },
        refused: { no_word: 1, question: 2, thin: 1 },
      })
      expect(await store.outlook({ ...BOUNDS, turns: 2 })).toMatchObject({
        turns: 2,
        outcomes: { success: 2, failure: 0, unknown: 0 },
        refused: { question: 1, thin: 1 },
      })
    })

    it.each(['signature', 'similar'] as const)('names the longest open streaks, grouped by %s', async (grouping) => {
      const at = (hours: number) => new Date(AT + hours * 3_600_000)
      const rule = { grouping }
      const tests = { rule, key: 'add-tests', userInput: 'add tests for the parser module' }
      const lint = { rule, key: 'fix-lint', userInput: 'fix all of the lint warnings' }
      const deploy = { rule, key: 'deploy-staging', userInput: 'deploy this to the staging server' }
      await record({ ...tests, timestamp: at(1) }, { ...tests, timestamp: at(2) })
      await record({ ...lint, timestamp: at(3) }, { ...lint, timestamp: at(4) }, { ...deploy, timestamp: at(5) })
      const bounds = { ...BOUNDS, grouping }
      const { open, alone, nearest } = await store.outlook(bounds)
      const exact = grouping === 'signature'
      expect(nearest.slice(0, 2)).toMatchObject([
        { signature: 'fix-lint', exact, streak: 2, turnId: 'turn-4', request: lint.userInput, at: +at(4) },
        { signature: 'add-tests', exact, streak: 2, turnId: 'turn-2', request: tests.userInput, at: +at(2) },
      ])
      expect(nearest.slice(2).every(({ streak }) => streak === 1)).toBe(true)
      expect(nearest.map(({ turnId }) => turnId)).toEqual([...new Set(nearest.map(({ turnId }) => turnId))])
      expect({ open, alone }).toEqual({ open: 3, alone: 1 })
      expect((await store.outlook({ ...bounds, streaks: 1 })).nearest).toHaveLength(1)
      // A full streak is nothing that is near any more.
      await record({ ...lint, timestamp: at(6) })
      const later = (await store.outlook(bounds)).nearest.filter(({ streak }) => streak > 1)
      expect(later.map(({ signature }) => signature)).toEqual(['add-tests'])
    })

    it('names full streaks that no draft was made of, the latest first', async () => {
      const line = { ...LINE, toStatus: null, versionId: null, skillId: null }
      const given = [
        { ...line, at: AT + 1, skillName: 'auto-a', move: 'refused', reason: 'no_work: nothing was done' },
        { ...line, at: AT + 2, skillName: 'auto-b', move: 'suppressed', reason: 'revoked' },
        { ...line, at: AT + 3, skillName: 'auto-c', move: 'evidence', reason: 'proposed' },
      ]
      for (const [i, entry] of given.entries()) await store.dropTrigger(`t${i}`, entry)
      expect((await store.outlook(BOUNDS)).turnedDown).toEqual([
        { skill: 'auto-b', as: 'suppressed', reason: 'revoked', at: AT + 2 },
        { skill: 'auto-a', as: 'refused', reason: 'no_work: nothing was done', at: AT + 1 },
      ])
      expect((await store.outlook({ ...BOUNDS, streaks: 1 })).turnedDown).toHaveLength(1)
    })

    it.each(['signature', 'similar'] as const)('knows how many wait with a turn, grouped by %s', async (grouping) => {
      const same = { rule: { grouping } }
      await record(same, same, { rule: { grouping }, key: 'deploy-staging', userInput: 'deploy to the staging server' })
      const lengths = async (...ids: string[]) => await Promise.all(ids.map((id) => store.streakOf(id)))
      expect(await lengths('turn-1', 'turn-2', 'turn-3', 'nobody')).toEqual([2, 2, 1, 0])
      await record(same)
      expect(await lengths('turn-1', 'turn-4')).toEqual([0, 0])
    })

    it('gives the latest turns, newest first', async () => {
      await record({ key: '' }, outcome('failure'), {})
      expect((await store.latestTurns(2)).map(({ id }) => id)).toEqual(['turn-3', 'turn-2'])
      expect((await store.latestTurns(9)).map(({ signature }) => signature)).toEqual(['add-tests', 'add-tests', ''])
      expect(await store.latestTurns(1)).toEqual([await store.explainTurn('turn-3')])
    })
  })
}
