import { describe, expect, it, onTestFinished } from 'vitest'
import type { Reflection } from '../../src/domain/learning/prompts/reflect.ts'
import type { Measurement } from '../../src/domain/measurement.ts'
import type { Sample } from '../../src/domain/proof/sample.ts'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import { createAsker } from '../../src/service/learning/model-questions.ts'
import type { StagedFrom } from '../../src/service/learning/staged.ts'
import { createOptimiser, type OptimiseAsked } from '../../src/service/proof/optimiser.ts'
import type { SkillRecord } from '../../src/store/skill-records.ts'
import { type Script, scriptedModel } from '../model/scripted-model.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'

const FACT = 'Prepare it with `make ready`.'
const TRICK = 'Use the value `t0`.'
const BODY = '# How\n\n- Do it.\n'
const TASKS: readonly ProofTask[] = Array.from({ length: 24 }, (_, i) => ({
  id: `t${i}`,
  family: `f${i}`,
  prompt: `do ${i}`,
}))
const SKILL = {
  id: 's',
  name: 'notes',
  body: BODY,
  headVersion: '0.1.0',
  status: 'active',
  description: '',
} as SkillRecord
const signal = new AbortController().signal

const adding = (text: string): Reflection => ({
  diagnosis: 'it was not prepared',
  edits: [{ anchor: '- Do it.', action: 'insert_after', text: `- ${text}`, removes: [] }],
})

/** Success follows from the text: the fact helps all tasks, the trick helps those of `tricked` alone. */
const scoreOf = (text: string, { id }: ProofTask, tricked: readonly string[]): number =>
  text.includes(FACT) || (text.includes(TRICK) && tricked.includes(id)) ? 1 : 0

function optimising(
  script: Script,
  { tricked = [] as readonly string[], store = memoryStore(), name = 'scripted model' } = {},
) {
  onTestFinished(() => store[Symbol.asyncDispose]())
  const model = { ...scriptedModel(script), name }
  const staged: { edits: unknown; from: StagedFrom }[] = []
  const scores: Measurement[] = []
  const tried: string[] = []
  const optimiser = createOptimiser({
    ...{
      store,
      clock: { now: () => new Date(5_000), newId: () => 'id' },
      nearest: async () => undefined,
      commitBefore: async () => undefined,
    },
    catalogue: { all: async () => [SKILL] },
    measurer: {
      addScore: async (score) => {
        scores.push(score)
        return { id: '', skill: 'notes', status: 'added', current: false }
      },
    },
    scorer: async () => ({
      ...{ name: 'command', isFree: false },
      async try(text = '', task): Promise<Sample> {
        tried.push(task.id)
        const score = scoreOf(text, task, tricked)
        return { score, timedOut: false, activated: null, toolCalls: null, tokens: 'unknown', ms: 1 }
      },
    }),
    newRun: async (stop) =>
      createAsker({
        ...{ provider: model, store, clock: { now: () => new Date(5_000), newId: () => 'id' }, signal: stop },
        ...{ redact: async (text) => text, run: 'r', limits: { dailyTokens: 1e9, maxCallsPerRun: 100 } },
      }),
    stageEdits: async (_, edits, from) => {
      staged.push({ edits, from })
      return { status: 'staged', skill: 'notes', versionId: 'v' }
    },
  })
  const run = (more: Partial<OptimiseAsked> = {}, limits = {}) =>
    optimiser.optimise({ skill: 'notes', tasks: TASKS, repeats: 1, calls: 3, ...more }, { signal, ...limits })
  return { run, model, staged, scores, tried, store }
}

