import { type Fields, isFields } from '../../domain/json-value.ts'
import { contentText, textOf } from '../../transcript/reader.ts'
import { callOf, type Dialect, fieldsOf, listOf } from './dialect.ts'

/** OpenAI's Responses API. */
export const responses: Dialect = {
  path: '/responses',
  list: 'input',
  part: 'input_text',
  chat: (item) => {
    const { type = 'message', role } = item
    if (type === 'message') return [role === 'assistant' ? { role, content: contentText(item.content) ?? '' } : item]
    if (isCall(item)) return [{ role: 'assistant', content: null, tool_calls: [called(item)] }]
    if (/_output$/.test(String(type)))
      return [{ role: 'tool', tool_call_id: item.call_id, content: outputOf(item.output) }]
    return []
  },
  answer(events) {
    const [first] = events
    const last = events.findLast(({ type }) => /^response\.(?:completed|incomplete|failed)$/.test(String(type)))
    const whole = first?.object === 'response' ? first : fieldsOf(last?.response)
    // What came before a stream broke off.
    const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => fieldsOf(item))
    const { status } = whole
    return {
      messages: (whole.output === undefined ? done : listOf(whole.output)).flatMap(responses.chat),
      stop: status === 'completed' ? 'stop' : status === 'incomplete' ? 'max_tokens' : undefined,
      failed: status === 'failed' || events.some(({ type }) => type === 'error'),
    }
  },
  isShaped: ({ text }) => /^json/.test(textOf(fieldsOf(fieldsOf(text).format).type) ?? ''),
}

/** A call that the client runs; the tools of the server have no id of a call. */
const isCall = ({ type, call_id }: Fields): boolean => /_call$/.test(String(type)) && typeof call_id === 'string'

const called = ({ type, call_id, name, arguments: given, input, action }: Fields): Fields =>
  callOf(call_id, name ?? String(type).replace(/_call$/, ''), given ?? input ?? action)

/** A text, parts of text, or an object that holds one. */
const outputOf = (output: unknown): string =>
  contentText(isFields(output) && output.content !== undefined ? output.content : output) ??
  JSON.stringify(output ?? '')
