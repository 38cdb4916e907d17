import { describe, expect, test } from 'vitest'
import { WaylandError } from '../../src/domain/errors.ts'
import { PROBE } from '../../src/domain/learning/prompts/probe.ts'
import type { ModelProvider } from '../../src/model/language-model.ts'
import { type AskingParts, createAsker } from '../../src/service/learning/model-questions.ts'
import { type Script, scriptedModel } from '../model/scripted-model.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'

const NOW = new Date('2026-03-01T12:00:00')
const ABOUT = { input: 'the input', subject: 'a test' }
const RIGHT = { word: 'ready', sum: 42 }

function asking(provider: ModelProvider, given: Partial<AskingParts> = {}) {
  const store = given.store ?? memoryStore()
  return createAsker({
    provider,
    store,
    clock: { now: () => NOW, newId: () => 'id' },
    redact: async (text) => text,
    run: 'run-1',
    signal: new AbortController().signal,
    ...given,
    limits: { dailyTokens: 100_000, maxCallsPerRun: 10, ...given.limits },
  })
}

const scripted = (script: Script) => scriptedModel(script)

describe('an answer', () => {
  test('is the value that fits the schema, with what it took', async () => {
    const asker = asking(scripted(() => RIGHT))
    expect(await asker.complete(PROBE, ABOUT)).toMatchObject({
      status: 'answered',
      value: RIGHT,
      model: 'scripted-1',
      usage: { input: 3, output: 7 },
      kept: false,
    })
    expect(asker).toMatchObject({ calls: 1, tokens: { input: 3, output: 7 }, unknown: 0 })
  })

  test.each([
    ['in a fence', '```json\n{"word":"ready","sum":42}\n```'],
    ['after prose', 'Sure! Here it is: {"word":"ready","sum":42} Anything else?'],
  ])('is found %s', async (_, text) => {
    expect(await asking(scripted(() => text)).complete(PROBE, ABOUT)).toMatchObject({ value: RIGHT })
  })

  test('that is not valid is asked for once more, with what was wrong about it', async () => {
    const model = scripted((_, n) => (n === 1 ? { word: 'ready', sum: 'many' } : RIGHT))
    expect(await asking(model).complete(PROBE, ABOUT)).toMatchObject({ status: 'answered', value: RIGHT })
    expect(model.asked).toHaveLength(2)
    expect(model.asked[1]?.input).toContain('sum: ')
    expect(model.asked[1]?.input).toContain('"many"')
  })

  test('that is not valid twice is refused, and asking again pays nothing', async () => {
    const store = memoryStore()
    const model = scripted(() => 'no')
    await expect(asking(model, { store }).complete(PROBE, ABOUT)).rejects.toMatchObject({ code: 'model_refused' })
    await expect(asking(model, { store }).complete(PROBE, ABOUT)).rejects.toMatchObject({ code: 'model_refused' })
    expect(model.asked).toHaveLength(2)
  })

  test('with a field too many does not fit', async () => {
    const model = scripted((_, n) => (n === 1 ? { ...RIGHT, promote: true } : RIGHT))
    expect(await asking(model).complete(PROBE, ABOUT)).toMatchObject({ value: RIGHT })
    expect(model.asked).toHaveLength(2)
  })

  test('is kept: the same question costs nothing the next time', async () => {
    const store = memoryStore()
    const model = scripted(() => RIGHT)
    await asking(model, { store }).complete(PROBE, ABOUT)
    const later = asking(model, { store })
    expect(await later.complete(PROBE, ABOUT)).toMatchObject({ value: RIGHT, kept: true })
    expect(later.calls).toBe(0)
    expect(model.asked).toHaveLength(1)
  })

  test('that somebody has yet to give is no call until it is there', async () => {
    const store = memoryStore()
    const model = scripted((_, n) => (n < 3 ? 'waiting' : RIGHT))
    const asker = asking(model, { store, limits: { dailyTokens: 5_000, maxCallsPerRun: 1 } })
    for (let i = 0; i < 2; i++) expect(await asker.complete(PROBE, ABOUT)).toMatchObject({ status: 'waiting' })
    expect(await store.spending(0)).toMatchObject([{ calls: 1, waiting: 1, unknown: 0 }])
    expect(await asker.complete(PROBE, ABOUT)).toMatchObject({ value: RIGHT })
    expect(await store.spending(0)).toMatchObject([{ calls: 1, waiting: 0, input: 3 }])
  })
})

test('a question that waits is withdrawn when another one is asked about the same', async () => {
  const store = memoryStore()
  const settled: string[] = []
  const model = { ...scripted(() => 'waiting'), settled: async (id: string) => void settled.push(id) }
  const asker = asking(model, { store })
  const first = await asker.complete(PROBE, { input: 'before the change', subject: 'one' })
  const other = await asker.complete(PROBE, { input: 'something else', subject: 'two' })
  await asker.complete(PROBE, { input: 'after the change', subject: 'one' })
  expect(settled).toEqual([first.callId])
  expect(other.status).toBe('waiting')
  expect(await store.spending(0)).toMatchObject([{ calls: 2, waiting: 2 }])
})

