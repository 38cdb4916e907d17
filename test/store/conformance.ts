import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/bandit.ts'
import { promptKey } from '../../src/domain/decision.ts'
import { bodyDigest } from '../../src/domain/measurement.ts'
import { qualityOf } from '../../src/domain/routing/choice.ts'
import type { Knowledge } from '../../src/domain/routing/deliberation.ts'
import { HALF_LIFE } from '../../src/domain/routing/fading.ts'
import { type Arm, type Fit, NEW_WORLD, withPopulation } from '../../src/domain/routing/knowledge.ts'
import type { LoggedContender } from '../../src/domain/routing/logged.ts'
import { isRefitDue, taught } from '../../src/domain/routing/teaching.ts'
import type { Outcome, TurnTrajectory } from '../../src/domain/turn.ts'
import type { DecisionRow } from '../../src/store/decision-log.ts'
import type { LedgerEntry, SkillChange, SkillRecord, VersionRecord } from '../../src/store/skill-records.ts'
import type { PromptRow, Store, StreakRule } from '../../src/store/store.ts'

/** Parts of the port that a store leaves out on purpose, with the reason. */
export interface Deviations {
  readonly orphans?: string
  readonly unplaced?: string
  readonly revision?: string
}

/** What every store must do, method by method. `open` gives an empty store each time. */
export function storeConformance(open: () => Store, deviations: Deviations = {}): void {
  let store: Store
  beforeEach(() => {
    store = open()
  })
  afterEach(async () => await store[Symbol.asyncDispose]())
  const unless = (reason: string | undefined) => (reason === undefined ? it : it.skip)

  /** Records turns one after the other, and says what became of the last. */
  async function record(...turns: (Partial<TurnTrajectory> & { rule?: Partial<StreakRule>; key?: string })[]) {
    let last: Awaited<ReturnType<Store['recordTurn']>> | undefined
    for (const { rule: changed, key, ...turn } of turns)
      last = await store.recordTurn(
        { id: `turn-${++ids}`, signature: key ?? 'add-tests', trajectory: { ...TURN, ...turn } },
        { ...RULE, ...changed, claim: { ...RULE.claim, triggerId: `trigger-${ids}` } },
      )
    return last as NonNullable<typeof last>
  }
  const outcome = (of: Outcome) => ({ outcome: of })
  let ids = 0
  beforeEach(() => {
    ids = 0
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
      const texts = async (limit: number, except: string[]) =>
        (await store.projectTurns('/p', limit, except)).map((turn) => turn.userInput)
      expect(await texts(9, [])).toEqual(['d', 'c', 'b', 'a'])
      expect(await texts(2, ['turn-4', 'turn-2'])).toEqual(['c', 'a'])
      expect(await texts(1, [])).toEqual(['d'])
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

  describe('knowledge', () => {
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

  describe('skills', () => {
    it('applies a change whole, with its version, files and ledger line', async () => {
      expect(await store.apply(CREATE)).toBe(true)
      expect(await store.skill('auto-x')).toEqual(SKILL)
      expect(await store.skills()).toEqual([SKILL])
      expect(await store.versions('skill-1')).toEqual([VERSION])
      expect(await store.files('version-1')).toEqual(
        new Map([
          ['SKILL.md', new Uint8Array(Buffer.from('text'))],
          ['manifest.json', new Uint8Array([1, 0, 255])],
        ]),
      )
      expect(await store.ledger()).toEqual([{ ...LINE, id: 1 }])
    })

    it('knows nothing of what was never there', async () => {
      expect(await store.skill('nobody')).toBeUndefined()
      expect([await store.versions('x'), (await store.files('x')).size, await store.ledger('x')]).toEqual([[], 0, []])
    })

    it.each<[string, SkillChange['expect']]>([
      ['absent, and is there', 'absent'],
      ['of another status', { status: 'active', headVersion: '0.1.0', digest: null }],
      ['at another version', { status: 'staged', headVersion: '0.1.1', digest: null }],
      ['of other bytes', { status: 'staged', headVersion: '0.1.0', digest: 'd' }],
    ])('does nothing when the skill should be %s', async (_, expect_) => {
      await store.apply(CREATE)
      const late: SkillChange = {
        skill: { ...SKILL, status: 'archived' },
        expect: expect_,
        version: { ...VERSION, id: 'version-2', files: new Map([['SKILL.md', 'late']]) },
        ledger: { ...LINE, move: 'archive' },
      }
      expect(await store.apply(late)).toBe(false)
      expect(await store.skill('auto-x')).toEqual(SKILL)
      expect(await store.versions('skill-1')).toHaveLength(1)
      expect(await store.ledger()).toHaveLength(1)
    })

    it('does nothing for a skill that should be there and is not', async () =>
      expect(await store.apply({ skill: SKILL, expect: SKILL, ledger: LINE })).toBe(false))

    it('decides a version in the step that changes the skill, oldest version first', async () => {
      await store.apply(CREATE)
      const second = { ...VERSION, id: 'version-2', version: '0.1.1', parentId: 'version-1', createdAt: AT + 1 }
      await store.apply({ skill: SKILL, expect: SKILL, version: { ...second, files: new Map() }, ledger: LINE })
      const decides = { versionId: 'version-2', state: 'proposed' as const }
      await store.apply({ skill: SKILL, expect: SKILL, decides, ledger: LINE })
      expect((await store.versions('skill-1')).map((one) => [one.version, one.state])).toEqual([
        ['0.1.0', 'accepted'],
        ['0.1.1', 'proposed'],
      ])
    })

    it('holds revocations by name and signature until they are lifted, each for itself', async () => {
      const person = { ...SKILL, id: 'skill-2', name: 'mine', signature: null, origin: 'person' as const }
      await store.apply({ skill: SKILL, expect: 'absent', revocation: 'start', ledger: { ...LINE, reason: 'no' } })
      await store.apply({ skill: person, expect: 'absent', revocation: 'start', ledger: LINE })
      const other = { ...person, id: 'skill-3', name: 'other' }
      await store.apply({ skill: other, expect: 'absent', revocation: 'start', ledger: LINE })
      expect(await store.revocations()).toMatchObject([
        { skillName: 'auto-x', signature: 'x', at: AT, reason: 'no' },
        { skillName: 'mine', signature: null },
        { skillName: 'other', signature: null },
      ])
      await store.apply({ skill: person, expect: person, revocation: 'lift', ledger: LINE })
      expect((await store.revocations()).map((one) => one.skillName)).toEqual(['auto-x', 'other'])
      await store.apply({ skill: SKILL, expect: SKILL, revocation: 'lift', ledger: LINE })
      expect((await store.revocations()).map((one) => one.skillName)).toEqual(['other'])
    })

    it('forgets what was recorded and learned of a name that another skill takes over', async () => {
      await store.apply(CREATE)
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2' })
      await store.settle('d1', 'success', AT)
      await record({ pickedSkill: 'auto-x' }, { pickedSkill: 'auto-y' })
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      expect((await store.arms()).map((one) => one.name)).toEqual(['auto-y'])
      expect((await store.versionUses()).map((one) => one.name)).not.toContain('auto-x')
      // An outcome that comes now is the earlier skill's.
      expect(await store.settle('d2', 'success', AT)).toEqual({ status: 'nothing', skill: 'auto-x' })
      const { arms, fits } = await store.knowledge(['auto-x'], 'add-tests')
      expect([arms.size, fits.size]).toEqual([0, 0])
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
      const of = { first: 'auto-x', chance: 0.5, chanceOfAny: 0.75, chanceOfNone: 0.25 }
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

    it('leaves out of the measure what was decided on a skill whose name another one has', async () => {
      await store.apply(CREATE)
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'other', weighed: [contender('auto-y'), contender('auto-x')] })
      await store.settle('d1', 'success', AT)
      await store.settle('other', 'success', AT)
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      expect((await store.liftRecords(0, 9)).map(({ first }) => first)).toEqual(['auto-y'])
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

    it('forgets a skill with its versions, files and rows, and keeps the ledger', async () => {
      await store.apply(CREATE)
      await store.addPrompt(PROMPT)
      await store.addPrompt({ ...PROMPT, id: 'other', skillName: 'auto-y' })
      await store.forget('skill-1', { ...LINE, move: 'purge' })
      expect([await store.skill('auto-x'), await store.versions('skill-1')]).toEqual([undefined, []])
      expect((await store.files('version-1')).size).toBe(0)
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 1)).toEqual([])
      expect(await store.bestForSkill('auto-y', 'auto_drafter', 1)).toHaveLength(1)
      expect((await store.ledger('auto-x')).map((line) => line.move)).toEqual(['draft', 'purge'])
      expect(await store.apply(CREATE)).toBe(true)
    })

    it('keeps the ledger in order, by skill where asked', async () => {
      await store.apply(CREATE)
      await store.dropTrigger('nobody', { ...LINE, skillName: 'auto-y', move: 'refused', skillId: null })
      expect((await store.ledger()).map((line) => line.skillName)).toEqual(['auto-x', 'auto-y'])
      expect(await store.ledger('auto-y')).toMatchObject([{ move: 'refused' }])
    })

    it('notes where the files of a skill lie', async () => {
      await store.apply(CREATE)
      await store.placed('skill-1', { path: '/else', digest: 'd', stamp: 's' })
      expect(await store.skill('auto-x')).toEqual({ ...SKILL, path: '/else', digest: 'd', stamp: 's' })
    })

    unless(deviations.unplaced)('lists the skills whose folder does not hold what their row says', async () => {
      await store.apply(CREATE)
      expect((await store.unplaced()).map((one) => one.name)).toEqual(['auto-x'])
      await store.placed('skill-1', { path: '/p', digest: VERSION.digest, stamp: 's' })
      expect(await store.unplaced()).toEqual([])
      const now = (await store.skill('auto-x')) as SkillRecord
      await store.apply({ skill: { ...now, status: 'archived' }, expect: now, ledger: LINE })
      expect((await store.unplaced()).map((one) => one.status)).toEqual(['archived'])
      await store.placed('skill-1', { path: '/archive', digest: VERSION.digest, stamp: '' })
      expect(await store.unplaced()).toEqual([])
    })
  })

  describe('orphanedTriggers', () => {
    const claim = { ...CLAIM, pid: 2, alive: () => false }

    unless(deviations.orphans)('hands over the streaks of a process that is gone, once', async () => {
      await record({}, {}, {})
      expect(await store.orphanedTriggers({ ...claim, alive: () => true })).toEqual([])
      expect(await store.orphanedTriggers(claim)).toMatchObject([{ id: 'trigger-3', signature: 'add-tests' }])
      expect(await store.orphanedTriggers({ ...claim, pid: 3, alive: (pid) => pid === 2 })).toEqual([])
    })

    unless(deviations.orphans)('hands over a streak that was claimed too long ago, whoever lives', async () => {
      await record({}, {}, {})
      const late = { ...claim, alive: () => true, at: AT + CLAIM.staleMs + 1 }
      expect(await store.orphanedTriggers(late)).toHaveLength(1)
    })

    unless(deviations.orphans)('forgets a streak whose draft stands or was turned down', async () => {
      await record({}, {}, {}, { key: 'k' }, { key: 'k' }, { key: 'k' })
      await store.apply(CREATE)
      await store.placed('skill-1', { path: '/p', digest: 'd', stamp: 's' }, 'trigger-3')
      await store.dropTrigger('trigger-6', { ...LINE, move: 'suppressed' })
      expect(await store.orphanedTriggers(claim)).toEqual([])
    })
  })

  describe('dropTrigger', () => {
    const standing = { signature: 'add-tests', scope: '', turnIds: ['turn-2', 'turn-3'] }

    it('lets the turns of a refused streak that still count wait again, before what came meanwhile', async () => {
      await record({}, {}, {}, {})
      await store.dropTrigger('trigger-3', LINE, standing)
      expect((await record({})).trigger?.turnIds).toEqual(['turn-2', 'turn-3', 'turn-4', 'turn-5'])
      expect(await record({})).toMatchObject({ streak: 1 })
    })

    it('gives the turns back to their group where streaks are kept by likeness', async () => {
      const rule = { grouping: 'similar' } as const
      const say = (userInput: string) => record({ userInput, key: userInput, rule })
      await say('add tests for the parser')
      await say('add tests for the new parser')
      expect((await say('please add tests for the parser')).trigger?.turnIds).toHaveLength(3)
      await store.dropTrigger('trigger-3', LINE, standing)
      expect((await say('now add tests for the parser')).trigger?.turnIds).toEqual(['turn-2', 'turn-3', 'turn-4'])
    })

    it('leaves a refused streak behind where none of it counts', async () => {
      await record({}, {}, {})
      await store.dropTrigger('trigger-3', LINE)
      expect(await record({})).toMatchObject({ streak: 1 })
    })
  })

  describe('prompts', () => {
    it('puts measured rows before priors, then the score, then the newest', async () => {
      const rows: [string, boolean, number, number][] = [
        ['old prior', false, 0.9, 1],
        ['weak', true, 0.2, 9],
        ['strong', true, 0.5, 1],
        ['new prior', false, 0.9, 2],
        ['same time', false, 0.9, 2],
      ]
      for (const [id, scoreMeasured, score, createdAt] of rows)
        await store.addPrompt({ ...PROMPT, id, scoreMeasured, score, createdAt })
      const ids = (await store.bestForSkill('auto-x', 'auto_drafter', 9)).map((row) => row.id)
      expect(ids).toEqual(['strong', 'weak', 'same time', 'new prior', 'old prior'])
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 1)).toHaveLength(1)
    })

    it('gives a row back as it was written, and none of another skill or scorer', async () => {
      await store.addPrompt(PROMPT)
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 1)).toEqual([PROMPT])
      expect(await store.bestForSkill('auto-x', 'bench', 1)).toEqual([])
      expect(await store.bestForSkill('auto', 'auto_drafter', 1)).toEqual([])
    })

    it('refuses a second row of one id', async () => {
      await store.addPrompt(PROMPT)
      await expect(store.addPrompt(PROMPT)).rejects.toMatchObject({ name: 'WaylandError' })
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 9)).toHaveLength(1)
    })

    it('adds a row once, and gives back the one that has its id', async () => {
      expect(await store.addPromptOnce(PROMPT)).toBeUndefined()
      expect(await store.addPromptOnce({ ...PROMPT, score: 0.1 })).toEqual(PROMPT)
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 9)).toEqual([PROMPT])
    })

    it('leaves out rows that were measured on another text than the skill has now', async () => {
      await store.apply({ ...CREATE, skill: { ...SKILL, name: 'auto-x', body: 'Do it.' } })
      const rows: [string, number, PromptRow['metadata']][] = [
        ['old', 0.9, { body_digest: bodyDigest('Do it otherwise.') }],
        ['now', 0.5, { body_digest: bodyDigest('Do it.\n') }],
        ['any', 0.3, { note: 'says nothing of a text' }],
      ]
      for (const [id, score, metadata] of rows) {
        await store.addPrompt({ ...PROMPT, id, score, metadata, scorer: 'bench' })
        await store.addPrompt({
          ...PROMPT,
          id: `${id} of nobody`,
          skillName: 'nobody',
          score,
          metadata,
          scorer: 'bench',
        })
      }
      const best = async (name: string) => (await store.bestForSkill(name, 'bench', 9)).map(({ id }) => id)
      expect(await best('auto-x')).toEqual(['now', 'any'])
      expect(await best('nobody')).toEqual(['any of nobody'])
      expect(await store.seedPairsFor(['auto-x', 'nobody'], 'bench', 1)).toEqual([
        ['auto-x', 3],
        ['nobody', 2],
      ])
    })

    it('gives the successes of the best row of each name in the order asked, those of none left out', async () => {
      const scores: [string, number][] = [
        ['a', 0.7],
        ['b', 0.5],
        ['c', 0.09],
        ['d', 0.1],
        ['e', 1.7],
      ]
      for (const [skillName, score] of scores) await store.addPrompt({ ...PROMPT, id: skillName, skillName, score })
      expect(await store.seedPairsFor(['e', 'd', 'c', 'nobody', 'b', 'a'], 'auto_drafter', 1)).toEqual([
        ['e', 5],
        ['d', 1],
        ['b', 3],
        ['a', 4],
      ])
      expect(await store.seedPairsFor([], 'auto_drafter', 1)).toEqual([])
    })
  })

  describe('sources', () => {
    it('remember how far each transcript was read', async () => {
      expect(await store.source('/a')).toBeUndefined()
      await store.saveSource('/a', 'codex', '{"offset":1}', AT)
      await store.saveSource('/a', 'codex', '{"offset":2}', AT)
      expect([await store.source('/a'), await store.source('/b')]).toEqual(['{"offset":2}', undefined])
    })
  })

  describe('exports', () => {
    it('are kept by path, the later note in place of the earlier, until they are forgotten', async () => {
      const copy = {
        path: '/home/.claude/skills/auto-a',
        root: '/home/.claude/skills',
        base: 'user',
        engines: ['claude-code'],
        skillName: 'auto-a',
        versionId: 'version-1',
        digests: ['old', 'new'],
        stamp: null,
        at: AT,
      }
      await store.noteExport(copy)
      await store.noteExport({ ...copy, path: '/a', engines: [], digests: [] })
      await store.noteExport({ ...copy, digests: ['new'], stamp: 'stamp' })
      expect(await store.exports()).toEqual([
        { ...copy, path: '/a', engines: [], digests: [] },
        { ...copy, digests: ['new'], stamp: 'stamp' },
      ])
      await store.forgetExport('/a')
      await store.forgetExport('/b')
      expect((await store.exports()).map(({ path }) => path)).toEqual([copy.path])
    })
  })

  describe('folderLock', () => {
    it('lets one piece of work in at a time, in the order they came, also after one that failed', async () => {
      const seen: string[] = []
      const work = (name: string) => async () => {
        seen.push(`${name} in`)
        await new Promise((resolve) => setTimeout(resolve, 2))
        seen.push(`${name} out`)
        if (name === 'b') throw new Error('b failed')
        return name
      }
      const all = ['a', 'b', 'c'].map((name) => store.folderLock(work(name)))
      expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
    })
  })

  describe('tally', () => {
    it('counts turns, streaks and decisions', async () => {
      expect(await store.tally()).toEqual({ turns: 0, lastTurnAt: null, streaks: 0, decisions: 0 })
      await record({}, { key: 'k', timestamp: new Date(AT + 5) }, { key: '' })
      await store.addDecision(DECISION)
      expect(await store.tally()).toEqual({ turns: 3, lastTurnAt: AT + 5, streaks: 2, decisions: 1 })
    })
  })

  describe('revision', () => {
    it('stays when this process alone writes', async () => {
      const before = await store.revision()
      await record({})
      expect(await store.revision()).toBe(before)
    })
  })
}

