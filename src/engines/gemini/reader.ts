import { type Fields, isFields } from '../../domain/json-value.ts'
import { personsWords } from '../../domain/persons-words.ts'
import { boundedInput, cutText } from '../../transcript/bounded-input.ts'
import { functionResult } from '../../transcript/function-response.ts'
import { OpenTurn, type Prompt } from '../../transcript/open-turn.ts'
import {
  contentText,
  type Emit,
  type EntryReader,
  type Position,
  type ReaderContext,
  textOf,
} from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { TurnLog } from '../../transcript/turn-log.ts'

/** Limit of messages, and characters of them, that wait for a later line which may replace or drop them. */
const MAX_HELD = 4_096
const MAX_CHARACTERS = 4_000_000
/** Limit of prompts of earlier reads that are kept. */
const MAX_TOLD = 64

/**
 * Sessions of Gemini CLI: JSON lines, where a repeated id replaces a message, `$set` changes the session and
 * `$rewindTo` drops messages; or, by older versions, one JSON document. Messages are held until the end, since later
 * lines undo them.
 */
export class GeminiReader implements EntryReader {
  readonly #log = new TurnLog()
  readonly #fallbackSession: string
  #sessionId: string | undefined
  #projectDir: string | undefined
  #subagent = false
  #held = new Map<string, Message>()
  #characters = 0
  #seen = 0
  /** Prompts that an earlier read emitted. */
  readonly #toldBefore: ReadonlySet<string>
  /** What a line has dropped, oldest first, and its characters: a later one may bring it back without its calls. */
  readonly #dropped = new Map<string, Message>()
  #droppedCharacters = 0
  #told: string[] = []

  constructor(fallbackSession: string, { told = [], projectDir }: ReaderContext = {}) {
    this.#fallbackSession = fallbackSession
    this.#projectDir = projectDir
    this.#toldBefore = new Set(told)
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    if ('$rewindTo' in entry) return this.#rewind(textOf(entry.$rewindTo))
    if (isFields(entry.$set)) return this.#metadata(entry.$set)
    if (typeof entry.type === 'string') return this.#message(entry, at, emit)
    if ('sessionId' in entry || 'projectHash' in entry) return this.#metadata(entry)
    return 'unknown_type'
  }

