import { isAbsolute } from 'node:path'
import { personsWords } from '../domain/persons-words.ts'
import { parsedArguments } from './bounded-input.ts'
import { CodexExecReader, isExecEntry } from './codex-exec.ts'
import { withoutEditorContext } from './prompt-text.ts'
import {
  contentText,
  type Emit,
  type EntryReader,
  type Fields,
  isFields,
  type Position,
  type ReaderContext,
  textOf,
} from './reader.ts'
import { exitCodeIn, type ToolResult } from './tool-result.ts'
import { TurnLog } from './turn-log.ts'

/** Rollout files of Codex, and the event stream of `codex exec --json`, which records no prompts. */
export class CodexReader implements EntryReader {
  readonly #log = new TurnLog()
  readonly #exec: CodexExecReader
  readonly #fallbackSession: string
  #context: ReaderContext
  /** Rounds of model and tools: the assistant's items between two tool outputs are one message. */
  #round = 0
  /** What events told about calls before their output came. */
  #endings = new Map<string, ToolResult>()

  constructor(fallbackSession: string, context: ReaderContext = {}) {
    this.#fallbackSession = fallbackSession
    this.#context = context
    this.#exec = new CodexExecReader(fallbackSession, context)
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (isExecEntry(entry)) return this.#exec.read(entry, at, emit)
    const payload = entry.payload
    if (!isFields(payload)) return typeof entry.type === 'string' ? 'malformed' : 'unknown_type'
    switch (entry.type) {
      case 'session_meta':
        return this.#meta(payload)
      case 'turn_context':
        this.#know({ projectDir: this.#context.projectDir ?? textOf(payload.cwd) })
        return 'turn_context'
      case 'event_msg':
        return this.#event(payload, entry, at, emit)
      case 'response_item':
        return this.#item(payload)
      default:
        return entry.type === 'compacted' || entry.type === 'world_state' ? entry.type : 'unknown_type'
    }
  }

  end(emit: Emit): void {
    this.#log.end(emit)
    this.#exec.end(emit)
  }

  openAt(): Position | undefined {
    return this.#log.openAt() ?? this.#exec.openAt()
  }

  context(): ReaderContext {
    return this.#log.context() ?? { ...this.#exec.context(), ...this.#context }
  }

  #meta(payload: Fields): string | undefined {
    if (this.#context.sessionId !== undefined) return 'session_meta'
    const subagent = isFields(payload.source) && 'subagent' in payload.source ? true : undefined
    this.#know({ sessionId: textOf(payload.id), projectDir: textOf(payload.cwd), subagent })
    return undefined
  }

  #know(facts: { readonly [K in keyof ReaderContext]: ReaderContext[K] | undefined }): void {
    const known = { ...this.#context, ...facts }
    this.#context = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  }

  #event(payload: Fields, entry: Fields, at: Position, emit: Emit): string | undefined {
    const turn = this.#log.turn
    switch (payload.type) {
      case 'user_message':
        return this.#prompt(payload, entry, at, emit)
      case 'agent_message':
        turn?.message(`round:${this.#round}`)
        turn?.said(textOf(payload.message))
        return turn === undefined ? 'no_prompt' : undefined
      case 'task_started':
      case 'turn_started':
        this.#know({ turnId: textOf(payload.turn_id), turnIdTaken: undefined })
        return undefined
      case 'task_complete':
      case 'turn_complete':
        if (turn?.broken === false) this.#ended(payload, 'end_turn')
        this.#know({ turnId: undefined, turnIdTaken: undefined })
        return undefined
      case 'turn_aborted':
        this.#ended(payload, BROKEN_OFF.has(payload.reason) ? 'aborted' : 'interrupted')
        this.#know({ turnId: undefined, turnIdTaken: undefined })
        return undefined
      case 'error':
        this.#ended(payload, 'error')
        return undefined
      case 'undo_completed':
        if (payload.success !== false) turn?.takeBack()
        return undefined
      case 'thread_rolled_back':
        this.#log.takeBack(typeof payload.num_turns === 'number' ? payload.num_turns : 1)
        return undefined
      case 'exec_command_end':
      case 'patch_apply_end':
      case 'mcp_tool_call_end':
        return this.#ending(payload)
      default:
        return typeof payload.type === 'string' && KNOWN.has(payload.type) ? payload.type : 'unknown_type'
    }
  }

  /** How the running task ended. Another one than the turn's, as a compaction of its own, tells nothing of the turn. */
  #ended(payload: Fields, reason: string): void {
    const turn = this.#log.turn
    const id = textOf(payload.turn_id) ?? this.#context.turnId
    const own = turn?.prompt.promptId.replace(/#?line:\d+$/, '') ?? ''
    if (id === undefined || own === '' || own === id) turn?.stopped(reason)
  }