const AT = Date.UTC(2026, 0, 1)

const TURN: TurnTrajectory = {
  userInput: 'add tests',
  outcome: 'success',
  summary: '1 turn',
  timestamp: new Date(AT),
  engine: 'claude-code',
}

const CLAIM = { triggerId: 'trigger', pid: 1, at: AT, staleMs: 60_000, alive: () => true }

const RULE: StreakRule = {
  threshold: 3,
  scope: '',
  grouping: 'signature',
  expiryMs: 86_400_000,
  maxBuckets: 1000,
  claim: CLAIM,
}

/** Mean success rate of auto-x, wherever it fits. */
const meanOf = ({ world, arms }: Knowledge) => qualityOf(world, arms.get('auto-x'), { now: 1, halfLife: HALF_LIFE })

/** What the log teaches when it is read from the start. */
export async function relearned(store: Store) {
  const arms = new Map<string, Arm>()
  const fits = new Map<string, Fit>()
  let world = NEW_WORLD
  for (const decision of await store.settledDecisions()) {
    const known = {
      world,
      armOf: (skill: string) => arms.get(skill),
      fitOf: (skill: string, kind: string) => fits.get(`${skill} ${kind}`),
    }
    const { outcome, loaded, settled } = decision
    const after = taught(known, decision, { outcome: outcome!, loaded, halfLife: HALF_LIFE })
    if (after?.arm !== undefined) arms.set(after.arm.skill, after.arm.arm)
    if (after?.fit !== undefined) fits.set(`${after.fit.skill} ${after.fit.kind}`, after.fit.fit)
    world = after?.world ?? world
    const inOrder = [...arms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, arm]) => arm)
    if (isRefitDue(settled!)) world = withPopulation(world, inOrder)
  }
  return { world, arms, fits }
}

