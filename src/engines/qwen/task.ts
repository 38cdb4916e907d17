import { isFields } from '../../domain/json-value.ts'
import { printedResult } from '../../transcript/function-response.ts'
import { contentText } from '../../transcript/reader.ts'
import {
  callOf,
  contentParts,
  faultOf,
  type Headless,
  type HeadlessTask,
  jsonLines,
  jsonOutput,
  reportOf,
  usageOf,
} from '../headless.ts'

/** `qwen`, tried with 0.15.10 and 0.24.4. It puts two line ends behind what it is given on stdin. */
export const task: HeadlessTask = {
  words: (model) => [
    ...['--output-format', 'stream-json', '--chat-recording', 'false'],
    ...(model === null ? [] : ['--model', model]),
  ],
  read(output) {
    const lines = jsonLines(output)
    const done = lines.findLast(({ type }) => type === 'result')
    const usage = isFields(done?.usage) ? done.usage : {}
    const parts = lines.flatMap(contentParts)
    const results = new Map(parts.flatMap((part) => (part.type === 'tool_result' ? [[part.tool_use_id, part]] : [])))
    const ended = done?.is_error === false && !isApiError(done.result)
    return {
      calls: parts.flatMap(({ type, id, name, input }) =>
        type === 'tool_use' ? [callOf(name, input, resultOf(results.get(id)))] : [],
      ),
      usage: usageOf(usage.input_tokens, usage.output_tokens),
      ended,
      ...(ended ? reportOf(done.result) : faultOf(isFields(done?.error) ? done.error.message : done?.result)),
    }
  },
}

const resultOf = (result: Readonly<Record<string, unknown>> | undefined) =>
  result && printedResult(contentText(result.content), result.is_error === true)

/** 0.15.10 gives an error of the model's server as an answer, and says that it succeeded. */
export const isApiError = (answer: unknown): boolean => typeof answer === 'string' && answer.startsWith('[API Error: ')

/** `qwen -p`, tried with 0.15.10. */
export const headless: Headless = {
  words: ({ model }) => [
    ...['--output-format', 'json', '--approval-mode', 'default', '--chat-recording', 'false'],
    ...['--prompt', 'Answer the question above.'],
    ...(model === null ? [] : ['--model', model]),
  ],
  read(output) {
    const found = jsonOutput(output)
    const last = Array.isArray(found)
      ? (found as readonly unknown[]).findLast((one) => isFields(one) && one.type === 'result')
      : found
    if (!isFields(last) || last.is_error === true || typeof last.result !== 'string') return undefined
    if (isApiError(last.result)) return undefined
    const usage = isFields(last.usage) ? last.usage : {}
    return { text: last.result, usage: usageOf(usage.input_tokens, usage.output_tokens) }
  },
}