describe('optimise', () => {
  it('proposes edits that gain on the sealed tasks, with their score', async () => {
    const { run, staged, scores, store } = optimising(() => adding(FACT))
    const done = await run()
    expect(done).toMatchObject({
      ...{ result: 'proposed', base: 0, chosen: 1, split: { train: 6, choose: 6, test: 12 } },
      judged: { worth: 'gain', families: 12, before: 0, after: 1 },
    })
    expect(done.lines.map(({ arm, score }) => [arm, score])).toEqual([
      ['none', 0],
      ['trajectory', null],
      ['rewrite', null],
      ['skill', 0],
      ['edited', 1],
    ])
    expect(staged).toMatchObject([{ edits: [{ text: `- ${FACT}` }], from: { grade: 'staged', turnIds: [] } }])
    expect(scores).toMatchObject([{ skill: 'notes', score: 1, metadata: { families: 12, against: 'skill' } }])
    expect(scores[0]?.promptBody).toContain(FACT)
    expect((await store.ledger('notes')).map(({ move }) => move)).toEqual(['test_opened'])
  })

  it('shows no question a task of the choosing or the sealed part', async () => {
    const { run, model } = optimising(() => adding(FACT))
    await run()
    const shown = new Set(model.asked.flatMap(({ input }) => [...input.matchAll(/asked: do (\d+)/g)].map(([, n]) => n)))
    expect(shown.size).toBeGreaterThan(0)
    expect(shown.size).toBeLessThanOrEqual(6)
  })

  it('opens no sealed task where nothing is better on the choosing ones', async () => {
    const { run, staged, store, tried } = optimising(() => adding('Be careful.'))
    expect(await run()).toMatchObject({ result: 'no_better', lines: [], chosen: 0 })
    expect(staged).toEqual([])
    expect(await store.ledger()).toEqual([])
    expect(new Set(tried).size).toBe(12)
  })

  it('proposes nothing that helps the tasks it was chosen by alone', async () => {
    const first = optimising(() => adding('Be careful.'))
    await first.run()
    // The tasks that were tried are those that are not sealed.
    const { run, staged, scores } = optimising(() => adding(TRICK), { tricked: first.tried })
    expect(await run()).toMatchObject({ result: 'not_shown', chosen: 1, judged: { worth: 'not_shown', after: 0 } })
    expect([staged, scores]).toEqual([[], []])
  })

  it('opens the sealed tasks for one text, and for no second one', async () => {
    const { run, store } = optimising(() => adding(FACT))
    expect((await run()).result).toBe('proposed')
    // The same again is no second look.
    expect((await run()).result).toBe('proposed')
    const other = optimising(() => adding(`${FACT} Now.`), { store, name: 'another model' })
    expect(await other.run()).toMatchObject({
      result: 'opened_before',
      lines: [],
      reason: expect.stringContaining('for another text'),
    })
    expect([other.staged, other.scores]).toEqual([[], []])
    expect((await store.ledger('notes')).map(({ move }) => move)).toEqual(['test_opened'])
  })

  it('waits for an answer, and goes on to the same result', async () => {
    let answers = false
    const script: Script = () => (answers ? adding(FACT) : 'waiting')
    const { run, staged, tried } = optimising(script)
    expect(await run()).toMatchObject({ result: 'waiting', steps: [] })
    const before = tried.length
    answers = true
    expect((await run()).result).toBe('proposed')
    expect(staged).toHaveLength(1)
    // Tries are kept: those of the first run are not made again.
    expect(tried.length - before).toBeLessThan(60)
    expect(new Set(tried.slice(0, before)).size).toBe(12)
  })

  it('stops at its limits, and goes on with the rest', async () => {
    const { run, tried } = optimising(() => adding(FACT))
    expect((await run({}, { tries: 8 })).result).toBe('limit')
    expect(tried).toHaveLength(8)
    expect((await run()).result).toBe('proposed')
  })

  it.each([
    [
      'an anchor that is not there',
      { ...adding(FACT), edits: [{ ...adding(FACT).edits[0]!, anchor: '- Nothing' }] },
      'anchor does not stand',
    ],
    ['no edit', { diagnosis: 'fine', edits: [] }, 'the model proposes no edit'],
    ['what is no answer', 'hello', 'the model proposes no edit'],
    ['too long a text', adding('x'.repeat(1_990)), 'no gain on the tasks'],
  ])('refuses %s, and says why', async (_, answer, why) => {
    const { run } = optimising(() => answer)
    const { result, steps } = await run()
    expect(result).toBe('no_better')
    expect(steps[0]).toMatchObject({ outcome: 'refused', why: expect.stringContaining(why) })
    expect(steps.length).toBeLessThanOrEqual(3)
  })

  it('tells of too few tasks before anything is asked', async () => {
    const { run, model } = optimising(() => adding(FACT))
    await expect(run({ tasks: TASKS.slice(0, 9) })).rejects.toMatchObject({ code: 'bad_file' })
    expect(model.asked).toEqual([])
  })
})