  document(value: unknown, emit: Emit): boolean {
    if (!isFields(value) || !Array.isArray(value.messages) || '$set' in value) return false
    this.#metadata(value)
    for (const { message, at } of [...this.#held.values()]) this.#tell(message, at, emit)
    this.#held.clear()
    this.#characters = 0
    return true
  }

  end(emit: Emit): void {
    for (const [id, { message, at }] of this.#dropped)
      if (this.#toldBefore.has(id)) this.#tellDropped(message, at, emit)
    for (const { message, at } of this.#held.values()) this.#tell(message, at, emit)
    this.#held.clear()
    this.#log.end(emit)
  }

  /** A later line may change any message: the file is read from its start again. */
  openAt(): Position | undefined {
    return this.#seen === 0 ? undefined : { line: 1, offset: 0 }
  }

  context(): ReaderContext {
    const held = [...this.#held].flatMap(([id, { message }]) =>
      // Results of calls have the role of the user, and no text.
      message.type === 'user' && message.text !== undefined ? [id] : [],
    )
    const told = [...this.#told, ...held].slice(-MAX_TOLD)
    return told.length === 0 ? {} : { told }
  }

  #metadata(fields: Fields): string | undefined {
    this.#seen++
    this.#sessionId = textOf(fields.sessionId) ?? this.#sessionId
    if (fields.kind === 'subagent') this.#subagent = true
    const directory: unknown = Array.isArray(fields.directories) ? fields.directories[0] : undefined
    this.#projectDir = textOf(directory) ?? this.#projectDir
    if (Array.isArray(fields.messages)) this.#replace(fields.messages.filter(isFields))
    return undefined
  }

  /**
   * The history is replaced. Messages before the first that stays were summarised, and count. Messages after it that
   * are gone were taken back.
   */
  #replace(messages: readonly Fields[]): void {
    const old = this.#held
    const stay = new Set(messages.map(({ id }) => id))
    const keys = [...old.keys()]
    const first = keys.findIndex((key) => stay.has(key))
    const summary = messages.some(({ content }) => isSummary(contentText(content)))
    const folds = first < 0 && summary ? keys.length : Math.max(0, first)
    const folded = keys.slice(0, folds).map((key) => [key, old.get(key)!] as const)
    if (first >= 0) for (const key of keys.slice(first)) if (!stay.has(key)) this.#drop(key)
    this.#held = new Map(folded)
    this.#characters = folded.reduce((sum, [, { size }]) => sum + size, 0)
    for (const [i, message] of messages.entries()) this.#hold(message, { line: i + 1, offset: 0 }, old)
  }

  #rewind(id: string | undefined): string | undefined {
    this.#seen++
    // As in the engine's own reader: the message itself is dropped too, and an unknown id drops all.
    let drop = id === undefined || !this.#held.has(id)
    for (const key of [...this.#held.keys()]) {
      if (key === id) drop = true
      if (drop) this.#drop(key)
    }
    return undefined
  }

  #drop(id: string): void {
    const message = this.#held.get(id)
    if (message === undefined) return
    this.#held.delete(id)
    this.#characters -= message.size
    this.#dropped.set(id, message)
    this.#droppedCharacters += message.size
    for (const oldest of this.#dropped.keys()) {
      if (this.#droppedCharacters <= MAX_CHARACTERS) break
      if (!this.#toldBefore.has(oldest)) this.#takeDropped(oldest)
    }
  }

  #takeDropped(id: string): Message | undefined {
    const message = this.#dropped.get(id)
    if (this.#dropped.delete(id)) this.#droppedCharacters -= message?.size ?? 0
    return message
  }

  #message(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (this.#subagent) return 'subagent'
    this.#hold(entry, at)
    for (const [oldest, { message, at: from, size }] of this.#held) {
      if (this.#held.size <= MAX_HELD && this.#characters <= MAX_CHARACTERS) break
      this.#held.delete(oldest)
      this.#characters -= size
      this.#tell(message, from, emit)
    }
    return MESSAGES.has(String(entry.type)) ? undefined : 'unknown_type'
  }

  /** Holds a message; `earlier` has what the file said of it before. */
  #hold(entry: Fields, at: Position, earlier: ReadonlyMap<string, Message> = this.#held): void {
    const id = textOf(entry.id) ?? `line:${at.line}`
    const dropped = this.#takeDropped(id)
    const old = earlier.get(id) ?? dropped
    const held = fuller({ ...slim(entry), at: old?.at ?? at }, old)
    this.#characters += held.size - (this.#held.get(id)?.size ?? 0)
    this.#held.set(id, held)
    this.#seen++
  }

  #tell(message: Slim, at: Position, emit: Emit): void {
    const turn = this.#log.turn
    if (message.type === 'user') {
      const prompt = this.#promptOf(message, at)
      // A text by the program during a run is no prompt; after a run it opens one without a request.
      if (prompt === undefined || (prompt.text === '' && message.added && turn?.over === false)) return
      this.#told = [...this.#told.slice(1 - MAX_TOLD), prompt.promptId]
      this.#log.open(prompt, emit)
    } else if (message.type === 'gemini') {
      turn?.message(message.id)
      turn?.said(message.text)
      for (const call of message.calls) {
        turn?.call({ ...call, cwd: this.#projectDir, messageId: message.id })
        if (call.result !== undefined) turn?.result(call.id, call.result)
      }
    } else if (message.type === 'error') turn?.stopped('error')
    else if (message.type === 'info' && /^request cancell?ed/i.test(message.text ?? '')) turn?.stopped('interrupted')
  }

  #promptOf({ text, id, timestamp }: Slim, at: Position): Prompt | undefined {
    if (text === undefined || isContext(text) || this.#subagent) return undefined
    return {
      text,
      promptId: id ?? `line:${at.line}`,
      at,
      engine: 'gemini',
      sessionId: this.#sessionId ?? this.#fallbackSession,
      projectDir: this.#projectDir,
      timestamp,
    }
  }

  /** A turn that an earlier read emitted and that is no longer in the history. */
  #tellDropped(message: Slim, at: Position, emit: Emit): void {
    const prompt = this.#promptOf(message, at)
    if (prompt === undefined || prompt.text === '') return
    const turn = new OpenTurn(prompt)
    turn.takeBack()
    emit(turn.close(''))
  }
}

interface Slim {
  readonly type: string
  readonly id: string | undefined
  readonly text: string | undefined
  readonly timestamp: string | undefined
  /** It has text, none of which a person wrote. */
  readonly added: boolean
  readonly calls: readonly {
    readonly id: string
    readonly name: string
    readonly input: unknown
    readonly result: ToolResult | undefined
  }[]
}

interface Message {
  readonly message: Slim
  /** Characters held. */
  readonly size: number
  readonly at: Position
}

const MESSAGES: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'error', 'warning'])
/** The engine's summary of earlier messages has the role of the user. */
const isSummary = (text: string | undefined): boolean => text?.trimStart().startsWith('<state_snapshot>') === true

/**
 * What the engine writes as the user and no person asked for: its own first message of a session, and what a person's
 * command of the shell mode (`!`) printed.
 */
const isContext = (text: string): boolean =>
  isSummary(text) || /^\s*(?:<session_context>|I ran the following shell command:\n```sh\n)/.test(text)

/** Statuses of a call that is not finished. */
const RUNNING: ReadonlySet<unknown> = new Set(['validating', 'scheduled', 'executing', 'awaiting_approval'])
/** Longest text of a message that is held, and characters of inputs that one message may hold. */
const MAX_TEXT = 65_536
const MAX_INPUTS = 262_144

/** The parts of a message that are needed, bounded in size, and their size in characters. */
function slim(entry: Fields): { readonly message: Slim; readonly size: number } {
  // `displayContent` is what the user saw; what was sent also has texts of hooks and named files.
  const raw = contentText(entry.displayContent) ?? contentText(entry.content)
  const user = entry.type === 'user' && raw !== undefined ? personsWords(raw).trim() : undefined
  const text = cutText(user ?? raw ?? '', user === undefined ? 200 : MAX_TEXT)
  let size = text.length + 500
  const calls = Array.isArray(entry.toolCalls) ? entry.toolCalls.filter(isFields) : []
  const message: Slim = {
    type: String(entry.type),
    id: textOf(entry.id),
    text: raw === undefined ? undefined : text,
    timestamp: textOf(entry.timestamp),
    added: user === '' && raw !== '',
    calls: calls.flatMap((call, i) => {
      const name = textOf(call.name)
      if (name === undefined) return []
      const input = boundedInput(call.args, MAX_INPUTS)
      const result = RUNNING.has(call.status) ? undefined : geminiResult(call)
      size += input.size + (result?.output?.length ?? 0) + 200
      return [{ id: textOf(call.id) ?? `call:${i}`, name, input: input.value, result }]
    }),
  }
  return { message, size }
}

/** A copy that a resumed session writes of a message has its own time, and may lack the calls that were made. */
function fuller(copy: Message, old: Message | undefined): Message {
  if (old === undefined) return copy
  const message = { ...copy.message, timestamp: old.message.timestamp ?? copy.message.timestamp }
  if (message.calls.length >= old.message.calls.length) return { ...copy, message }
  return { ...copy, message: { ...message, calls: old.message.calls }, size: Math.max(copy.size, old.size) }
}

/** `status` decides: success, error, cancelled (neither); a command that failed is called a success, too. */
function geminiResult(call: Fields): ToolResult {
  const parts = Array.isArray(call.result) ? call.result.filter(isFields) : []
  const response = parts.map((part) => part.functionResponse).find(isFields)?.response
  const result = functionResult(response, call.status)
  const ok = call.status === 'cancelled' ? null : result.ok
  return { ok, exitCode: result.exitCode, output: cutText(result.output ?? '', 4_096) }
}
