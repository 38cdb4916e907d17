import { isAbsolute } from 'node:path'
import { type Fields, isFields } from '../../domain/json-value.ts'
import { parsedArguments } from '../../transcript/bounded-input.ts'
import type { OpenTurn } from '../../transcript/open-turn.ts'
import { contentText, textOf } from '../../transcript/reader.ts'
import { exitCodeIn, type ToolResult } from '../../transcript/tool-result.ts'

/** The tool calls of the open turn of a rollout, whose announcement, events or items, and output come in any order. */
export class CodexCalls {
  /** Rounds of model and tools: the assistant's items between two tool outputs are one message. */
  #round = 0
  /** Results from events and items of calls whose output has not come yet. */
  readonly #endings = new Map<string, ToolResult>()
  readonly #announced = new Set<string>()

  /** Identity of the message that the assistant is writing. */
  get messageId(): string {
    return `round:${this.#round}`
  }

  /** A new prompt: forgets the calls of the turn before. */
  clear(): void {
    this.#round = 0
    this.#endings.clear()
    this.#announced.clear()
  }

  begin(turn: OpenTurn, payload: Fields, name: string | undefined, input: unknown): string | undefined {
    if (name === undefined) return 'malformed'
    const dir = isFields(input) ? textOf(input.workdir ?? input.working_directory) : undefined
    this.#begin(turn, textOf(payload.call_id), { name, input, dir })
    return undefined
  }

  /** The output of a call; the result of an event takes precedence over what the text says. */
  output(turn: OpenTurn | undefined, payload: Fields): string | undefined {
    const id = textOf(payload.call_id)
    this.#round++
    const told = id === undefined ? undefined : this.#endings.get(id)
    const result = codexResult(payload.output)
    return turn?.result(id, told === undefined ? result : merged(result, told)) === true ? undefined : 'orphan_result'
  }

  /** The event that tells how a call ended. */
  ended(turn: OpenTurn | undefined, payload: Fields): string | undefined {
    const id = textOf(payload.call_id)
    if (id === undefined) return 'malformed'
    const code = typeof payload.exit_code === 'number' ? payload.exit_code : undefined
    const ok = typeof payload.success === 'boolean' ? payload.success : code === undefined ? null : code === 0
    const told = payload.type === 'mcp_tool_call_end' ? mcpSuccess(payload.result) : ok
    this.#remember(turn, id, { ok: told, exitCode: code })
    return undefined
  }

  /** The item that reports how a call ended. One that was not announced was made inside another, and is added. */
  itemEnded(turn: OpenTurn | undefined, { id, name, input, cwd, own }: ItemCall, result: ToolResult): void {
    if (turn === undefined || !own || this.#announced.has(id)) this.#remember(turn, id, result)
    else {
      this.#begin(turn, id, { name, input, dir: cwd })
      turn.result(id, result)
    }
  }

  #begin(
    turn: OpenTurn,
    id: string | undefined,
    { name, input, dir }: { readonly name: string; readonly input: unknown; readonly dir: string | undefined },
  ): void {
    if (id !== undefined && this.#announced.size < MAX_CALLS) this.#announced.add(id)
    turn.message(this.messageId)
    const cwd = dir !== undefined && isAbsolute(dir) ? dir : turn.prompt.projectDir
    turn.call({ id, name, input, cwd, messageId: this.messageId })
  }

  #remember(turn: OpenTurn | undefined, id: string, result: ToolResult): void {
    this.#endings.set(id, result)
    const [oldest] = this.#endings.keys()
    if (this.#endings.size > MAX_ENDINGS && oldest !== undefined) this.#endings.delete(oldest)
    // For a command in the background, the end comes after the output.
    if (result.ok !== null) turn?.settled(id, result.ok, result.exitCode)
  }
}

/** Limit of events that wait for the output of their call, and of calls of a turn that are kept by id. */
const MAX_ENDINGS = 1_024
const MAX_CALLS = 16_384

const merged = (result: ToolResult, { ok, exitCode, denied }: ToolResult): ToolResult => ({
  ...result,
  ok: ok ?? (denied === true ? null : result.ok),
  exitCode: exitCode ?? result.exitCode,
  ...(denied === undefined ? {} : { denied }),
})

/** What an item of a thread (Codex writes them since 0.148) says about a turn. */
type ItemTold =
  | { readonly kind: 'prompt'; readonly text: string; readonly skill: string | undefined }
  | { readonly kind: 'said'; readonly text: string | undefined }
  | { readonly kind: 'ended'; readonly call: ItemCall; readonly result: ToolResult }
  | { readonly kind: 'other'; readonly reason: string }

/** The call of an item. `own`: the agent made it, also where no other line announced it. */
interface ItemCall {
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

/** A call's outcome by the exit code, in JSON metadata or in the head of the text; otherwise unknown. */
function codexResult(output: unknown): ToolResult {
  if (isFields(output) && typeof output.success === 'boolean')
    return { ok: output.success, output: contentText(output.content) ?? '' }
  const text = contentText(isFields(output) ? output.content : output) ?? ''
  if (text.startsWith('{')) {
    const value = parsedArguments(text)
    if (isFields(value) && isFields(value.metadata) && typeof value.metadata.exit_code === 'number') {
      const code = value.metadata.exit_code
      const seconds = value.metadata.duration_seconds
      return {
        ok: code === 0,
        exitCode: code,
        output: textOf(value.output) ?? '',
        durationMs: typeof seconds === 'number' ? Math.round(seconds * 1000) : undefined,
      }
    }
  }
  const code = exitCodeIn(text)
  if (code !== undefined) return { ok: code === 0, exitCode: code, output: text }
  const head = text.slice(0, 4_096)
  if (REJECTED.test(head)) return { ok: null, denied: true, output: text }
  return { ok: NOT_RUN.test(head) ? false : null, output: text }
}

/** Texts of Codex for a command that the user or a rule did not allow, and for a call that it could not start. */
const REJECTED = /^exec_command failed\b.{0,4000}?CreateProcess \{ message: "Rejected\(/s
const NOT_RUN = /^(?:exec_command failed\b|unsupported call: |failed to parse function arguments\b)/

/** Success of a serialised Rust `Result`: `{Err: message}`, or `{Ok: {isError?}}` of MCP; null for anything else. */
function mcpSuccess(result: unknown): boolean | null {
  if (!isFields(result)) return null
  if ('Err' in result) return false
  const told = isFields(result.Ok) ? result.Ok : undefined
  return told === undefined ? null : (told.isError ?? told.is_error) !== true
}
