import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TriggerStore, TurnLookups, TurnStore, TurnsAsked } from '../../../src/store/ports/turn-store.ts'
import { AT, CREATE, LINE, outcome, RULE, recorder, SKILL, TURN } from './records.ts'

/** What `TurnLookups` promises. */
export function turnLookupsConformance(open: () => Needs): void {
  describe('TurnLookups', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

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

    describe('turnsBefore', () => {
      it('gives the turns of many projects and times as for each of them', async () => {
        const projects = ['/p', '/q', '/r']
        // Ids ascend with time; several turns have one time.
        for (let n = 0; n < 40; n++) {
          const place =
            n % 2 === 0 ? { projectDir: projects[n % 5]! } : { projectDir: `/w/${n}`, project: projects[n % 5]! }
          const trajectory = { ...TURN, ...place, timestamp: new Date(AT + (n >> 1)) }
          await store.recordTurn({ id: `turn-${10 + n}`, signature: '', trajectory }, RULE)
        }
        const asked = fc.record({
          project: fc.constantFrom(...projects, '/nowhere'),
          until: fc.integer({ min: AT - 1, max: AT + 21 }),
          except: fc.array(fc.integer({ min: 10, max: 49 }).map((n) => `turn-${n}`)),
        })
        await fc.assert(
          fc.asyncProperty(fc.array(asked), fc.integer({ min: 1, max: 9 }), async (times, limit) => {
            const each = times.map(
              async ({ project, until, except }) => await store.projectTurns(project, limit, except, until),
            )
            expect(await store.turnsBefore(times, limit)).toEqual(await Promise.all(each))
          }),
        )
      })
    })

    describe('outlook, streakOf and latestTurns', () => {
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

      it('names no further streak of a skill that is in use', async () => {
        await store.dropTrigger('t', { ...LINE, skillName: SKILL.name, move: 'refused', reason: 'no_work' })
        const turnedDown = async () => (await store.outlook(BOUNDS)).turnedDown.map(({ skill }) => skill)
        expect(await turnedDown()).toEqual([SKILL.name])
        await store.apply(CREATE)
        expect(await turnedDown()).toEqual([])
        const archived = { ...SKILL, status: 'archived' } as const
        await store.apply({ skill: archived, expect: SKILL, ledger: LINE })
        expect(await turnedDown()).toEqual([SKILL.name])
      })

      it.each(['signature', 'similar'] as const)('knows how many wait with a turn, grouped by %s', async (grouping) => {
        const same = { rule: { grouping } }
        await record(same, same, {
          rule: { grouping },
          key: 'deploy-staging',
          userInput: 'deploy to the staging server',
        })
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

      it('finds turns by a text, a page at a time, and goes on where it stopped reading', async () => {
        await record({ key: '' }, outcome('failure'), {})
        const ids = async (asked: Partial<TurnsAsked>) => {
          const { turns, next } = await store.findTurns({ limit: 2, scan: 100, ...asked })
          return [turns.map(({ id }) => id), next]
        }
        expect(await ids({})).toEqual([['turn-3', 'turn-2'], 'turn-2'])
        expect(await ids({ before: 'turn-2' })).toEqual([['turn-1'], undefined])
        expect(await ids({ text: 'ADD-TESTS', limit: 9 })).toEqual([['turn-3', 'turn-2'], undefined])
        expect(await ids({ text: 'add-tests', scan: 1 })).toEqual([['turn-3'], 'turn-3'])
        expect(await ids({ text: 'ADD-TESTS', before: 'turn-3', scan: 1 })).toEqual([['turn-2'], 'turn-2'])
        expect(await ids({ text: 'nowhere', scan: 2 })).toEqual([[], 'turn-2'])
        expect(await ids({ text: 'nowhere', scan: 2, before: 'turn-2' })).toEqual([[], undefined])
        expect(await ids({ text: 'nowhere' })).toEqual([[], undefined])
        expect(await ids({ text: "%_'" })).toEqual([[], undefined])
      })
    })
  })
}

type Needs = AsyncDisposable & TurnLookups & TurnStore & TriggerStore & Pick<SkillStore, 'apply'>

const BOUNDS = { turns: 100, streaks: 10, grouping: 'signature' } as const
