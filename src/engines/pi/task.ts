import { type Fields, isFields } from '../../domain/json-value.ts'
import { contentText } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { callOf, faultOf, type HeadlessTask, jsonLines, reportOf, sumOf, usageOf } from '../headless.ts'
import { piResult } from './reader.ts'

/** `pi -p`, tried with 0.73.1. */
export const task: HeadlessTask = {
  words: (model) => ['-p', '--mode', 'json', '--no-session', ...(model === null ? [] : ['--model', model])],
  // Between them it prints the whole message again for each piece of it.
  needs: (line) => /^\{"type":"(?:message_end|tool_execution_start|tool_execution_end)"/.test(line),
  read(output) {
    const lines = jsonLines(output)
    const messages = lines.flatMap(({ type, message }) => {
      if (type !== 'message_end' || !isFields(message) || message.role !== 'assistant') return []
      const { input, output: written, cacheRead = 0, cacheWrite = 0 } = isFields(message.usage) ? message.usage : {}
      const { stopReason, errorMessage } = message
      return [
        {
          stopReason,
          errorMessage,
          said: contentText(message.content),
          usage: usageOf(Number(input) + Number(cacheRead) + Number(cacheWrite), written),
        },
      ]
    })
    const results = new Map(
      lines.flatMap((line) => (line.type === 'tool_execution_end' ? [[line.toolCallId, line]] : [])),
    )
    return {
      calls: lines.flatMap(({ type, toolCallId, toolName, args }) =>
        type === 'tool_execution_start' ? [callOf(toolName, args, resultOf(results.get(toolCallId)))] : [],
      ),
      usage: sumOf(messages.map(({ usage }) => usage)),
      ...reportOf(messages.at(-1)?.said),
      ended: messages.at(-1)?.stopReason === 'stop',
      ...faultOf(messages.at(-1)?.errorMessage),
    }
  },
}

const resultOf = (line: Fields | undefined): ToolResult | undefined =>
  line && piResult({ ...(isFields(line.result) ? line.result : {}), isError: line.isError })
