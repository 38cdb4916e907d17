import { isObject, jsonLines, usageOf } from '../headless.ts'
import type { HeadlessTask } from '../headless-task.ts'

/** `gemini`, tried with 0.61.0. */
export const task: HeadlessTask = {
  words: (model) => ['--output-format', 'stream-json', ...(model === null ? [] : ['--model', model])],
  keepsSession: true,
  read(output) {
    const lines = jsonLines(output)
    const done = lines.findLast(({ type }) => type === 'result')
    const stats = isObject(done?.stats) ? done.stats : {}
    // What it thought is not among its output, and is paid for.
    const [asked, total] = [Number(stats.input_tokens), Number(stats.total_tokens)]
    const failed = new Set(lines.flatMap(({ tool_id, status }) => (status === 'error' ? [tool_id] : [])))
    return {
      calls: lines.flatMap(({ type, tool_id, tool_name, parameters }) =>
        type === 'tool_use' ? [{ name: String(tool_name), input: parameters, failed: failed.has(tool_id) }] : [],
      ),
      usage: Number.isNaN(asked + total) ? 'unknown' : usageOf(asked, total - asked),
      ended: done?.status === 'success',
    }
  },
}
