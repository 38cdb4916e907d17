import { expect, test } from 'vitest'
import { ENGINES, HEADLESS } from '../../src/engines/engines.ts'
import type { Headless } from '../../src/engines/headless.ts'

const headlessOf = async (name: string): Promise<Headless> => {
  const engine = ENGINES.find((one) => one.name === name)
  if (engine?.headless === undefined) throw new Error(`${name} cannot be run headless`)
  return await engine.headless()
}

/** What each program printed when it was asked through a scripted server on 2026-11-23, shortened. */
const PRINTED: Readonly<Record<string, { readonly output: string; readonly file?: string; readonly usage: object }>> = {
  'claude-code': {
    output:
      '{"type":"result","subtype":"success","is_error":false,"result":"{\\"sum\\":42}","usage":{"input_tokens":100,"cache_creation_input_tokens":3,"cache_read_input_tokens":2,"output_tokens":20}}',
    usage: { input: 105, output: 20 },
  },
  codex: {
    output: [
      '{"type":"thread.started"}',
      '{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"{\\"sum\\":42}"}}',
      '{"type":"turn.completed","usage":{"input_tokens":100,"output_tokens":20}}',
    ].join('\n'),
    usage: { input: 100, output: 20 },
  },
  gemini: {
    output: [
      'Loaded cached credentials.',
      '{"type":"message","role":"assistant","content":"{\\"sum\\"","delta":true}',
      '{"type":"message","role":"assistant","content":":42}","delta":true}',
      '{"type":"result","status":"success","stats":{"total_tokens":120,"input_tokens":100,"output_tokens":15}}',
    ].join('\n'),
    usage: { input: 100, output: 20 },
  },
  qwen: {
    output:
      '{"type":"system"}\n{"type":"result","is_error":false,"result":"{\\"sum\\":42}","usage":{"input_tokens":100,"output_tokens":20}}',
    usage: { input: 100, output: 20 },
  },
  opencode: {
    output: [
      '{"type":"step_start","part":{"messageID":"m1","type":"step-start"}}',
      '{"type":"text","part":{"messageID":"m1","type":"text","text":"{\\"sum\\":42}"}}',
      '{"type":"step_finish","part":{"reason":"stop","messageID":"m1","tokens":{"total":125,"input":95,"output":15,"reasoning":5,"cache":{"write":3,"read":2}}}}',
    ].join('\n'),
    usage: { input: 100, output: 20 },
  },
  copilot: {
    output: [
      '{"type":"user.message","data":{"content":"what is it"}}',
      '{"type":"assistant.message","data":{"messageId":"m1","content":"{\\"sum\\":42}","toolRequests":[]}}',
      '{"type":"result","exitCode":0,"usage":{"premiumRequests":0}}',
    ].join('\n'),
    file: '{"modelMetrics":{"scripted":{"requests":{"count":1},"usage":{"inputTokens":100,"outputTokens":20}}}}',
    usage: { input: 100, output: 20 },
  },
}

test.each(HEADLESS)('the answer of %s is read with its tokens', async (name) => {
  const { read } = await headlessOf(name)
  const printed = PRINTED[name]
  expect(read(printed?.output ?? '', printed?.file)).toEqual({ text: '{"sum":42}', usage: printed?.usage })
})

test.each(HEADLESS)('%s that prints no answer gives none', async (name) => {
  const { read } = await headlessOf(name)
  for (const output of ['', 'Error: not signed in', '{}', '[]', '{"result":', '{"is_error":true,"result":"x"}'])
    expect(read(output, undefined)).toBeUndefined()
})

/** What they printed where the model's server refused: Qwen Code 0.15.10 calls it a success. */
const REFUSED: Readonly<Record<string, string>> = {
  'claude-code': '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 400 scripted failure"}',
  codex: '{"type":"turn.failed","error":{"message":"scripted failure"}}',
  gemini:
    '{"type":"message","role":"assistant","content":"x","delta":true}\n{"type":"result","status":"error","error":{"message":"[API Error: scripted failure]"},"stats":{}}',
  qwen: '{"type":"result","subtype":"success","is_error":false,"result":"[API Error: 400 scripted failure]","usage":{"input_tokens":0,"output_tokens":0}}',
  opencode: '{"type":"error","error":{"name":"APIError","data":{"message":"scripted failure","statusCode":400}}}',
  copilot:
    '{"type":"assistant.message","data":{"content":"x"}}\n{"type":"session.error","data":{"errorType":"query","message":"400 scripted failure"}}\n{"type":"result","exitCode":1}',
}

test.each(HEADLESS)('an error of the server is no answer of %s', async (name) => {
  const { read } = await headlessOf(name)
  expect(REFUSED[name]).toBeDefined()
  expect(read(REFUSED[name] ?? '', undefined)).toBeUndefined()
})

test.each(HEADLESS)('%s gets the model that is named, and no prompt among its words', async (name) => {
  const { words } = await headlessOf(name)
  expect(words({ model: 'small', answerFile: '/t/answer' })).toContain('small')
  expect(words({ model: null, answerFile: '/t/answer' })).not.toContain('--model')
})
