import { type Fields, isFields } from '../../domain/json-value.ts'
import { type Emit, type Position, type ReaderContext, textOf } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { LogReader, TurnLog } from '../../transcript/turn-log.ts'

/** Whether an entry belongs to the event stream of `codex exec --json`. */
export const isExecEntry = (entry: Fields): boolean =>
  entry.payload === undefined &&
  typeof entry.type === 'string' &&
  (/^(?:thread|turn|item)\./.test(entry.type) || (entry.type === 'error' && typeof entry.message === 'string'))

/** The event stream of `codex exec --json`: turns without their prompts, which the stream does not hold. */
export class CodexExecReader extends LogReader {
  #sessionId: string | undefined
  /** Items announced as started; their end is not a second call. */
  #started = new Set<string>()
  #round = 0

  constructor(fallbackSession: string, context: ReaderContext) {
    super(fallbackSession, new TurnLog({ withoutPrompt: true }))
    this.#sessionId = context.sessionId
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    switch (entry.type) {
      case 'thread.started':
        this.#sessionId = textOf(entry.thread_id)
        return undefined
      case 'turn.started':
        this.#open(at, emit)
        return undefined
      case 'turn.completed':
        this.log.turn?.stopped('end_turn')
        return undefined
      case 'turn.failed':
      case 'error':
        this.log.turn?.stopped('error')
        return undefined
      case 'item.started':
      case 'item.completed':
        return isFields(entry.item) ? this.#item(entry.item, entry.type === 'item.completed') : 'malformed'
      default:
        return entry.type === 'item.updated' ? 'item.updated' : 'unknown_type'
    }
  }

  protected knows(): ReaderContext {
    return this.#sessionId === undefined ? {} : { sessionId: this.#sessionId }
  }

  #open(at: Position, emit: Emit): void {
    this.#started.clear()
    this.#round = 0
    const sessionId = this.#sessionId ?? this.fallbackSession
    this.log.open(
      { text: '', promptId: `line:${at.line}`, at, engine: 'codex', sessionId },
      emit,
      undefined,
      this.knows(),
    )
  }

  #item(item: Fields, completed: boolean): string | undefined {
    const turn = this.log.turn
    if (turn === undefined) return 'no_prompt'
    if (item.type === 'agent_message') {
      turn.message(`round:${this.#round}`)
      turn.said(textOf(item.text))
      return undefined
    }
    const call = callOf(item)
    if (call === undefined) return typeof item.type === 'string' && KNOWN.has(item.type) ? item.type : 'unknown_type'
    const id = textOf(item.id) ?? ''
    if (!this.#started.has(id)) {
      this.#started.add(id)
      turn.message(`round:${this.#round}`)
      turn.call({ id, ...call, messageId: `round:${this.#round}` })
    }
    if (completed) {
      turn.result(id, itemResult(item))
      this.#round++
    }
    return undefined
  }
}

const KNOWN: ReadonlySet<string> = new Set(['reasoning', 'todo_list', 'error'])

function callOf(item: Fields): { readonly name: string; readonly input: unknown } | undefined {
  switch (item.type) {
    case 'command_execution':
      return { name: 'command_execution', input: { command: item.command } }
    case 'file_change':
      return { name: 'file_change', input: { changes: item.changes } }
    case 'mcp_tool_call':
      return { name: `mcp__${textOf(item.server) ?? ''}__${textOf(item.tool) ?? ''}`, input: item.arguments ?? {} }
    case 'web_search':
      return { name: 'web_search', input: { query: item.query } }
    default:
      return undefined
  }
}

function itemResult(item: Fields): ToolResult {
  const code = typeof item.exit_code === 'number' ? item.exit_code : undefined
  const failed = item.status === 'failed' || (code !== undefined && code !== 0)
  const done = item.status === 'completed' || code === 0
  const error = isFields(item.error) ? textOf(item.error.message) : undefined
  return {
    ok: item.status === 'declined' ? null : failed ? false : done ? true : null,
    exitCode: code,
    output: error ?? textOf(item.aggregated_output) ?? '',
  }
}
