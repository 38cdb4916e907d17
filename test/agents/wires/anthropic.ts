import { type Answer, type Body, listOf, MESSAGE, parametersOf, type Wire } from './wire.ts'

const USAGE = { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

/** Anthropic's Messages API. */
export const anthropic: Wire = {
  serves: (path) => path.endsWith('/messages'),
  isStreamed: ({ stream }) => stream === true,
  tools: (body) =>
    listOf(body.tools).map(({ name, input_schema }) => ({
      name: String(name),
      parameters: parametersOf(input_schema),
    })),
  messages: (body) =>
    listOf(body.messages).map(({ role, content }) => ({
      isUser: role === 'user',
      text: JSON.stringify(content),
      results: listOf(content).filter(({ type }) => type === 'tool_result').length,
    })),
  aside: () => '{"title":"A title"}',
  whole: message,
  stream(answer, body, n) {
    const { content, stop_reason, ...rest } = message(answer, body, n)
    const [block] = content
    const [start, delta] =
      'text' in answer
        ? [
            { type: 'text', text: '' },
            { type: 'text_delta', text: answer.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) },
          ]
    return [
      { type: 'message_start', message: { ...rest, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } },
      { type: 'message_stop' },
    ].map((data) => ({ event: data.type, data }))
  },
  failure: () => ({ type: 'error', error: { type: 'invalid_request_error', message: MESSAGE } }),
}

function message(answer: Answer, { model }: Body, n: number) {
  const isText = 'text' in answer
  const content = isText
    ? { type: 'text', text: answer.text }
    : { type: 'tool_use', id: `toolu_${n}`, name: answer.tool, input: answer.input }
  return {
    id: `msg_${n}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [content],
    stop_reason: isText ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: USAGE,
  }
}
