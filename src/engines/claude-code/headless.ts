import { type Headless, isObject, jsonOutput, usageOf } from '../headless.ts'

/** `claude -p`, tried with 2.1.197 and 2.1.330. */
export const headless: Headless = {
  words: ({ model }) => [
    ...['-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config'],
    ...['--no-session-persistence', '--disable-slash-commands'],
    ...(model === null ? [] : ['--model', model]),
  ],
  read(output) {
    const found = jsonOutput(output)
    if (!isObject(found) || found.is_error === true || typeof found.result !== 'string') return undefined
    const usage = isObject(found.usage) ? found.usage : {}
    const {
      input_tokens,
      output_tokens,
      cache_read_input_tokens: read = 0,
      cache_creation_input_tokens: made = 0,
    } = usage
    return { text: found.result, usage: usageOf(Number(input_tokens) + Number(read) + Number(made), output_tokens) }
  },
}
