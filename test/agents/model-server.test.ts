import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { ModelServer } from './model-server.ts'
import type { Script } from './script.ts'

const TOOL = { name: 'Bash', description: 'Runs a command' }
const PARAMETERS = { type: 'object', properties: { command: { type: 'string' } } }
const PROMPT = 'count the lines'

/** A request of each API for the prompt, with a tool. */
const APIS: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>])[] = [
  ['/v1/messages', { messages: [{ role: 'user', content: PROMPT }], tools: [{ ...TOOL, input_schema: PARAMETERS }] }],
  [
    '/v1/chat/completions',
    {
      messages: [{ role: 'user', content: PROMPT }],
      tools: [{ type: 'function', function: { ...TOOL, parameters: PARAMETERS } }],
    },
  ],
  [
    '/v1/responses',
    { input: [{ role: 'user', content: PROMPT }], tools: [{ type: 'function', ...TOOL, parameters: PARAMETERS }] },
  ],
  [
    '/v1beta/models/x:generateContent',
    {
      contents: [{ role: 'user', parts: [{ text: PROMPT }] }],
      tools: [{ functionDeclarations: [{ ...TOOL, parametersJsonSchema: PARAMETERS }] }],
    },
  ],
]

async function served(script: Script): Promise<ModelServer> {
  const server = new ModelServer()
  await server.start()
  onTestFinished(() => server.close())
  server.play(script)
  return server
}

const ask = (server: ModelServer, path: string, body: object) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(body)),
  })

it.each(APIS)(
  '%s calls the agent’s own tool by the script, streamed or not, also for a packed body',
  async (path, body) => {
    const server = await served({ marks: [PROMPT], steps: [{ kind: 'shell', command: 'wc -l notes.md' }] })
    const whole = await ask(server, path, body)
    expect(JSON.stringify(await whole.json())).toMatch(/Bash.*wc -l notes\.md/)
    const streamed = await ask(server, path.replace('generateContent', 'streamGenerateContent'), {
      ...body,
      stream: true,
    })
    expect(streamed.headers.get('content-type')).toBe('text/event-stream')
    expect(await streamed.text()).toMatch(/Bash[\s\S]*wc -l notes\.md/)
    expect(server.requests).toHaveLength(2)
  },
)

it.each(APIS)('%s fails by the script, and answers what is asked beside the conversation', async (path, body) => {
  const server = await served({ marks: [PROMPT], steps: [{ kind: 'http', status: 400 }] })
  expect((await ask(server, path, body)).status).toBe(400)
  expect((await ask(server, path, { ...body, tools: [] })).status).toBe(200)
  expect(server.requests).toHaveLength(1)
})

it('goes on in the script by the results that a request brings since the prompt', async () => {
  const step = (text: string) => ({ kind: 'text' as const, text })
  const server = await served({ marks: [PROMPT], steps: [step('first'), step('second'), step('third')] })
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }] }
  const messages = [result, { role: 'user', content: PROMPT }, result, result]
  const answer = await ask(server, '/v1/messages', { messages, tools: [TOOL] })
  expect(await answer.json()).toMatchObject({ content: [{ type: 'text', text: 'third' }] })
})
