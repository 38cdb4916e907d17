import { type Fields, isFields } from '../../domain/json-value.ts'
import { personsWords } from '../../domain/persons-words.ts'
import { functionResult } from '../../transcript/function-response.ts'
import { type Emit, type Position, type ReaderContext, type TranscriptFormat, textOf } from '../../transcript/reader.ts'
import { LogReader } from '../../transcript/turn-log.ts'
import { PROMPT_NUMBER, withSkillCalled } from './prompt.ts'

/** The id of a person's prompt: a number, and a random number up to 0.15; others are named for their purpose. */
const PROMPT_ID = new RegExp(`${PROMPT_NUMBER}|^[0-9a-f]{6,}$`)

/** Chat records of Qwen Code: one a line, a tree by `parentUuid`. */
export class QwenReader extends LogReader {
  /** The id of the last prompt in the file: a further line with it is another prompt of the same submission. */
  #taken: string | undefined

  constructor(fallbackSession: string, { turnId }: ReaderContext = {}) {
    super(fallbackSession)
    this.#taken = turnId
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (entry.isSidechain === true || typeof entry.agentId === 'string') return 'sidechain'
    switch (entry.type) {
      case 'user':
        return this.#prompt(entry, at, emit)
      case 'assistant':
        return this.#assistant(entry)
      case 'tool_result':
        return this.#results(entry)
      case 'system':
        return this.#system(entry)
      default:
        return 'unknown_type'
    }
  }

  protected knows(): ReaderContext {
    return this.#taken === undefined ? {} : { turnId: this.#taken }
  }

  #prompt(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (entry.subtype === 'mid_turn_user_message') return this.#steered(entry)
    if (typeof entry.subtype === 'string') return 'meta'
    if (entry.provenance !== undefined && entry.provenance !== 'real_user') return 'meta'
    const parts = partsOf(entry)
    if (parts === undefined) return 'malformed'
    if (parts.some((part) => isFields(part.functionResponse))) return this.#results(entry)
    const sent = parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : [])).join('\n')
    // What the user saw is recorded apart; what was sent also has texts of hooks and expanded references.
    const shown = isFields(entry.systemPayload) ? textOf(entry.systemPayload.displayText) : undefined
    // A copy in a forked session keeps the session that it was copied from.
    const origin = isFields(entry.forkedFrom) ? entry.forkedFrom : {}
    const before = this.knows()
    // Where a hook added a text, 0.21 shows a skill that was called as it was sent.
    const text = personsWords(withSkillCalled(shown ?? sent)).trim()
    // A text by the program during a run is no prompt; after a run it opens one without a request.
    if (text === '' && sent !== '' && this.log.turn?.over === false) return 'own_text'
    this.log.open(
      {
        text,
        promptId: this.#promptId(entry, textOf(origin.messageUuid) ?? textOf(entry.uuid) ?? `line:${at.line}`),
        at,
        engine: 'qwen',
        sessionId: textOf(origin.sessionId) ?? textOf(entry.sessionId) ?? this.fallbackSession,
        projectDir: textOf(entry.cwd),
        timestamp: textOf(entry.timestamp),
      },
      emit,
      textOf(entry.parentUuid),
      before,
    )
    return undefined
  }

  #steered(entry: Fields): string | undefined {
    const turn = this.log.turn
    if (turn === undefined) return 'no_prompt'
    const said = (partsOf(entry) ?? []).flatMap(({ text }) => textOf(text) ?? [])
    turn.steered(personsWords(said.join('\n')).trim())
    return undefined
  }

  #promptId(entry: Fields, own: string): string {
    const id = textOf(entry.promptId)
    const taken = this.#taken
    if (id !== undefined) this.#taken = id
    return id === undefined || id === taken ? own : id
  }

  /** Rewinds re-root the tree; a turn's result says how it was settled. */
  #system(entry: Fields): string | undefined {
    const turn = this.log.turn
    if (entry.subtype === 'rewind') {
      const parent = textOf(entry.parentUuid)
      if (parent === undefined) this.log.takeBack(Number.POSITIVE_INFINITY)
      else if (!this.log.goBackTo(parent)) turn?.takeBack()
      return undefined
    }
    if (entry.subtype === 'ui_telemetry') this.#telemetry(entry.systemPayload)
    if (entry.subtype !== 'turn_result' || !isFields(entry.systemPayload)) return 'system'
    const { state, stopReason } = entry.systemPayload
    if (state === 'completed') turn?.stopped(textOf(stopReason) ?? 'end_turn')
    else if (state === 'cancelled' || state === 'error') turn?.stopped(state)
    return undefined
  }

  /** A failed request: if it was the run's own, no other line says that the run broke off. */
  #telemetry(payload: unknown): void {
    const event = isFields(payload) && isFields(payload.uiEvent) ? payload.uiEvent : {}
    const ofPrompt = PROMPT_ID.test(textOf(event.prompt_id) ?? PROMPT_NUMBER)
    const turn = this.log.turn
    if (event['event.name'] === 'qwen-code.api_error' && ofPrompt && turn?.over === false) turn.stopped('error')
  }

  #assistant(entry: Fields): string | undefined {
    const parts = partsOf(entry)
    const turn = this.log.turn
    if (parts === undefined) return 'malformed'
    if (turn === undefined) return 'no_prompt'
    const messageId = textOf(entry.uuid)
    turn.message(messageId)
    for (const { text, thought, functionCall } of parts) {
      if (thought !== true) turn.said(textOf(text))
      if (isFields(functionCall) && typeof functionCall.name === 'string')
        turn.call({
          id: textOf(functionCall.id),
          name: functionCall.name,
          input: functionCall.args ?? {},
          cwd: textOf(entry.cwd),
          messageId,
        })
    }
    return undefined
  }

  #results(entry: Fields): string | undefined {
    const detail = isFields(entry.toolCallResult) ? entry.toolCallResult : {}
    let used = false
    for (const { functionResponse } of partsOf(entry) ?? [])
      if (isFields(functionResponse)) {
        const id = textOf(functionResponse.id) ?? textOf(detail.callId)
        const status = detail.errorType === 'execution_denied' ? 'cancelled' : detail.status
        const result = functionResult(functionResponse.response, status)
        const { exitCode } = isFields(detail.resultDisplay) ? detail.resultDisplay : {}
        const done = typeof exitCode === 'number' ? { ...result, exitCode } : result
        if (this.log.turn?.result(id, done) === true) used = true
      }
    return used ? undefined : 'orphan_result'
  }
}

function partsOf(entry: Fields): readonly Fields[] | undefined {
  if (!isFields(entry.message) || !Array.isArray(entry.message.parts)) return undefined
  return entry.message.parts.filter(isFields)
}

export const format: TranscriptFormat = {
  version: 3,
  create: (session, context) => new QwenReader(session, context),
  isOwn: ({ message }) => isFields(message) && Array.isArray(message.parts),
  inLines: true,
}
