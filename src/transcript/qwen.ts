import { withoutHints } from '../domain/hint.ts'
import { withoutTags } from './prompt-text.ts'
import {
  type Emit,
  type EntryReader,
  type Fields,
  isFields,
  type Position,
  type ReaderContext,
  textOf,
} from './reader.ts'
import { exitCodeIn, isDenial, type ToolResult } from './tool-result.ts'
import { TurnLog } from './turn-log.ts'

/** Chat records of Qwen Code: one a line, a tree by `parentUuid`. */
export class QwenReader implements EntryReader {
  readonly #log = new TurnLog()
  readonly #fallbackSession: string

  constructor(fallbackSession: string) {
    this.#fallbackSession = fallbackSession
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
        if (entry.subtype === 'rewind') this.#log.turn?.takeBack()
        return 'system'
      default:
        return 'unknown_type'
    }
  }

  end(emit: Emit): void {
    this.#log.end(emit)
  }

  openAt(): Position | undefined {
    return this.#log.openAt()
  }

  context(): ReaderContext {
    return {}
  }

  #prompt(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (typeof entry.subtype === 'string') return entry.subtype === 'mid_turn_user_message' ? 'steer' : 'meta'
    if (entry.provenance !== undefined && entry.provenance !== 'user') return 'meta'
    const parts = partsOf(entry)
    if (parts === undefined) return 'malformed'
    if (parts.some((part) => isFields(part.functionResponse))) return this.#results(entry)
    const raw = parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : [])).join('\n')
    this.#log.open(
      {
        text: withoutHints(withoutTags(raw)).trim(),
        promptId: textOf(entry.uuid) ?? `line:${at.line}`,
        at,
        engine: 'qwen',
        sessionId: textOf(entry.sessionId) ?? this.#fallbackSession,
        projectDir: textOf(entry.cwd),
        timestamp: textOf(entry.timestamp),
      },
      emit,
      textOf(entry.parentUuid),
    )
    return undefined
  }

  #assistant(entry: Fields): string | undefined {
    const parts = partsOf(entry)
    const turn = this.#log.turn
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
        if (this.#log.turn?.result(id, functionResult(functionResponse.response, detail.status)) === true) used = true
      }
    return used ? undefined : 'orphan_result'
  }
}

/** A function response: `error` = failed unless it was cancelled or denied, `output` = succeeded, else nobody knows. */
export function functionResult(response: unknown, status: unknown): ToolResult {
  const fields = isFields(response) ? response : {}
  const error = isFields(fields.error) ? textOf(fields.error.message) : textOf(fields.error)
  const output = textOf(fields.output) ?? textOf(fields.content) ?? ''
  if (error !== undefined || status === 'error') {
    const output_ = error ?? output
    return {
      ok: status === 'cancelled' || isDenial(output_) ? null : false,
      output: output_,
      exitCode: exitCodeIn(output_),
    }
  }
  const known = status === 'success' || (status === undefined && fields.output !== undefined)
  return { ok: known ? true : null, output, exitCode: shellExitCode(output) }
}

/** The exit code that the shell tool writes into its labelled report. */
export function shellExitCode(output: string): number | undefined {
  if (!output.startsWith('Command: ')) return undefined
  const found = output.slice(-400).match(/\nExit Code: (-?\d{1,10})\n/)?.[1]
  return found === undefined ? undefined : Number(found)
}

function partsOf(entry: Fields): readonly Fields[] | undefined {
  if (!isFields(entry.message) || !Array.isArray(entry.message.parts)) return undefined
  return entry.message.parts.filter(isFields)
}
