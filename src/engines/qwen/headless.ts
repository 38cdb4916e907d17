import { type Headless, isObject, jsonOutput, usageOf } from '../headless.ts'
import { isApiError } from './api-error.ts'

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
      ? (found as readonly unknown[]).findLast((one) => isObject(one) && one.type === 'result')
      : found
    if (!isObject(last) || last.is_error === true || typeof last.result !== 'string') return undefined
    if (isApiError(last.result)) return undefined
    const usage = isObject(last.usage) ? last.usage : {}
    return { text: last.result, usage: usageOf(usage.input_tokens, usage.output_tokens) }
  },
}
