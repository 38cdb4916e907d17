import { type Fields, isFields } from '../../domain/json-value.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { answerBy, callOf, type Headless, taskOf } from '../headless.ts'
import { resultOf } from './reader.ts'

/**
 * `opencode run`, tried with 1.18.33. Its session stays in its own database, which no reader of ours reads. Without words it
 * takes stdin as it is; a word with a blank it would put in quotes.
 */
export const task = taskOf({
  words: (model) => ['run', '--format', 'json', ...(model === null ? [] : ['--model', model])],
  // A step of the run, or an error, a line.
  read(lines) {
    const parts = lines.flatMap(({ type, part }) => (isFields(part) ? [{ type, part }] : []))
    const steps = parts.flatMap(({ type, part }) => (type === 'step_finish' ? [part] : []))
    const error = lines.findLast(({ type }) => type === 'error')?.error
    return {
      calls: parts.flatMap(({ type, part: { tool, state } }) =>
        type === 'tool_use' && isFields(state) ? [callOf(tool, state.input, endOf(state))] : [],
      ),
      tokens: steps.map(({ tokens }) => tokensOf(isFields(tokens) ? tokens : {})),
      // Its last step came to its own end, and no error followed.
      ended: error === undefined && steps.at(-1)?.reason === 'stop',
      report: parts
        .slice(parts.findLastIndex(({ type }) => type === 'tool_use') + 1)
        .flatMap(({ type, part: { text } }) => (type === 'text' && typeof text === 'string' ? [text] : []))
        .join('\n'),
      fault: isFields(error) ? (messageOf(error) ?? error.name) : undefined,
    }
  },
})

/** In a task, which nobody breaks off, a command without an exit code has failed. */
function endOf(state: Readonly<Record<string, unknown>>): ToolResult {
  const killed = isFields(state.metadata) && state.metadata.exit === null
  return killed ? { ...resultOf(state), ok: false } : resultOf(state)
}

const messageOf = ({ data }: Fields): unknown => (isFields(data) ? data.message : undefined)

/** What it thought is not among its output, and is paid for. */
function tokensOf({ input, output, reasoning = 0, cache }: Fields) {
  const { read = 0, write = 0 } = isFields(cache) ? cache : {}
  return { input: Number(input) + Number(read) + Number(write), output: Number(output) + Number(reasoning) }
}

/** The same for one question. */
export const headless: Headless = {
  words: ({ model }) => task.words(model),
  // Then it offers no tool to its model.
  env: { OPENCODE_PERMISSION: '{"*":"deny"}' },
  read: answerBy(task),
}
