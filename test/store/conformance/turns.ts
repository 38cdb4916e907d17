import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { Bucketer } from '../../../src/domain/bucketer.ts'
import { signature } from '../../../src/domain/signature.ts'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'
import type { Store } from '../../../src/store/store.ts'
import { interleaved, type Said } from '../../domain/grouping/interleaved.ts'
import { AT, LINE, outcome, RULE, recorder, TURN } from './records.ts'

/** What a store does with turns and their streaks. */
export function turnConformance(current: () => Store): void {
  let store: Store
  let record: ReturnType<typeof recorder>
  beforeEach(() => {
    store = current()
    record = recorder(store)
  })

  describe('recordTurn', () => {
    it('counts successes up to the threshold, hands over the streak with its turns, and starts afresh', async () => {
      expect(await record({})).toEqual({ status: 'recorded', turnId: 'turn-1', signature: 'add-tests', streak: 1 })
      expect(await record({})).toMatchObject({ status: 'recorded', turnId: 'turn-2', streak: 2 })
      expect(await record({})).toEqual({
        status: 'recorded',
        turnId: 'turn-3',
        signature: 'add-tests',
        streak: 3,
        trigger: { id: 'trigger-3', signature: 'add-tests', turnIds: ['turn-1', 'turn-2', 'turn-3'] },
      })
      expect(await record({})).toMatchObject({ streak: 1 })
    })

    it('drops the streak at a failure and lets an unknown outcome pass it by', async () => {
      expect(await record({}, {}, outcome('unknown'))).toMatchObject({ streak: 2 })
      expect(await record({}, {})).toMatchObject({ streak: 1 })
      expect(await record(outcome('failure'))).toMatchObject({ streak: 0 })
      expect(await record({})).toMatchObject({ streak: 1 })
    })

    it('keeps the streaks of signatures and scopes apart', async () => {
      await record({}, {})
      expect(await record({ key: 'fix-lint' })).toMatchObject({ streak: 1 })
      expect(await record({ rule: { scope: '/project' } })).toMatchObject({ streak: 1 })
      expect((await record({})).trigger?.turnIds).toEqual(['turn-1', 'turn-2', 'turn-5'])
    })

    it('counts no streak for a turn without a signature, and keeps the turn', async () => {
      const said = await record({ key: '' }, { key: '' }, { key: '' })
      expect(said).toEqual({ status: 'recorded', turnId: 'turn-3', signature: '', streak: 0 })
      expect(await store.turns(['turn-1'])).toHaveLength(1)
    })

    it('knows a turn of the same engine, session and prompt, and counts it once', async () => {
      const same = { sessionId: 's', promptId: 'p' }
      await record(same)
      expect(await record(same)).toEqual({
        status: 'known',
        turnId: 'turn-1',
        signature: 'add-tests',
        streak: 1,
      })
      expect(await record({ ...same, sessionId: 't' })).toMatchObject({ status: 'recorded', streak: 2 })
      expect(await record({ ...same, engine: 'codex' })).toMatchObject({ status: 'recorded', streak: 3 })
    })

    it('counts a known turn once its outcome is known, and then never again', async () => {
      const same = { sessionId: 's', promptId: 'p' }
      await record({}, { ...same, outcome: 'unknown' })
      expect(await record({ ...same, summary: 'done' })).toMatchObject({
        status: 'recorded',
        turnId: 'turn-2',
        streak: 2,
      })
      expect(await record({ ...same, outcome: 'failure' })).toMatchObject({ status: 'known', streak: 2 })
      expect(await store.turns(['turn-2'])).toMatchObject([{ outcome: 'success', summary: 'done' }])
      expect((await store.tally()).turns).toBe(2)
    })

    it('takes a turn without an engine for one of the generic engine', async () => {
      const { engine: _, ...without } = TURN
      const given = { ...without, sessionId: 's', promptId: 'p' }
      const add = async (id: string, trajectory: TurnTrajectory) =>
        await store.recordTurn({ id, signature: 'x', trajectory }, RULE)
      await add('a', given)
      expect(await add('b', { ...given, engine: 'generic' })).toMatchObject({ status: 'known', turnId: 'a' })
    })

    it('never takes a turn without a prompt id for a repetition', async () =>
      expect(await record({ sessionId: 's' }, { sessionId: 's' })).toMatchObject({ status: 'recorded', streak: 2 }))

    it('forgets a streak that nothing was added to for too long; an unknown outcome adds nothing', async () => {
      const at = (ms: number) => ({ timestamp: new Date(AT + ms) })
      await record(at(0), { ...at(800), ...outcome('unknown') })
      expect(await record({ ...at(1001), rule: { expiryMs: 1000 } })).toMatchObject({ streak: 1 })
      expect(await record({ ...at(2001), rule: { expiryMs: 1000 } })).toMatchObject({ streak: 2 })
    })

    it('lets a late turn of long ago neither end a live streak nor be part of it, whichever way streaks are kept', async () => {
      const at = (ms: number) => ({ timestamp: new Date(AT + ms), userInput: 'fix the lint errors' })
      for (const [key, grouping] of [['exact', 'signature'] as const, ['like', 'similar'] as const]) {
        const rule = { expiryMs: 1000, grouping }
        await record({ key, ...at(60_000), rule }, { key, ...at(60_100), rule })
        expect(await record({ key, ...at(-1), ...outcome('failure'), rule })).toMatchObject({ streak: 2 })
        expect((await record({ key, ...at(60_200), rule })).trigger?.turnIds).toHaveLength(3)
      }
      const rule = { expiryMs: 1000 }
      await record({ ...at(60_000), rule }, { ...at(60_100), rule })
      expect(await record({ ...at(-1), rule })).toMatchObject({ streak: 2 })
      expect((await record({ ...at(60_200), rule })).trigger?.turnIds).not.toContain('turn-11')
    })

    it('bounds the number of streaks; the oldest go first', async () => {
      const rule = { maxBuckets: 10 }
      for (let i = 0; i < 600; i++) await record({ key: `key-${i}`, timestamp: new Date(AT + i), rule })
      expect(await record({ key: 'key-599', timestamp: new Date(AT + 601), rule })).toMatchObject({ streak: 2 })
      expect(await record({ key: 'key-0', timestamp: new Date(AT + 602), rule })).toMatchObject({ streak: 1 })
    })
  })

  describe('turns', () => {
    it('gives back what was recorded, in the order asked, unknown ids left out', async () => {
      const full: TurnTrajectory = {
        ...TURN,
        userInput: 'add "tests"\n\u0000 with 🐛',
        sessionId: 's',
        promptId: 'p',
        projectDir: '/p',
        pickedSkill: 'auto-x',
        decisionId: 'd',
        turns: 0,
        stopReason: 'end_turn',
        toolCalls: [{ name: 'Bash', input: { command: ['a', 1, null] }, ok: null, exitCode: 0, maskedPipe: true }],
      }
      await record(full, {})
      expect(await store.turns(['turn-2', 'nobody', 'turn-1'])).toEqual([TURN, full])
    })

    it('tells no tool calls reported from none made', async () => {
      await record({}, { toolCalls: [] })
      const [first, second] = await store.turns(['turn-1', 'turn-2'])
      expect([first?.toolCalls, second?.toolCalls]).toEqual([undefined, []])
    })
  })

  describe('lastSuccess and veto', () => {
    it('find the last turn of a session where it succeeded', async () => {
      const said = (sessionId: string, promptId: string) => ({ sessionId, promptId })
      await record(said('s', 'a'), said('s', 'b'), said('t', 'a'))
      const last = async (session: string, engine = 'claude-code') => await store.lastSuccess(engine, session)
      expect([await last('s'), await last('t'), await last('u')]).toEqual(['turn-2', 'turn-3', undefined])
      expect(await last('s', 'codex')).toBeUndefined()
      await record({ ...said('s', 'c'), outcome: 'failure' })
      expect(await last('s')).toBeUndefined()
    })

    it('find it also where the engine tells of no prompt ids, the newest of both', async () => {
      await record({ sessionId: 's' }, { sessionId: 't' })
      expect(await store.lastSuccess('claude-code', 's')).toBe('turn-1')
      await record({ sessionId: 's', promptId: 'a' }, { sessionId: 's', outcome: 'failure' })
      expect(await store.lastSuccess('claude-code', 's')).toBeUndefined()
      await record({ sessionId: 's' })
      expect(await store.lastSuccess('claude-code', 's')).toBe('turn-5')
    })

    it('take a success back once: the turn is unknown and counts in no streak', async () => {
      await record({}, {})
      expect(await store.veto('turn-1')).toBe(true)
      expect([await store.veto('turn-1'), await store.veto('nobody')]).toEqual([false, false])
      expect(await store.turns(['turn-1'])).toMatchObject([{ outcome: 'unknown' }])
      expect(await record({})).toMatchObject({ streak: 2 })
      expect((await record({})).trigger?.turnIds).toEqual(['turn-2', 'turn-3', 'turn-4'])
    })
  })

  describe('explainTurn and projectTurns', () => {
    it('say why a turn counted or did not', async () => {
      await record({})
      await store.recordTurn({ id: 'refused', signature: 'x', trajectory: TURN, refusal: 'ack: says nothing' }, RULE)
      expect(await store.explainTurn('turn-1')).toEqual({
        id: 'turn-1',
        signature: 'add-tests',
        trajectory: TURN,
        why: {},
      })
      expect(await store.explainTurn('refused')).toMatchObject({
        signature: 'x',
        why: { refusal: 'ack: says nothing' },
      })
      expect(await store.explainTurn('nobody')).toBeUndefined()
    })

    it('keep a refused turn out of the streak, and end none for it', async () => {
      await record({})
      const said = await store.recordTurn({ id: 'r', signature: 'add-tests', trajectory: TURN, refusal: 'no' }, RULE)
      expect(said).toMatchObject({ status: 'recorded', streak: 1 })
      expect(await record({})).toMatchObject({ streak: 2 })
    })

    it('give the latest turns of a project, newest first, those named left out', async () => {
      for (const userInput of ['a', 'b', 'c', 'd']) await record({ userInput, projectDir: '/p' })
      await record({ userInput: 'e', projectDir: '/q' }, { userInput: 'f' })
      const texts = async (limit: number, except: string[], until?: number) => {
        const found = await store.projectTurns('/p', limit, except, until)
        return (await store.turns(found.map(({ id }) => id))).map(({ userInput }) => userInput)
      }
      expect(await texts(9, [])).toEqual(['d', 'c', 'b', 'a'])
      expect(await texts(2, ['turn-4', 'turn-2'])).toEqual(['c', 'a'])
      expect(await texts(1, [])).toEqual(['d'])
      await record({ userInput: 'later', projectDir: '/p', timestamp: new Date(AT + 1) })
      expect(await texts(9, [], AT)).toEqual(['d', 'c', 'b', 'a'])
    })

    it('tell a turn of a project that was read more fully from what it was', async () => {
      const said = { userInput: 'a', projectDir: '/p', promptId: 'p-1', outcome: 'unknown' as const, extent: 1 }
      await record(said)
      const [before] = await store.projectTurns('/p', 1, [])
      const asBefore = await store.turns([before?.id ?? ''])
      const toolCalls = [{ name: 'Bash', input: { command: 'ls' }, ok: true }]
      await record({ ...said, outcome: 'success', extent: 2, toolCalls })
      const [after] = await store.projectTurns('/p', 1, [])
      expect(after?.id).toBe(before?.id)
      expect(after?.reading).not.toBe(before?.reading)
      expect(await store.turns([after?.id ?? ''])).toMatchObject([{ outcome: 'success', toolCalls }])
      expect(asBefore).toMatchObject([{ outcome: 'unknown' }])
      expect(asBefore[0]?.toolCalls).toBeUndefined()
    })
  })

  describe('grouping by likeness', () => {
    it('lets requests for one task in other words share a streak, under the first one’s signature', async () => {
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
      expect(requests.map(([, key]) => key)).toContain(trigger?.signature)
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
