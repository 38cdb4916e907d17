import { type Answer, type Body, listOf, MESSAGE, parametersOf, type Wire } from './wire.ts'

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
}

/** OpenAI's responses. */
export const responses: Wire = {
  serves: (path) => path.endsWith('/responses'),
  isStreamed: ({ stream }) => stream === true,
  tools: (body) =>
    listOf(body.tools).flatMap(({ name, parameters }) =>
      typeof name === 'string' ? [{ name, parameters: parametersOf(parameters) }] : [],
    ),
  messages: (body) =>
    listOf(body.input).map(({ type = 'message', role, content, output }) => ({
      isUser: type === 'message' && role === 'user',
      text: JSON.stringify(content ?? output ?? ''),
      results: String(type).endsWith('_output') ? 1 : 0,
    })),
  aside: () => 'A title',
  whole: (answer, body, n) => response(itemOf(answer, n), body, n),
  stream(answer, body, n) {
    const item = itemOf(answer, n)
    const at = { output_index: 0, item_id: item.id }
    const whole = response(item, body, n)
    const events: readonly { readonly type: string }[] = [
      typed('response.created', { response: { ...whole, status: 'in_progress', output: [] } }),
      typed('response.output_item.added', { output_index: 0, item: { ...item, ...begun(answer) } }),
      ...('text' in answer
        ? [
            typed('response.content_part.added', { ...at, content_index: 0, part: part('') }),
            typed('response.output_text.delta', { ...at, content_index: 0, delta: answer.text }),
            typed('response.output_text.done', { ...at, content_index: 0, text: answer.text }),
          ]
        : [
            typed('response.function_call_arguments.delta', { ...at, delta: JSON.stringify(answer.input) }),
            typed('response.function_call_arguments.done', { ...at, arguments: JSON.stringify(answer.input) }),
          ]),
      typed('response.output_item.done', { output_index: 0, item }),
      typed('response.completed', { response: whole }),
    ]
    return events.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } }))
  },
  failure: () => ({ error: { type: 'invalid_request_error', message: MESSAGE } }),
}

const typed = (type: string, more: object) => ({ type, ...more })
const part = (text: string) => ({ type: 'output_text', text, annotations: [] })
const begun = (answer: Answer) =>
  'text' in answer ? { content: [], status: 'in_progress' } : { arguments: '', status: 'in_progress' }

const itemOf = (answer: Answer, n: number) =>
  'text' in answer
    ? { type: 'message', id: `msg_${n}`, status: 'completed', role: 'assistant', content: [part(answer.text)] }
    : {
        type: 'function_call',
        id: `fc_${n}`,
        status: 'completed',
        call_id: `call_${n}`,
        name: answer.tool,
        arguments: JSON.stringify(answer.input),
      }

const response = (item: object, { model }: Body, n: number) => ({
  id: `resp_${n}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  status: 'completed',
  model,
  output: [item],
  usage: USAGE,
})