const contender = (skill: string): LoggedContender => ({
  skill,
  relevance: 0.9,
  prior: 0.9,
  fit: 0.9,
  quality: 0.6,
  mean: 0.57,
  draw: 0.55,
  propensity: 0.5,
  seeds: { successes: 1.5, failures: 0 },
})

/** A skill that was offered. */
export const DECISION: DecisionRow = {
  id: 'd1',
  at: AT,
  task: 'add tests',
  engine: null,
  sessionId: null,
  promptId: null,
  projectDir: null,
  pick: 'auto-x',
  reason: 'picked',
  propensity: 0.5,
  version: '0.1.0',
  kind: 'add-tests',
  holdout: 0.05,
  weighed: [contender('auto-x')],
  candidates: [],
}

const SKILL: SkillRecord = {
  id: 'skill-1',
  name: 'auto-x',
  origin: 'auto',
  status: 'staged',
  signature: 'x',
  description: 'd',
  triggers: ['one', 'two'],
  body: 'b',
  path: '/skills/auto-x',
  needsReview: true,
  evidenceCount: 3,
  headVersion: '0.1.0',
  digest: null,
  stamp: null,
  createdAt: AT,
}

const VERSION: VersionRecord = {
  id: 'version-1',
  skillId: 'skill-1',
  version: '0.1.0',
  parentId: null,
  author: 'auto',
  reason: 'drafted',
  state: 'accepted',
  digest: 'digest-1',
  evidence: ['turn-1'],
  triggerId: 'trigger-1',
  createdAt: AT,
}

const LINE: LedgerEntry = {
  at: AT,
  skillName: 'auto-x',
  skillId: 'skill-1',
  move: 'draft',
  actor: 'auto',
  fromStatus: null,
  toStatus: 'staged',
  versionId: 'version-1',
  reason: 'drafted',
}

const CREATE: SkillChange = {
  skill: SKILL,
  expect: 'absent',
  version: {
    ...VERSION,
    files: new Map<string, string | Uint8Array>([
      ['SKILL.md', 'text'],
      ['manifest.json', new Uint8Array([1, 0, 255])],
    ]),
  },
  ledger: LINE,
}

const PROMPT: PromptRow = {
  id: 'p',
  skillName: 'auto-x',
  parentId: null,
  promptBody: 'body',
  score: 0.7,
  scoreMeasured: false,
  scorer: 'auto_drafter',
  generation: 0,
  createdAt: 1_767_225_600,
  metadata: { trigger_id: 't', prior: true },
}
