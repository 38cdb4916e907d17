import { isFields } from '../../domain/json-value.ts'
import { contentText } from '../../transcript/reader.ts'
import { exitCodeIn, type ToolResult } from '../../transcript/tool-result.ts'
import { answerBy, callOf, contentParts, type Headless, taskOf } from '../headless.ts'

/** `claude -p`, tried with 2.1.330. */
export const task = taskOf({
  words: (model) => [
    ...['-p', '--output-format', 'stream-json', '--verbose', '--no-session-persistence'],
    ...(model === null ? [] : ['--model', model]),
  ],
  read(lines) {
    const done = lines.findLast(({ type }) => type === 'result')
    const usage = isFields(done?.usage) ? done.usage : {}
    const { input_tokens: fresh, cache_read_input_tokens: read = 0, cache_creation_input_tokens: made = 0 } = usage
    const parts = lines.flatMap(contentParts)
    const results = new Map(parts.flatMap((part) => ('tool_use_id' in part ? [[part.tool_use_id, part]] : [])))
    return {
      calls: parts.flatMap(({ type, id, name, input }) =>
        type === 'tool_use' ? [callOf(name, input, resultOf(results.get(id)))] : [],
      ),
      tokens: [{ input: Number(fresh) + Number(read) + Number(made), output: usage.output_tokens }],
      ended: done?.is_error === false,
      [done?.is_error === true ? 'fault' : 'report']: done?.result,
    }
  },
})

function resultOf(result: Readonly<Record<string, unknown>> | undefined): ToolResult | undefined {
  if (result === undefined) return undefined
  const output = contentText(result.content) ?? ''
  return result.is_error === true ? { ok: false, output, exitCode: exitCodeIn(output) } : { ok: true, output }
}

/** The same for one question. */
export const headless: Headless = {
  words: ({ model }) => [...task.words(model), '--tools', '', '--strict-mcp-config', '--disable-slash-commands'],
  read: answerBy(task),
}
