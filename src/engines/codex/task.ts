import { isFields } from '../../domain/json-value.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { answerBy, callOf, type Headless, taskOf } from '../headless.ts'

/** `codex exec`, tried with 0.169.0. */
export const task = taskOf({
  words: wordsFor,
  read(lines) {
    const done = lines.findLast(({ type }) => type === 'turn.completed')
    const broken = lines.findLast(({ type }) => type === 'turn.failed')
    const usage = isFields(done?.usage) ? done.usage : {}
    return {
      calls: lines.flatMap(({ type, item }) => {
        if (type !== 'item.completed' || !isFields(item) || TALK.has(String(item.type))) return []
        const { id: _, type: name, aggregated_output: __, status: ___, exit_code: ____, ...input } = item
        return [callOf(name, input, resultOf(item))]
      }),
      tokens: [{ input: usage.input_tokens, output: usage.output_tokens }],
      ended: done !== undefined,
      report: lines.findLast(isMessage)?.item?.text,
      fault: isFields(broken?.error) ? broken.error.message : undefined,
    }
  },
})

function resultOf({
  status,
  exit_code: code,
  aggregated_output: output,
}: Readonly<Record<string, unknown>>): ToolResult {
  const declined = status === 'declined'
  return {
    ok: status !== 'failed' && !declined,
    ...(typeof code === 'number' ? { exitCode: code } : {}),
    ...(typeof output === 'string' ? { output } : {}),
    ...(declined ? { denied: true } : {}),
  }
}

const isMessage = (line: Readonly<Record<string, unknown>>): line is { readonly item: { readonly text?: unknown } } =>
  line.type === 'item.completed' && isFields(line.item) && line.item.type === 'agent_message'

/** Items that are no calls of a tool. */
const TALK = new Set(['agent_message', 'reasoning', 'error', 'todo_list'])

/** The same for one question, outside of a repository. */
export const headless: Headless = {
  words: ({ model }) => wordsFor(model, '--skip-git-repo-check', '--sandbox', 'read-only'),
  read: answerBy(task),
}

function wordsFor(model: string | null, ...more: readonly string[]): readonly string[] {
  return ['exec', '--json', '--ephemeral', ...more, ...(model === null ? [] : ['--model', model]), '-']
}