test('what a killed process left at the provider goes when its answer is used again', async () => {
  const store = memoryStore()
  const settled: string[] = []
  const model = { ...scripted(() => RIGHT), settled: async (id: string) => void settled.push(id) }
  const { callId } = await asking(model, { store }).complete(PROBE, ABOUT)
  await asking(model, { store }).complete(PROBE, ABOUT)
  await asking(model, { store }).kept(PROBE, callId)
  expect(settled).toEqual([callId, callId, callId])
})

describe('secrets', () => {
  test('are taken out of what is sent and of what is kept', async () => {
    const store = memoryStore()
    const model = scripted(() => ({ word: 's3cret', sum: 1 }))
    const redact = async (text: string) => text.replaceAll('s3cret', '[redacted]')
    const asker = asking(model, { store, redact })
    const reply = await asker.complete(PROBE, { input: 'with s3cret', subject: 'a test' })
    expect(model.asked[0]?.input).toBe('with [redacted]')
    expect(reply).toMatchObject({ value: { word: '[redacted]' } })
    const id = reply.callId
    expect((await store.keptAnswer(id))?.answer).not.toContain('s3cret')
  })
})

describe('the budget', () => {
  test('is asked before anything is sent', async () => {
    const model = scripted(() => RIGHT)
    const asker = asking(model, { limits: { dailyTokens: 1_000, maxCallsPerRun: 10 } })
    await expect(asker.complete(PROBE, ABOUT)).rejects.toMatchObject({ code: 'over_budget', kind: 'refused' })
    expect(model.asked).toHaveLength(0)
  })

  test('counts a call whose tokens are unknown by the size of what was asked and answered', async () => {
    const store = memoryStore()
    const long = 'x'.repeat(3_000)
    const silent: ModelProvider = {
      ...scripted(() => RIGHT),
      ask: async () => ({ text: JSON.stringify(RIGHT), model: 'm', usage: 'unknown' }),
    }
    const asker = asking(silent, { store, limits: { dailyTokens: 6_000, maxCallsPerRun: 10 } })
    for (const input of ['a', 'b']) await asker.complete(PROBE, { ...ABOUT, input: `${long}${input}` })
    expect(asker.unknown).toBe(2)
    // Each was counted with some 1,100 tokens; the next may cost 4,300 at most.
    await expect(asker.complete(PROBE, { ...ABOUT, input: `${long}c` })).rejects.toMatchObject({ code: 'over_budget' })
    expect(await store.spending(0)).toMatchObject([{ calls: 2, unknown: 2, input: 0 }])
  })

  test('counts a call that failed, since the server may have counted it', async () => {
    const store = memoryStore()
    const model = scripted(() => new WaylandError('model_unavailable', 'it did not answer in time'))
    const asker = asking(model, { store, limits: { dailyTokens: 2_000, maxCallsPerRun: 10 } })
    await expect(asker.complete(PROBE, ABOUT)).rejects.toMatchObject({ code: 'model_unavailable' })
    await expect(asker.complete(PROBE, ABOUT)).rejects.toMatchObject({ code: 'over_budget' })
    expect(await store.latestCalls(5)).toMatchObject([{ state: 'failed', fault: 'it did not answer in time' }])
  })

  test('of a run ends at so many calls', async () => {
    const asker = asking(
      scripted(() => RIGHT),
      { limits: { dailyTokens: 100_000, maxCallsPerRun: 2 } },
    )
    for (const input of ['a', 'b']) await asker.complete(PROBE, { ...ABOUT, input })
    await expect(asker.complete(PROBE, { ...ABOUT, input: 'c' })).rejects.toMatchObject({ code: 'over_budget' })
  })

  test('of programs that are started is one of the last hour', async () => {
    const store = memoryStore()
    const given = { store, limits: { dailyTokens: 100_000, maxCallsPerRun: 10, perHour: 1 } }
    const model = scripted(() => RIGHT)
    await asking(model, given).complete(PROBE, ABOUT)
    const soon = asking(model, given).complete(PROBE, { ...ABOUT, input: 'b' })
    await expect(soon).rejects.toThrow('in the last hour')
    const later = { now: () => new Date(NOW.getTime() + 3_600_001), newId: () => 'id' }
    await asking(model, { ...given, clock: later }).complete(PROBE, { ...ABOUT, input: 'b' })
  })

  test('begins anew with the day', async () => {
    const store = memoryStore()
    const given = { store, limits: { dailyTokens: 2_000, maxCallsPerRun: 10 } }
    const model = scripted((_, n) => (n === 1 ? new WaylandError('model_unavailable', 'late') : RIGHT))
    await expect(asking(model, given).complete(PROBE, ABOUT)).rejects.toThrow('late')
    const tomorrow = { now: () => new Date('2026-03-02T00:00:01'), newId: () => 'id' }
    await expect(asking(model, { ...given, clock: tomorrow }).complete(PROBE, ABOUT)).resolves.toBeDefined()
  })
})
