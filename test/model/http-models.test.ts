import { describe, expect, test } from 'vitest'
import { openAnthropic } from '../../src/model/anthropic.ts'
import type { ModelQuestion } from '../../src/model/language-model.ts'
import { openOpenAi } from '../../src/model/openai.ts'
import { type Behaviour, json, SAYING, startServer } from './hostile-server.ts'
import { ANSWER, languageModelConformance } from './language-model-conformance.ts'

const QUESTION: ModelQuestion = {
  ...{ id: 'a'.repeat(32), purpose: 'probe', system: 'Answer.', input: 'What?', maxTokens: 100 },
  schema: { type: 'object', properties: { word: { type: 'string' } } },
}
const KEY = 'sk-planted-model-key'
const OPEN = { openai: openOpenAi, anthropic: openAnthropic }

describe.each(['openai', 'anthropic'] as const)('%s', (dialect) => {
  async function asked(behave: Behaviour, { timeoutMs = 30_000, signal = new AbortController().signal } = {}) {
    const { url, requests } = await startServer(behave)
    const waits: number[] = []
    const retrying = { sleep: async (ms: number) => void waits.push(ms), random: () => 0, now: Date.now }
    const model = OPEN[dialect]({ url, model: 'small', key: KEY, timeoutMs, retrying })
    return { model, requests, waits, url, answer: model.ask(QUESTION, signal) }
  }
  const right = SAYING[dialect]('{"word":"ready"}')

  const instant = { sleep: async () => {}, random: () => 0, now: Date.now }
  languageModelConformance(
    async () => {
      const { url } = await startServer((response) => json(response, SAYING[dialect](JSON.stringify(ANSWER))))
      return OPEN[dialect]({ url, model: 'small', key: KEY, timeoutMs: 2_000, retrying: instant })
    },
    {
      broken: () =>
        OPEN[dialect]({ url: 'http://127.0.0.1:9/v1', model: 'small', key: KEY, timeoutMs: 2_000, retrying: instant }),
      secret: KEY,
    },
  )

  test('answers with text, model and tokens; the key goes into a header alone', async () => {
    const { answer, requests, model } = await asked((response) => json(response, right))
    expect(await answer).toEqual({ text: '{"word":"ready"}', model: 'small-1', usage: { input: 12, output: 5 } })
    const [request] = requests
    expect(JSON.stringify(request?.body)).not.toContain(KEY)
    expect(JSON.stringify(request?.headers)).toContain(KEY)
    expect(model.name).not.toContain(KEY)
    expect(request?.path).toBe(dialect === 'openai' ? '/v1/chat/completions' : '/v1/messages')
  })

  test('says that tokens are unknown where the server does not give them', async () => {
    const { usage: _, ...without } = right
    const { answer } = await asked((response) => json(response, without))
    expect(await answer).toMatchObject({ usage: 'unknown' })
  })

  test.each([
    ['a redirect', (r) => json(r, {}, 302, { location: 'http://127.0.0.1:9/' }), 'model_refused'],
    ['10 MB', (r) => r.end('x'.repeat(10 * 2 ** 20)), 'model_refused'],
    ['half a JSON text', (r) => r.end('{"choices": [{"mess'), 'model_refused'],
    ['no message', (r) => json(r, { choices: [], content: [] }), 'model_refused'],
    ['null', (r) => json(r, null), 'model_refused'],
    ['a list', (r) => json(r, []), 'model_refused'],
    ['a wrong key', (r) => json(r, { error: KEY }, 401), 'model_refused'],
    ['a closed connection', (r) => r.destroy(), 'model_unavailable'],
    ['a closed connection in the middle', (r) => r.write('{"a', () => r.destroy()), 'model_unavailable'],
    [
      'a refusal of its own',
      (r) => json(r, { choices: [{ message: { refusal: 'no' } }], stop_reason: 'refusal' }),
      'model_refused',
    ],
  ] as const satisfies readonly (readonly [string, Behaviour, string])[])(
    'takes %s for a fault without its words',
    async (_, behave, code) => {
      const { answer } = await asked(behave as Behaviour)
      const error = await answer.catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code })
      expect(String((error as Error).message)).not.toContain(KEY)
    },
  )

  test.each([
    ['says nothing', () => {}],
    ['drips', (response) => void setInterval(() => response.write(' '), 30).unref()],
  ] as readonly (readonly [string, Behaviour])[])('does not wait for a server that %s', async (_, behave) => {
    const { answer } = await asked(behave, { timeoutMs: 150 })
    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' })
  })

  test('ends with the signal', async () => {
    const ending = new AbortController()
    const { answer } = await asked(() => ending.abort(new Error('the person left')), { signal: ending.signal })
    await expect(answer).rejects.toThrow('the person left')
  })

  test.each([
    ['after the seconds that it names', { 'retry-after': '1' }, [1000]],
    ['after a while', {}, [1000]],
  ])('asks a busy server again %s', async (_, headers, expected) => {
    const { answer, waits } = await asked((response, _request, n) =>
      n === 1 ? json(response, {}, 429, headers) : json(response, right),
    )
    expect(await answer).toMatchObject({ text: '{"word":"ready"}' })
    expect(waits).toEqual(expected)
  })

  test('does not wait longer than the call may take', async () => {
    const { answer, waits } = await asked((response) => json(response, {}, 429, { 'retry-after': '3600' }))
    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(waits).toEqual([])
  })

  test('gives up after three tries', async () => {
    const { answer, requests } = await asked((response) => json(response, {}, 500), { timeoutMs: 10_000 })
    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(requests).toHaveLength(3)
  })
})

describe('a server of the OpenAI dialect', () => {
  test('that knows no schemas is asked without, and gets it in words', async () => {
    const { url, requests } = await startServer((response, { body }) =>
      body.response_format === undefined
        ? json(response, SAYING.openai('{}'))
        : json(response, { error: 'response_format is not supported' }, 400),
    )
    const retrying = { sleep: async () => {}, random: () => 0, now: Date.now }
    const model = openOpenAi({ url, model: 'small', timeoutMs: 2_000, retrying })
    for (let i = 0; i < 2; i++) await model.ask(QUESTION, new AbortController().signal)
    expect(requests).toHaveLength(3)
    expect(JSON.stringify(requests[2]?.body)).toContain('The schema')
  })

  test('that wants max_completion_tokens gets it', async () => {
    const { url, requests } = await startServer((response, { body }) =>
      body.max_tokens === undefined
        ? json(response, SAYING.openai('{}'))
        : json(response, { error: "use 'max_completion_tokens' instead" }, 400),
    )
    const retrying = { sleep: async () => {}, random: () => 0, now: Date.now }
    await openOpenAi({ url, model: 'small', timeoutMs: 2_000, retrying }).ask(QUESTION, new AbortController().signal)
    expect(requests[1]?.body.max_completion_tokens).toBe(100)
  })
})