  #prompt(payload: Fields, entry: Fields, at: Position, emit: Emit): string | undefined {
    if (this.#context.subagent === true) return 'subagent'
    if (payload.kind !== undefined && payload.kind !== null && payload.kind !== 'plain') return 'context'
    const text = personsWords(withoutEditorContext(textOf(payload.message) ?? '')).trim()
    const before = this.#context
    const { sessionId, projectDir } = before
    this.#endings.clear()
    this.#round = 0
    this.#log.open(
      {
        text,
        promptId: this.#promptId(at),
        at,
        engine: 'codex',
        sessionId: sessionId ?? this.#fallbackSession,
        projectDir,
        timestamp: textOf(entry.timestamp),
      },
      emit,
      undefined,
      before,
    )
    return undefined
  }

  /** The engine's turn id; a further message in the same turn gets a number. */
  #promptId(at: Position): string {
    const { turnId, turnIdTaken } = this.#context
    if (turnId === undefined) return `line:${at.line}`
    this.#know({ turnIdTaken: true })
    return turnIdTaken === true ? `${turnId}#line:${at.line}` : turnId
  }

  #item(payload: Fields): string | undefined {
    const turn = this.#log.turn
    switch (payload.type) {
      case 'message':
        if (payload.role !== 'assistant') return 'context'
        turn?.message(`round:${this.#round}`)
        turn?.said(contentText(payload.content))
        return turn === undefined ? 'no_prompt' : undefined
      case 'function_call':
        return this.#call(payload, textOf(payload.name), parsedArguments(payload.arguments))
      case 'custom_tool_call':
        return this.#call(payload, textOf(payload.name), payload.input)
      case 'local_shell_call':
        return this.#call(payload, 'local_shell', payload.action)
      case 'web_search_call':
        return this.#call({}, 'web_search', payload.action)
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#output(payload)
      default:
        return payload.type === 'reasoning' || payload.type === 'ghost_snapshot' ? payload.type : 'unknown_type'
    }
  }

  #call(payload: Fields, name: string | undefined, input: unknown): string | undefined {
    const turn = this.#log.turn
    if (turn === undefined) return 'no_prompt'
    if (name === undefined) return 'malformed'
    const messageId = `round:${this.#round}`
    turn.message(messageId)
    const dir = isFields(input) ? textOf(input.workdir ?? input.working_directory) : undefined
    const cwd = dir !== undefined && isAbsolute(dir) ? dir : turn.prompt.projectDir
    turn.call({ id: textOf(payload.call_id), name, input, cwd, messageId })
    return undefined
  }

  #output(payload: Fields): string | undefined {
    const id = textOf(payload.call_id)
    this.#round++
    const told = id === undefined ? undefined : this.#endings.get(id)
    const result = codexResult(payload.output)
    const merged = told === undefined ? result : { ...result, ok: told.ok, exitCode: told.exitCode ?? result.exitCode }
    return this.#log.turn?.result(id, merged) === true ? undefined : 'orphan_result'
  }

  #ending(payload: Fields): string | undefined {
    const id = textOf(payload.call_id)
    if (id === undefined) return 'malformed'
    const code = typeof payload.exit_code === 'number' ? payload.exit_code : undefined
    const ok = typeof payload.success === 'boolean' ? payload.success : code === undefined ? null : code === 0
    const told = payload.type === 'mcp_tool_call_end' ? mcpSuccess(payload.result) : ok
    this.#endings.set(id, { ok: told, exitCode: code })
    const [oldest] = this.#endings.keys()
    if (this.#endings.size > MAX_ENDINGS && oldest !== undefined) this.#endings.delete(oldest)
    // Of a command that ran on in the background, the end comes after the output.
    if (told !== null) this.#log.turn?.settled(id, told, code)
    return undefined
  }
}

/** A result of Rust's kind: `{Err: why}`, or `{Ok: {isError?}}` with what the server said. */
function mcpSuccess(result: unknown): boolean | null {
  if (!isFields(result)) return null
  if ('Err' in result) return false
  return isFields(result.Ok) ? (result.Ok.isError ?? result.Ok.is_error) !== true : null
}

/** Most events that wait for the output of their call. */
const MAX_ENDINGS = 1_024

/** Why a turn was aborted other than by the user. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set([undefined, 'budget_limited'])

/** Kinds of events that say nothing about how a turn went. */
const KNOWN: ReadonlySet<string> = new Set([
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'token_count',
  'context_compacted',
  'entered_review_mode',
  'exited_review_mode',
  'stream_error',
  'web_search_end',
])

/** A call's outcome by the exit code, in JSON metadata or in the head of the text; otherwise nobody knows. */
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
  return { ok: code === undefined ? null : code === 0, exitCode: code, output: text }
}
