import { type Fields, isFields } from '../../domain/json-value.ts'
import { textOf } from '../../transcript/reader.ts'
import { type Answer, type Dialect, fieldsOf, listOf } from './dialect.ts'

/** OpenAI's chat completions. */
export const chat: Dialect = {
  path: '/chat/completions',
  list: 'messages',
  part: 'text',
  chat: (entry) => [entry],
  answer: (events) => {
    const [first] = events
    return isFields(fieldsOf(listOf(first?.choices)[0]).message) ? whole(first ?? {}) : streamed(events)
  },
  isShaped: ({ response_format }) => /^json/.test(textOf(fieldsOf(response_format).type) ?? ''),
}

function whole(body: Fields): Answer {
  const [choice = {}] = listOf(body.choices)
  return { messages: [fieldsOf(choice.message)], stop: textOf(choice.finish_reason), failed: false }
}

function streamed(events: readonly Fields[]): Answer {
  let content = ''
  let stop: string | undefined
  const calls = new Map<unknown, { id: unknown; name: string; arguments: string }>()
  for (const event of events)
    for (const choice of listOf(event.choices)) {
      if (choice.index !== 0 && choice.index !== undefined) continue
      const delta = fieldsOf(choice.delta)
      content += textOf(delta.content) ?? ''
      stop = textOf(choice.finish_reason) ?? stop
      for (const part of listOf(delta.tool_calls)) {
        const call = calls.get(part.index) ?? { id: part.id, name: '', arguments: '' }
        const named = fieldsOf(part.function)
        call.name += textOf(named.name) ?? ''
        call.arguments += textOf(named.arguments) ?? ''
        calls.set(part.index, call)
      }
    }
  const tool_calls = [...calls.values()].map(({ id, ...named }) => ({ id, function: named }))
  return {
    messages: [{ role: 'assistant', content, ...(tool_calls.length === 0 ? {} : { tool_calls }) }],
    stop,
    failed: events.some(({ error }) => isFields(error)),
  }
}
