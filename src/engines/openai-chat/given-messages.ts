import { fingerprint } from '../../domain/digest.ts'
import type { TurnInput } from '../../domain/turn.ts'
import { contentText, type Fields, isFields, type TurnOutput, textOf } from '../../transcript/reader.ts'
import { OpenAiChatReader } from './reader.ts'

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
