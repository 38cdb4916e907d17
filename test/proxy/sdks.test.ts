import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, it, onTestFinished } from 'vitest'
import { serveProxy } from '../../src/proxy/serve.ts'
import { scriptedUpstream } from './scripted-upstream.ts'
import { RECORDINGS, WORDS } from './streams.ts'

/** The real clients, with nothing changed but the base URL; the upstream replays one recording. */
async function clients(recording: string) {
  const upstream = await scriptedUpstream(() => RECORDINGS[recording]?.[1])
  const proxy = await serveProxy({ upstream: upstream.url, port: 0 })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return {
    upstream,
    openai: new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: 'sk-x', maxRetries: 0 }),
    anthropic: new Anthropic({ baseURL: proxy.url, apiKey: 'sk-y', maxRetries: 0 }),
  }
}

const ASKED = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const
const CHAT = { ...ASKED, messages: [...ASKED.messages] }
const MESSAGES = { ...CHAT, max_tokens: 99 }

it.each(['chat text with reasoning and usage', 'chat cut after every byte', 'chat with CRLF', 'chat zipped'])(
  'streams %s to the OpenAI client',
  async (recording) => {
    const { openai } = await clients(recording)
    const stream = await openai.chat.completions.create({ ...CHAT, stream: true })
    let text = ''
    let total: number | undefined
    for await (const { choices, usage } of stream) {
      text += choices[0]?.delta.content ?? ''
      total = usage?.total_tokens ?? total
    }
    expect({ text, total }).toEqual({ text: WORDS, total: 12 })
  },
)

it('gives whole answers, tool calls and embeddings to the OpenAI client', async () => {
  const whole = await (await clients('chat whole')).openai.chat.completions.create(CHAT)
  expect(whole.choices[0]?.message.content).toBe(WORDS)
  const { openai } = await clients('chat tool call')
  const { choices } = await openai.chat.completions.stream({ ...CHAT, stream: true }).finalChatCompletion()
  expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { arguments: '{"command":"git diff"}' } })
  const { data } = await (await clients('embeddings')).openai.embeddings.create({
    model: 'm',
    input: 'x',
    encoding_format: 'float',
  })
  expect(data[0]?.embedding).toEqual([0.25, -1e-9])
})

it('tells the OpenAI client of a stream that breaks off', async () => {
  const { openai } = await clients('chat that breaks off')
  const read = async () => {
    for await (const _ of await openai.chat.completions.create({ ...CHAT, stream: true }));
  }
  await expect(read()).rejects.toThrow(/terminated|premature|reset/i)
})

it.each(['responses with reasoning, text and a tool call', 'responses with CRLF'])(
  'streams %s to the OpenAI client',
  async (recording) => {
    const { openai } = await clients(recording)
    const response = await openai.responses.stream({ model: 'm', input: 'hi' }).finalResponse()
    expect(response.output_text).toBe(WORDS)
    expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call'])
    const whole = await (await clients('responses whole')).openai.responses.create({ model: 'm', input: 'hi' })
    expect(whole.output_text).toBe(WORDS)
  },
)

it.each(['messages with thinking, text, a tool call and pings', 'messages cut after every byte', 'messages zipped'])(
  'streams %s to the Anthropic client',
  async (recording) => {
    const { anthropic } = await clients(recording)
    const { content, stop_reason } = await anthropic.messages.stream(MESSAGES).finalMessage()
    expect(stop_reason).toBe('tool_use')
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'I think…', signature: 'c2ln' },
      { type: 'text', text: WORDS },
      { type: 'tool_use', input: { command: 'git diff' } },
    ])
  },
)

it('gives whole answers, counts and errors to the Anthropic client', async () => {
  const whole = await (await clients('messages whole')).anthropic.messages.create(MESSAGES)
  expect(whole.content).toEqual([{ type: 'text', text: WORDS }])
  const counted = await (await clients('tokens counted')).anthropic.messages.countTokens(CHAT)
  expect(counted.input_tokens).toBe(9)
  const { anthropic } = await clients('messages overloaded')
  await expect(anthropic.messages.create(MESSAGES)).rejects.toMatchObject({ status: 529 })
  const broken = (await clients('messages with an error in the middle')).anthropic
  await expect(broken.messages.stream(MESSAGES).finalMessage()).rejects.toThrow(/Overloaded/)
})

it('passes the keys of the clients on', async () => {
  const { upstream, openai, anthropic } = await clients('chat whole')
  await openai.chat.completions.create(CHAT)
  await anthropic.messages.create(MESSAGES)
  const [one, other] = upstream.arrived.map(({ raw }) => raw.join('\n'))
  expect(one).toContain('sk-x')
  expect(other).toContain('sk-y')
})
