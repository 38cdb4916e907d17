import { type Fields, isFields } from '../../domain/json-value.ts'
import { contentText, textOf } from '../../transcript/reader.ts'
import { type Answer, callOf, type Dialect, fieldsOf, listOf } from './dialect.ts'

/** Anthropic's Messages API. */
export const messages: Dialect = {
  path: '/messages',
  list: 'messages',
  part: 'text',
  chat(entry) {
    const { role, content } = entry
    if (!Array.isArray(content)) return [entry]
    if (role === 'assistant') return [assistant(listOf(content))]
    const results = listOf(content).filter(({ type }) => type === 'tool_result')
    if (results.length === 0) return [entry]
    return results.map(({ tool_use_id, content: result, is_error }) => ({
      role: 'tool',
      tool_call_id: tool_use_id,
      content: contentText(result) ?? '',
      ...(is_error === true ? { is_error } : {}),
    }))
  },
  answer(events) {
    const [first] = events
    return first?.type === 'message'
      ? { messages: [assistant(listOf(first.content))], stop: textOf(first.stop_reason), failed: false }
      : streamed(events)
  },
  isShaped: ({ output_config, output_format }) => isFields(fieldsOf(output_config).format) || isFields(output_format),
}

function assistant(blocks: readonly Fields[]): Fields {
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id, name, input }) => callOf(id, name, input))
  const said = blocks.filter(({ type }) => type === 'text')
  return { role: 'assistant', content: contentText(said) ?? '', ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

function streamed(events: readonly Fields[]): Answer {
  const blocks = new Map<unknown, { type: unknown; id: unknown; name: unknown; text: string; input: string }>()
  let stop: string | undefined
  for (const { type, index, content_block, delta } of events) {
    if (type === 'content_block_start') {
      const { type: kind, id, name, text } = fieldsOf(content_block)
      blocks.set(index, { type: kind, id, name, text: textOf(text) ?? '', input: '' })
    } else if (type === 'content_block_delta') {
      const block = blocks.get(index)
      const { text, partial_json } = fieldsOf(delta)
      if (block === undefined) continue
      block.text += textOf(text) ?? ''
      block.input += textOf(partial_json) ?? ''
    } else if (type === 'message_delta') stop = textOf(fieldsOf(delta).stop_reason) ?? stop
  }
  return {
    messages: [assistant([...blocks.values()])],
    stop,
    failed: events.some(({ type }) => type === 'error'),
  }
}
