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
    const usage = isObject(done?.usage) ? done.usage : {}
    const { input_tokens: fresh, cache_read_input_tokens: read = 0, cache_creation_input_tokens: made = 0 } = usage
    const parts = lines.flatMap(({ message }) => {
      const content = isObject(message) ? message.content : undefined
      return Array.isArray(content) ? (content as readonly unknown[]).filter(isObject) : []
    })
    const failed = new Set(parts.flatMap(({ is_error, tool_use_id }) => (is_error === true ? [tool_use_id] : [])))
    return {
      calls: parts.flatMap(({ type, id, name, input }) =>
        type === 'tool_use' ? [{ name: String(name), input, failed: failed.has(id) }] : [],
      ),
      usage: done === undefined ? 'unknown' : usageOf(Number(fresh) + Number(read) + Number(made), usage.output_tokens),
      ended: done?.is_error === false,
    }
  },
}
