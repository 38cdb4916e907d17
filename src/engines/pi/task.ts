import { type Fields, isFields } from '../../domain/json-value.ts'
import { contentText } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { callOf, taskOf } from '../headless.ts'
import { piResult } from './reader.ts'

/** `pi -p`, tried with 0.73.1. */
export const task = taskOf({
  words: (model) => ['-p', '--mode', 'json', '--no-session', ...(model === null ? [] : ['--model', model])],
  // Between them it prints the whole message again for each piece of it.
  needs: (line) => /^\{"type":"(?:message_end|tool_execution_start|tool_execution_end)"/.test(line),
  read(lines) {
    const messages = lines.flatMap(({ type, message }) =>
      type === 'message_end' && isFields(message) && message.role === 'assistant' ? [message] : [],
    )
    const last = messages.at(-1)
    const results = new Map(
      lines.flatMap((line) => (line.type === 'tool_execution_end' ? [[line.toolCallId, line]] : [])),
    )
    return {
      calls: lines.flatMap(({ type, toolCallId, toolName, args }) =>
        type === 'tool_execution_start' ? [callOf(toolName, args, resultOf(results.get(toolCallId)))] : [],
      ),
      tokens: messages.map(({ usage }) => tokensOf(isFields(usage) ? usage : {})),
      report: contentText(last?.content),
      ended: last?.stopReason === 'stop',
      fault: last?.errorMessage,
    }
  },
})

const tokensOf = ({ input, output, cacheRead = 0, cacheWrite = 0 }: Fields) => ({
  input: Number(input) + Number(cacheRead) + Number(cacheWrite),
  output,
})

const resultOf = (line: Fields | undefined): ToolResult | undefined =>
  line && piResult({ ...(isFields(line.result) ? line.result : {}), isError: line.isError })
