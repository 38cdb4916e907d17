import { type Fields, isFields } from '../../domain/json-value.ts'
import type { Start } from '../../domain/origin.ts'
import { personsWords } from '../../domain/persons-words.ts'
import { parsedArguments } from '../../transcript/bounded-input.ts'
import {
  contentText,
  type Emit,
  type EntryReader,
  type Position,
  type ReaderContext,
  textOf,
} from '../../transcript/reader.ts'
import { TurnLog } from '../../transcript/turn-log.ts'
import { CodexCalls, readItem } from './calls.ts'
import { CodexExecReader, isExecEntry } from './exec-reader.ts'
import { EVENTS, LINES, sessionOfTurn } from './other-lines.ts'
import { PromptShapes, type ToldPrompt, turnOfItem, typedText, withoutEditorContext, withoutImages } from './prompt.ts'

/** Reads rollout files of Codex, and the event stream of `codex exec --json`, which records no prompts. */
export class CodexReader implements EntryReader {
  readonly #log = new TurnLog()
  readonly #exec: CodexExecReader
  readonly #fallbackSession: string
  #context: ReaderContext
  readonly #calls = new CodexCalls()
  readonly #prompts = new PromptShapes()

  constructor(fallbackSession: string, context: ReaderContext = {}) {
    this.#fallbackSession = fallbackSession
    this.#context = context
    this.#exec = new CodexExecReader(fallbackSession, context)
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (isExecEntry(entry)) return this.#exec.read(entry, at, emit)
    const payload = entry.payload
    if (!isFields(payload)) return typeof entry.type === 'string' ? 'malformed' : 'unknown_type'
    if (entry.type === 'session_meta') return this.#meta(payload)
    if (this.#context.subagent === true) return 'subagent'
    switch (entry.type) {
      case 'turn_context':
        this.#know({ projectDir: this.#context.projectDir ?? textOf(payload.cwd) })
        return 'turn_context'
      case 'event_msg':
        return this.#event(payload, entry, at, emit)
      case 'response_item':
        return this.#item(payload, entry, at, emit)
      default:
        return typeof entry.type === 'string' && LINES.has(entry.type) ? entry.type : 'unknown_type'
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
    const { sessionId, ancestors = [] } = this.#context
    if (sessionId !== undefined) {
      // A copy of the session that this one was forked from follows.
      const id = textOf(payload.id)
      if (id !== undefined && id !== sessionId && ancestors.length < MAX_ANCESTORS)
        this.#know({ ancestors: [...new Set([...ancestors, id])] })
      return 'session_meta'
    }
    const subagent = isFields(payload.source) && 'subagent' in payload.source ? true : undefined
    this.#know({ sessionId: textOf(payload.id), projectDir: textOf(payload.cwd), subagent, start: startOf(payload) })
    return undefined
  }

  #know(facts: { readonly [K in keyof ReaderContext]: ReaderContext[K] | undefined }): void {
    const known = { ...this.#context, ...facts }
    this.#context = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  }

  #event(payload: Fields, entry: Fields, at: Position, emit: Emit): string | undefined {
    const turn = this.#log.turn
    switch (payload.type) {
      case 'user_message': {
        if (payload.kind !== undefined && payload.kind !== null && payload.kind !== 'plain') return 'context'
        const told = { text: textOf(payload.message) ?? '', shape: 'event', turnId: textOf(payload.turn_id) } as const
        return this.#prompt(told, entry, at, emit)
      }
      case 'agent_message':
        return this.#said(textOf(payload.message), textOf(payload.turn_id))
      case 'item_completed':
        return isFields(payload.item) ? this.#itemDone(payload.item, payload, entry, at, emit) : 'malformed'
      case 'task_started':
      case 'turn_started':
        this.#know({ turnId: textOf(payload.turn_id), turnIdTaken: undefined })
        return undefined
      case 'task_complete':
      case 'turn_complete':
        this.#completed(payload)
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
        return this.#calls.ended(turn, payload)
      default:
        return typeof payload.type === 'string' && EVENTS.has(payload.type) ? payload.type : 'unknown_type'
    }
  }

  /** A run that broke off has an error, or no last answer. */
  #completed(payload: Fields): void {
    const turn = this.#log.turn
    if (turn === undefined || turn.broken) return
    const failed = payload.error !== undefined && payload.error !== null
    // Older versions also record the end of tasks of their own, such as a compaction, without an id.
    const answerless = payload.last_agent_message === null && turn.stopReason === undefined
    this.#ended(payload, failed || answerless ? 'error' : 'end_turn')
  }

  /** How the running task ended. The end of another task, such as a compaction, says nothing about the turn. */
  #ended(payload: Fields, reason: string): void {
    if (this.#isOfTurn(textOf(payload.turn_id))) this.#log.turn?.stopped(reason)
  }

  /** Whether an event belongs to the open turn, by its own turn id or that of the running task. */
  #isOfTurn(told: string | undefined): boolean {
    const id = told ?? this.#context.turnId
    const own = this.#log.turn?.prompt.promptId.replace(/#?line:\d+$/, '') ?? ''
    return id === undefined || own === '' || own === id
  }

