import type { ToolResult } from '../../transcript/tool-result.ts'
import { isObject } from '../headless.ts'
import { callOf, faultOf, type HeadlessTask, reportOf } from '../headless-task.ts'
import { readEvents } from './events.ts'
import { resultOf } from './result.ts'

/**
 * `opencode run`, tried with 1.18.33. Its session stays in its own database, which no reader of ours reads. Without words it
 * takes stdin as it is; a word with a blank it would put in quotes.
 */
export const task: HeadlessTask = {
  words: (model) => ['run', '--format', 'json', ...(model === null ? [] : ['--model', model])],
  read(output) {
    const { parts, usage, ended, fault } = readEvents(output)
    return {
      calls: parts.flatMap(({ type, part: { tool, state } }) =>
        type === 'tool_use' && isObject(state) ? [callOf(tool, state.input, endOf(state))] : [],
      ),
      usage,
      ended,
      ...reportOf(
        parts
          .slice(parts.findLastIndex(({ type }) => type === 'tool_use') + 1)
          .flatMap(({ type, part: { text } }) => (type === 'text' && typeof text === 'string' ? [text] : []))
          .join('\n'),
      ),
      ...faultOf(fault),
    }
  },
}

/** In a task, which nobody breaks off, a command without an exit code has failed. */
function endOf(state: Readonly<Record<string, unknown>>): ToolResult {
  const killed = isObject(state.metadata) && state.metadata.exit === null
  return killed ? { ...resultOf(state), ok: false } : resultOf(state)
}
