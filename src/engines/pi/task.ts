import { isObject, jsonLines, usageOf } from '../headless.ts'
import type { HeadlessTask } from '../headless-task.ts'

/** `pi -p`, tried with 0.73.1. */
export const task: HeadlessTask = {
  words: (model) => ['-p', '--mode', 'json', '--no-session', ...(model === null ? [] : ['--model', model])],
  // Between them it prints the whole message again for each piece of it.
  needs: (line) => /^\{"type":"(?:message_end|tool_execution_start|tool_execution_end)"/.test(line),
  read(output) {
    const lines = jsonLines(output)
    const messages = lines.flatMap(({ type, message }) => {
      if (type !== 'message_end' || !isObject(message) || message.role !== 'assistant') return []
      const { input, output: said, cacheRead = 0, cacheWrite = 0 } = isObject(message.usage) ? message.usage : {}
      const { stopReason } = message
      return [{ stopReason, usage: usageOf(Number(input) + Number(cacheRead) + Number(cacheWrite), said) }]
    })
    const failed = new Set(lines.flatMap(({ isError, toolCallId }) => (isError === true ? [toolCallId] : [])))
    const counts = messages.map(({ usage }) => usage)
    return {
      calls: lines.flatMap(({ type, toolCallId, toolName, args }) =>
        type === 'tool_execution_start'
          ? [{ name: String(toolName), input: args, failed: failed.has(toolCallId) }]
          : [],
      ),
      usage: counts.length === 0 ? 'unknown' : counts.reduce(sum),
      ended: messages.at(-1)?.stopReason === 'stop',
    }
  },
}

const sum = (a: ReturnType<typeof usageOf>, b: ReturnType<typeof usageOf>): ReturnType<typeof usageOf> =>
  a === 'unknown' || b === 'unknown' ? 'unknown' : { input: a.input + b.input, output: a.output + b.output }