  #prompt(told: ToldPrompt, entry: Fields, at: Position, emit: Emit): string | undefined {
    const text = personsWords(withoutImages(withoutEditorContext(told.text))).trim()
    if (!this.#prompts.begins({ ...told, text, turnId: told.turnId ?? this.#context.turnId })) return 'same_prompt'
    if (this.#steers(told.turnId)) {
      this.#log.turn?.steered(text)
      return undefined
    }
    const before = this.#context
    if (told.turnId !== undefined && told.turnId !== before.turnId)
      this.#know({ turnId: told.turnId, turnIdTaken: undefined })
    const { sessionId, projectDir, ancestors = [], turnId, start } = this.#context
    this.#calls.clear()
    this.#log.open(
      {
        text,
        promptId: this.#promptId(at),
        at,
        engine: 'codex',
        sessionId: sessionOfTurn(sessionId ?? this.#fallbackSession, ancestors, turnId),
        projectDir,
        start,
        timestamp: textOf(entry.timestamp),
      },
      emit,
      undefined,
      before,
    )
    return undefined
  }

  /** Whether a message of this turn was typed while the task of the open turn runs. */
  #steers(told: string | undefined): boolean {
    const turn = this.#log.turn
    const id = told ?? this.#context.turnId
    return id !== undefined && turn?.prompt.promptId === id && turn.stopReason === undefined
  }

  /** The engine's turn id; a prompt after the end of the task that has it gets a number. */
  #promptId(at: Position): string {
    const { turnId, turnIdTaken } = this.#context
    if (turnId === undefined) return `line:${at.line}`
    this.#know({ turnIdTaken: true })
    return turnIdTaken === true ? `${turnId}#line:${at.line}` : turnId
  }

  #said(text: string | undefined, turnId: string | undefined): string | undefined {
    const turn = this.#log.turn
    if (turn === undefined) return 'no_prompt'
    if (!this.#isOfTurn(turnId)) return 'other_task'
    this.#prompts.answered()
    turn.message(this.#calls.messageId)
    turn.said(text)
    return undefined
  }

  /** A completed item of a thread; lines of the model's context repeat most of it. */
  #itemDone(item: Fields, payload: Fields, entry: Fields, at: Position, emit: Emit): string | undefined {
    const told = readItem(item)
    const turnId = textOf(payload.turn_id)
    switch (told.kind) {
      case 'prompt': {
        const skipped = this.#prompt({ text: told.text, shape: 'item', turnId }, entry, at, emit)
        if (told.skill !== undefined) this.#log.turn?.loaded(told.skill)
        return skipped
      }
      case 'said':
        return this.#said(told.text, turnId)
      case 'ended':
        if (told.call.own && !this.#isOfTurn(turnId)) return 'other_task'
        this.#calls.itemEnded(this.#log.turn, told.call, told.result)
        return undefined
      default:
        return told.reason
    }
  }

  #item(payload: Fields, entry: Fields, at: Position, emit: Emit): string | undefined {
    switch (payload.type) {
      case 'message': {
        if (payload.role === 'assistant') return this.#said(contentText(payload.content), turnOfItem(payload))
        const text = typedText(payload)
        if (text === undefined) return this.#injected(payload)
        return this.#prompt({ text, shape: 'message', turnId: turnOfItem(payload) }, entry, at, emit)
      }
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
        return this.#calls.output(this.#log.turn, payload)
      default:
        return payload.type === 'reasoning' || payload.type === 'ghost_snapshot' ? payload.type : 'unknown_type'
    }
  }

  /** A message that the program put before the model, such as the text of a skill that the person named. */
  #injected(payload: Fields): string {
    const skill = /^\s*<skill>\s*<name>([^<\n]{1,128})<\/name>/.exec(
      (contentText(payload.content) ?? '').slice(0, 400),
    )?.[1]
    if (skill !== undefined && payload.role === 'user') this.#log.turn?.loaded(skill.trim())
    return 'context'
  }

  #call(payload: Fields, name: string | undefined, input: unknown): string | undefined {
    if (this.#log.turn === undefined) return 'no_prompt'
    this.#prompts.answered()
    return this.#calls.begin(this.#log.turn, payload, name, input)
  }
}

/** Why a turn was aborted other than by the user. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set([undefined, 'budget_limited'])

/** Limit of ancestors of a forked session that are kept. */
const MAX_ANCESTORS = 16

/** How a session was begun, by its first line: `codex exec` runs without a terminal, an SDK and another program's MCP client name themselves. */
function startOf({ originator, source }: Fields): Start | undefined {
  const [by, from] = [textOf(originator) ?? '', textOf(source)]
  if (/(?:^|_)sdk(?:_|$)/.test(by) || from === 'mcp') return 'sdk'
  if (from === 'exec' || by === 'codex_exec') return 'headless'
  return from === 'cli' || from === 'vscode' ? 'terminal' : undefined
}
