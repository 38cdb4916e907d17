import type { ToolResult } from '../../transcript/tool-result.ts'
import { isObject } from '../headless.ts'
import { callOf, faultOf, type HeadlessTask, reportOf } from '../headless-task.ts'
import { readEvents } from './events.ts'

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
        type === 'tool_use' && isObject(state) ? [callOf(tool, state.input, resultOf(state))] : [],
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

/** A command that was ended by a signal or its time has no exit code. */
function resultOf({ status, metadata, output, error }: Readonly<Record<string, unknown>>): ToolResult {
  const code = isObject(metadata) ? metadata.exit : undefined
  return {
    ok: status === 'completed' && code !== null && (typeof code !== 'number' || code === 0),
    output: String(error ?? output ?? ''),
    ...(typeof code === 'number' ? { exitCode: code } : {}),
  }
}
