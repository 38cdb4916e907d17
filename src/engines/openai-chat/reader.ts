import { fingerprint } from '../../domain/digest.ts'
import { type Fields, isFields } from '../../domain/json-value.ts'
import { personsWords } from '../../domain/persons-words.ts'
import type { TurnInput } from '../../domain/turn.ts'
import { parsedArguments } from '../../transcript/bounded-input.ts'
import {
  contentText,
  type Emit,
  type Position,
  type ReaderContext,
  type TranscriptFormat,
  type TurnOutput,
  textOf,
} from '../../transcript/reader.ts'
import { exitCodeIn, type ToolResult } from '../../transcript/tool-result.ts'
import { LogReader } from '../../transcript/turn-log.ts'
import { isChatMessage, messagesOf, nameOf } from './message-list.ts'

/** Chats in OpenAI's style: a list of messages, an object with `messages`, or either of these line by line. */
export class OpenAiChatReader extends LogReader {
  #sessionId: string | undefined
  #conversations = 0

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    return typeof entry.role === 'string' ? this.#message(entry, at, at.line, emit) : 'unknown_type'
  }

  document(value: unknown, emit: Emit): boolean {
    const messages = messagesOf(value)
    if (messages !== undefined) this.#conversation(value, messages, emit)
    else if (!Array.isArray(value) || !value.some((one) => messagesOf(one) !== undefined)) return false
    else
      for (const [i, one] of value.entries()) {
        const list = messagesOf(one)
        if (list === undefined) emit({ kind: 'skipped', reason: 'unknown_type', line: i + 1 })
        else this.#conversation(one, list, emit)
      }
    return true
  }

  #conversation(value: unknown, messages: readonly unknown[], emit: Emit): void {
    this.log.end(emit)
    this.#conversations++
    const number = this.#conversations === 1 ? '' : `#${this.#conversations}`
    this.#sessionId = nameOf(value) ?? `${this.fallbackSession}${number}`
    const tell = isFields(value) && typeof value.success === 'boolean' ? labelled(value.success, emit) : emit
    messages.forEach((message, i) => {
      if (isFields(message)) this.#message(message, { line: i + 1, offset: 0 }, i + 1, tell)
    })
    const reason = isFields(value) ? finishReason(value) : undefined
    if (reason !== undefined) this.log.turn?.stopped(reason)
    if (tell !== emit) this.log.end(tell)
  }

  /** A document, whose conversations are numbered, is read again from its start. */
  override openAt(): Position | undefined {
    return this.#conversations > 0 ? { line: 1, offset: 0 } : super.openAt()
  }

  protected knows(): ReaderContext {
    return {}
  }

  #message(message: Fields, at: Position, number: number, emit: Emit): string | undefined {
    switch (message.role) {
      case 'user':
        return this.#prompt(message, at, number, emit)
      case 'assistant':
        return this.#assistant(message, at)
      case 'tool':
      case 'function': {
        const id = textOf(message.tool_call_id) ?? `function:${textOf(message.name) ?? ''}`
        return this.log.turn?.result(id, chatResult(message)) === true ? undefined : 'orphan_result'
      }
      case 'system':
      case 'developer':
        return 'system'
      default:
        return 'unknown_role'
    }
  }

  #prompt(message: Fields, at: Position, number: number, emit: Emit): string | undefined {
    const text = contentText(message.content)
    if (text === undefined && !Array.isArray(message.content)) return 'malformed'
    this.log.open(
      {
        text: personsWords(text ?? '').trim(),
        promptId: textOf(message.id) ?? `message:${number}`,
        at,
        engine: 'openai-chat',
        sessionId: this.#sessionId ?? this.fallbackSession,
        timestamp: textOf(message.timestamp),
      },
      emit,
    )
    return undefined
  }

  #assistant(message: Fields, at: Position): string | undefined {
    const turn = this.log.turn
    if (turn === undefined) return 'no_prompt'
    const messageId = textOf(message.id)
    turn.message(messageId)
    turn.said(contentText(message.content))
    for (const [i, call] of callsOf(message).entries())
      turn.call({ ...call, id: call.id ?? `line:${at.line}:${i}`, messageId })
    const reason = finishReason(message)
    if (reason !== undefined) turn.stopped(reason)
    else if (refuses(message)) turn.stopped('refusal')
    return undefined
  }
}

