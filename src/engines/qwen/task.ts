import { isFields } from '../../domain/json-value.ts'
import { printedResult } from '../../transcript/function-response.ts'
import { contentText } from '../../transcript/reader.ts'
import { answerBy, callOf, contentParts, type Headless, taskOf } from '../headless.ts'

/** `qwen`, tried with 0.15.10 and 0.24.4. It puts two line ends behind what it is given on stdin. */
export const task = taskOf({
  words: (model) => [
    ...['--output-format', 'stream-json', '--chat-recording', 'false'],
    ...(model === null ? [] : ['--model', model]),
  ],
  read(lines) {
    const done = lines.findLast(({ type }) => type === 'result')
    const usage = isFields(done?.usage) ? done.usage : {}
    const parts = lines.flatMap(contentParts)
    const results = new Map(parts.flatMap((part) => (part.type === 'tool_result' ? [[part.tool_use_id, part]] : [])))
    const ended = done?.is_error === false && !isApiError(done.result)
    return {
      calls: parts.flatMap(({ type, id, name, input }) =>
        type === 'tool_use' ? [callOf(name, input, resultOf(results.get(id)))] : [],
      ),
      tokens: [{ input: usage.input_tokens, output: usage.output_tokens }],
      ended,
      ...(ended ? { report: done.result } : { fault: isFields(done?.error) ? done.error.message : done?.result }),
    }
  },
})

const resultOf = (result: Readonly<Record<string, unknown>> | undefined) =>
  result && printedResult(contentText(result.content), result.is_error === true)

/** 0.15.10 gives an error of the model's server as an answer, and says that it succeeded. */
const isApiError = (answer: unknown): boolean => typeof answer === 'string' && answer.startsWith('[API Error: ')

/** The same for one question. */
export const headless: Headless = {
  words: ({ model }) => [
    ...[...task.words(model), '--approval-mode', 'default'],
    ...['--prompt', 'Answer the question above.'],
  ],
  read: answerBy(task),
}
