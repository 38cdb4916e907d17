import { isFields } from '../../domain/json-value.ts'
import { printedResult } from '../../transcript/function-response.ts'
import { answerBy, callOf, type Headless, taskOf } from '../headless.ts'

/** `gemini`, tried with 0.61.0. */
export const task = taskOf({
  words: (model) => ['--output-format', 'stream-json', ...(model === null ? [] : ['--model', model])],
  keepsSession: true,
  read(lines) {
    const done = lines.findLast(({ type }) => type === 'result')
    const stats = isFields(done?.stats) ? done.stats : {}
    const [input, total] = [Number(stats.input_tokens), Number(stats.total_tokens)]
    const results = new Map(lines.flatMap((line) => (line.type === 'tool_result' ? [[line.tool_id, line]] : [])))
    return {
      calls: lines.flatMap(({ type, tool_id, tool_name, parameters }) =>
        type === 'tool_use' ? [callOf(tool_name, parameters, resultOf(results.get(tool_id)))] : [],
      ),
      // What it thought is not among its output, and is paid for.
      tokens: [{ input, output: total - input }],
      // It prints a message in pieces.
      report: lines
        .slice(lines.findLastIndex(({ type }) => type === 'tool_result' || type === 'tool_use') + 1)
        .flatMap(({ type, role, content }) => (type === 'message' && role === 'assistant' ? [content] : []))
        .join(''),
      ended: done?.status === 'success',
      fault: isFields(done?.error) ? done.error.message : undefined,
    }
  },
})

function resultOf(result: Readonly<Record<string, unknown>> | undefined) {
  if (result === undefined) return undefined
  const { status, output, error } = result
  return printedResult(isFields(error) ? error.message : output, status === 'error')
}

/** The same for one question, with a session that our reader passes over. */
export const headless: Headless = {
  words: ({ model }) => [
    ...[...task.words(model), '--approval-mode', 'default'],
    ...['--prompt', 'Answer the question above.'],
  ],
  read: answerBy(task),
}
