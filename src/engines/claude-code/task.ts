import { isObject, jsonLines, usageOf } from '../headless.ts'
import type { HeadlessTask } from '../headless-task.ts'

/** `claude -p`, tried with 2.1.330. */
export const task: HeadlessTask = {
  words: (model) => [
    ...['-p', '--output-format', 'stream-json', '--verbose', '--no-session-persistence'],
    ...(model === null ? [] : ['--model', model]),
  ],
  read(output) {
    const lines = jsonLines(output)
    const done = lines.findLast(({ type }) => type === 'result')
    const {
      input_tokens,
      output_tokens,
      cache_read_input_tokens: read = 0,
      cache_creation_input_tokens: made = 0,
    } = isObject(done?.usage) ? done.usage : {}
    return {
      calls: lines.flatMap(({ type, message }) => {
        const content = type === 'assistant' && isObject(message) ? message.content : undefined
        return (Array.isArray(content) ? (content as readonly unknown[]) : []).flatMap((part) =>
          isObject(part) && part.type === 'tool_use' ? [{ name: String(part.name), input: part.input }] : [],
        )
      }),
      usage:
        done === undefined ? 'unknown' : usageOf(Number(input_tokens) + Number(read) + Number(made), output_tokens),
      ended: done?.is_error === false,
    }
  },
}
