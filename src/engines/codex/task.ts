import { isObject, jsonLines, usageOf } from '../headless.ts'
import type { HeadlessTask } from '../headless-task.ts'

/** `codex exec`, tried with 0.169.0. */
export const task: HeadlessTask = {
  words: (model) => ['exec', '--json', '--ephemeral', ...(model === null ? [] : ['--model', model]), '-'],
  read(output) {
    const lines = jsonLines(output)
    const done = lines.findLast(({ type }) => type === 'turn.completed')
    const usage = isObject(done?.usage) ? done.usage : {}
    return {
      calls: lines.flatMap(({ type, item }) => {
        if (type !== 'item.completed' || !isObject(item) || TALK.has(String(item.type))) return []
        const { id: _, type: name, aggregated_output: __, status, ...input } = item
        return [{ name: String(name), input, failed: status === 'failed' || status === 'declined' }]
      }),
      usage: usageOf(usage.input_tokens, usage.output_tokens),
      ended: done !== undefined,
    }
  },
}

/** Items that are no calls of a tool. */
const TALK = new Set(['agent_message', 'reasoning', 'error', 'todo_list'])
