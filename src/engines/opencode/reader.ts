import { personsWords } from '../../domain/persons-words.ts'
import type { TranscriptFormat } from '../../transcript/format.ts'
import { LogReader } from '../../transcript/log-reader.ts'
import { type Emit, type Fields, isFields, type Position, type ReaderContext, textOf } from '../../transcript/reader.ts'
import { sessionsIn } from './database.ts'
import { resultOf } from './result.ts'

/** Sessions that `opencode export` printed: one JSON value each. */
export const format: TranscriptFormat = {
  version: 1,
  create: () => new OpencodeReader(),
  isOwn: (entry) => sessionIn(entry) !== undefined,
  sessionsIn,
  isOwnDocument: (start) => /^\s*\{\s*"info":\s*\{\s*"id":\s*"ses_/.test(start),
}

class OpencodeReader extends LogReader {
  #whole = false

  read(entry: Fields, _at: Position, emit: Emit): string | undefined {
    return this.document(entry, emit) ? undefined : 'unknown_type'
  }

  document(value: unknown, emit: Emit): boolean {
    const session = sessionIn(value)
    if (session === undefined) return false
    this.#whole = true
    // The next session takes nothing back of the one before it.
    this.log.end(emit)
    // A session inside another one is part of that one's turn.
    if (session.info.parentID === undefined)
      for (const [i, message] of session.messages.entries())
        this.#message(message, { line: i + 1, offset: 0 }, session.info, emit)
    return true
  }

  /** A document is read again from its start. */
  override openAt(): Position | undefined {
    return this.#whole ? { line: 1, offset: 0 } : undefined
  }

  protected knows(): ReaderContext {
    return {}
  }

  #message({ info, parts }: Message, at: Position, session: Fields, emit: Emit): void {
    const turn = this.log.turn
    if (info.role === 'user') {
      const text = personsWords(typedIn(parts)).trim()
      const created = isFields(info.time) ? Number(info.time.created) : Number.NaN
      if (text === '') return
      this.log.open(
        {
          text,
          promptId: textOf(info.id) ?? `line:${at.line}`,
          at,
          engine: 'opencode',
          sessionId: textOf(session.id),
          projectDir: textOf(session.directory),
          timestamp: Number.isFinite(created) ? new Date(created).toISOString() : undefined,
        },
        emit,
      )
    } else if (turn !== undefined) {
      turn.message(textOf(info.id))
      for (const { type, text, tool, callID, state } of parts) {
        if (type === 'text') turn.said(textOf(text))
        if (type !== 'tool' || !isFields(state)) continue
        turn.call({ id: textOf(callID), name: String(tool), input: state.input ?? {}, cwd: textOf(session.directory) })
        turn.result(textOf(callID), resultOf(state))
      }
      const reason = endOf(info)
      if (reason !== undefined) turn.stopped(reason)
    }
  }
}

interface Message {
  readonly info: Fields
  readonly parts: readonly Fields[]
}

function sessionIn(value: unknown): { readonly info: Fields; readonly messages: readonly Message[] } | undefined {
  if (!isFields(value) || !isFields(value.info) || !Array.isArray(value.messages)) return undefined
  if (!/^ses_/.test(textOf(value.info.id) ?? '')) return undefined
  const messages = value.messages.flatMap((one: unknown) =>
    isFields(one) && isFields(one.info) && Array.isArray(one.parts)
      ? [{ info: one.info, parts: one.parts.filter(isFields) }]
      : [],
  )
  return { info: value.info, messages }
}

/** What was typed; `opencode run` puts a prompt of several words into quotes. */
function typedIn(parts: readonly Fields[]): string {
  const text = parts
    .flatMap(({ type, synthetic, text }) => (type === 'text' && synthetic !== true ? [String(text)] : []))
    .join('\n')
    .trim()
  return /^"(?:[^"\\]|\\.)*"$/s.test(text) ? text.slice(1, -1).replace(/\\"/g, '"').trim() : text
}

/** How a message ended the run; undefined where the run goes on. */
function endOf({ error, finish }: Fields): string | undefined {
  if (isFields(error)) return error.name === 'MessageAbortedError' ? 'interrupted' : 'error'
  const reason = textOf(finish)
  if (reason === 'stop') return 'end_turn'
  return reason === undefined || GOES_ON.has(reason) ? undefined : reason
}

const GOES_ON: ReadonlySet<string> = new Set(['tool-calls', 'unknown'])
