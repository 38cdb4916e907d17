import { type Answer, type Body, listOf, MESSAGE, parametersOf, type Wire } from './wire.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

/** OpenAI's chat completions. */
export const chat: Wire = {
  serves: (path) => path.endsWith('/chat/completions'),
  isStreamed: ({ stream }) => stream === true,
  tools: (body) =>
    listOf(body.tools).map((tool) => {
      const { name, parameters } = (tool.function ?? tool) as Body
      return { name: String(name), parameters: parametersOf(parameters) }
    }),
  messages: (body) =>
    listOf(body.messages).map(({ role, content }) => ({
      isUser: role === 'user',
      text: JSON.stringify(content),
      results: role === 'tool' ? 1 : 0,
    })),
  aside: () => 'A title',
  whole(answer, { model }, n) {
    const { message, finish_reason } = said(answer, n)
    return {
      ...head(model, n),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage: USAGE,
    }
  },
  stream(answer, { model }, n) {
    const { message, finish_reason } = said(answer, n)
    const chunk = { ...head(model, n), object: 'chat.completion.chunk' }
    return [
      { data: { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] } },
      { data: { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] } },
      { data: { ...chunk, choices: [], usage: USAGE } },
      { data: '[DONE]' },
    ]
  },
  failure: () => ({ error: { type: 'invalid_request_error', message: MESSAGE } }),
}

const head = (model: unknown, n: number) => ({ id: `chatcmpl-${n}`, created: Math.floor(Date.now() / 1000), model })

function said(answer: Answer, n: number) {
  if ('text' in answer) return { message: { role: 'assistant', content: answer.text }, finish_reason: 'stop' }
  const call = { name: answer.tool, arguments: JSON.stringify(answer.input) }
  const tool_calls = [{ index: 0, id: `call_${n}`, type: 'function', function: call }]
  return { message: { role: 'assistant', content: null, tool_calls }, finish_reason: 'tool_calls' }
}