/** A run that its owner judged as a whole: its turns came to that, whatever they look like. */
const labelled =
  (success: boolean, emit: Emit): Emit =>
  (output) =>
    emit(
      output.kind === 'turn'
        ? {
            ...output,
            ended: true,
            told: true,
            judged: true,
            turn: { ...output.turn, outcome: success ? 'success' : 'failure' },
          }
        : output,
    )

/** Whether the model refused, in the field beside the content or in a part of it. */
const refuses = ({ refusal, content }: Fields): boolean =>
  textOf(refusal) !== undefined ||
  (Array.isArray(content) && content.some((part) => isFields(part) && part.type === 'refusal'))

function finishReason(fields: Fields): string | undefined {
  const choices = isFields(fields.response) ? fields.response.choices : fields.choices
  const answer: unknown = Array.isArray(choices) ? choices[0] : undefined
  return textOf(fields.finish_reason) ?? (isFields(answer) ? textOf(answer.finish_reason) : undefined)
}

function callsOf(message: Fields): readonly { id: string | undefined; name: string; input: unknown }[] {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isFields) : []
  const old = isFields(message.function_call) ? message.function_call : undefined
  return [
    ...calls.map((call) => {
      const target = isFields(call.function) ? call.function : call
      return { id: textOf(call.id), name: textOf(target.name) ?? 'unknown', input: parsedArguments(target.arguments) }
    }),
    ...(old === undefined || typeof old.name !== 'string'
      ? []
      : [{ id: `function:${old.name}`, name: old.name, input: parsedArguments(old.arguments) }]),
  ]
}

/** Fields of a JSON result that tell of a failure. */
const FAILED = [
  ['success', false],
  ['ok', false],
  ['is_error', true],
  ['isError', true],
  ['status', 'error'],
] as const

/** The format has no field for failure: a result failed by its text, or by fields of its JSON. */
function chatResult(message: Fields): ToolResult {
  const output = contentText(message.content) ?? ''
  if (message.is_error === true || message.status === 'error') return { ok: false, output }
  const value = /^\s*\{/.test(output) ? parsedArguments(output) : undefined
  if (isFields(value)) {
    const code = value.exit_code ?? value.exitCode ?? value.returncode
    if (typeof code === 'number') return { ok: code === 0, exitCode: code, output }
    const error = isFields(value.error) ? (textOf(value.error.message) ?? 'error') : textOf(value.error)
    return error !== undefined || FAILED.some(([key, word]) => value[key] === word)
      ? { ok: false, output: error ?? output }
      : { ok: true, output }
  }
  const code = exitCodeIn(output)
  if (code !== undefined) return { ok: code === 0, exitCode: code, output }
  return { ok: output.trim() === '' ? null : !/^\s*(?:error|exception|traceback|fatal)\b/i.test(output), output }
}

export const format: TranscriptFormat = {
  version: 2,
  create: (session) => new OpenAiChatReader(session),
  isOwn: (entry) => isChatMessage(entry) || isConversation(entry),
  isOwnList: (list) => list.some(isChatMessage) || list.some(isConversation),
  isOwnDocument: (start) =>
    /"(?:role|from)"\s*:\s*"(?:system|developer|user|assistant|human|gpt)"/.test(start) && !/"parts"\s*:/.test(start),
}

const isConversation = (value: unknown): boolean => messagesOf(value)?.some(isChatMessage) === true

/**
 * The finished turns of a conversation in the shape of the OpenAI API. A request without an id is named by its text and
 * how often that came before, so that a history that is given again, or without its beginning, gives no turn twice.
 */
export function turnsOfMessages(
  messages: readonly unknown[],
  sessionId: string,
  success?: boolean,
): readonly TurnInput[] {
  const reader = new OpenAiChatReader(sessionId)
  const found: TurnOutput[] = []
  const emit = (output: { readonly kind: string }): void => {
    if (output.kind === 'turn') found.push(output as TurnOutput)
  }
  const judged = success === undefined ? {} : { success }
  reader.document({ session_id: sessionId, messages: named(messages), ...judged }, emit)
  reader.end(emit)
  return found.filter(({ ended, closed }) => ended || closed).map(({ turn }) => turn)
}

function named(messages: readonly unknown[]): readonly unknown[] {
  const seen = new Map<string, number>()
  return messages.map((message) => {
    if (!isFields(message) || message.role !== 'user' || textOf(message.id) !== undefined) return message
    const text = fingerprint(textOfMessage(message))
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return { ...message, id: `text:${text}:${before}` }
  })
}

const textOfMessage = ({ content }: Fields): string => contentText(content) ?? JSON.stringify(content ?? null)
