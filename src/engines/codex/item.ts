import { contentText, type Fields, isFields, textOf } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { mcpSuccess } from './result.ts'

/** What an item of a thread (Codex writes them since 0.148) says about a turn. */
export type ItemTold =
  | { readonly kind: 'prompt'; readonly text: string; readonly skill: string | undefined }
  | { readonly kind: 'said'; readonly text: string | undefined }
  | { readonly kind: 'ended'; readonly call: ItemCall; readonly result: ToolResult }
  | { readonly kind: 'other'; readonly reason: string }

/** The call of an item. `own`: the agent made it, also where no other line announced it. */
export interface ItemCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly cwd: string | undefined
  readonly own: boolean
}

/** Reads a completed item; `other` for a kind that says nothing about a turn. */
export function readItem(item: Fields): ItemTold {
  switch (item.type) {
    case 'UserMessage':
      return { kind: 'prompt', text: contentText(item.content) ?? '', skill: skillIn(item.content) }
    case 'AgentMessage':
      return { kind: 'said', text: contentText(item.content) ?? textOf(item.text) }
    case 'CommandExecution':
      return ended(item, 'exec_command', { cmd: commandText(item.command) }, item.source !== 'user_shell')
    case 'FileChange':
      return ended(item, 'apply_patch', { changes: item.changes }, false)
    case 'McpToolCall':
      return ended(item, `mcp__${textOf(item.server) ?? ''}__${textOf(item.tool) ?? ''}`, item.arguments ?? {}, false)
    case 'DynamicToolCall':
      return ended(item, textOf(item.tool) ?? 'dynamic_tool', item.arguments ?? {}, false)
    default:
      return {
        kind: 'other',
        reason: typeof item.type === 'string' && KNOWN.has(item.type) ? item.type : 'unknown_item',
      }
  }
}

/** The kind of prompt's content that names a skill which the person chose. */
function skillIn(content: unknown): string | undefined {
  const parts = Array.isArray(content) ? content.filter(isFields) : []
  return textOf(parts.find(({ type }) => type === 'skill')?.name)
}

/** Items that say nothing about how a turn went. */
const KNOWN: ReadonlySet<string> = new Set([
  'Reasoning',
  'Plan',
  'HookPrompt',
  'WebSearch',
  'ImageView',
  'ImageGeneration',
  'Sleep',
  'SubAgentActivity',
  'CollabAgentToolCall',
  'ContextCompaction',
  'EnteredReviewMode',
  'ExitedReviewMode',
])

function ended(item: Fields, name: string, input: unknown, own: boolean): ItemTold {
  const id = textOf(item.id)
  if (id === undefined) return { kind: 'other', reason: 'malformed' }
  const cwd = textOf(item.cwd)?.replace(/^file:\/\/(?=\/)/, '')
  return { kind: 'ended', call: { id, name, input, cwd, own }, result: resultOf(item) }
}

/** `declined`: refused by the person or a rule. Success is unknown for a call that only began, or without a status. */
function resultOf(item: Fields): ToolResult {
  const exitCode = typeof item.exit_code === 'number' ? item.exit_code : undefined
  const output = textOf(item.aggregated_output) ?? textOf(item.stderr) ?? errorText(item.error) ?? ''
  if (item.status === 'declined') return { ok: null, denied: true, output }
  const told = item.success ?? (item.status === 'failed' ? false : item.status === 'completed' ? true : undefined)
  const ok = exitCode !== undefined ? exitCode === 0 : typeof told === 'boolean' ? told : null
  const mcp = isFields(item.result) ? resultSuccess(item.result) : null
  return { ok: ok === true && mcp === false ? false : ok, exitCode, output }
}

const resultSuccess = (result: Fields): boolean | null =>
  'Ok' in result || 'Err' in result ? mcpSuccess(result) : (result.isError ?? result.is_error) !== true

const errorText = (error: unknown): string | undefined => (isFields(error) ? textOf(error.message) : textOf(error))

/** `["/bin/bash", "-lc", "npm test"]` is the command line that the model gave. */
function commandText(command: unknown): string {
  if (!Array.isArray(command)) return textOf(command) ?? ''
  const [shell, flag, line] = command.map(String)
  const isShell = command.length === 3 && /(?:^|[\\/])(?:ba|z|da|k)?sh$/.test(shell ?? '') && /^-l?c$/.test(flag ?? '')
  return isShell ? (line ?? '') : command.map(String).join(' ')
}
