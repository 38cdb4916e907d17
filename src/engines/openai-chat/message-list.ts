import { type Fields, isFields } from '../../domain/json-value.ts'
import { textOf } from '../../transcript/reader.ts'

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

export const isChatMessage = (value: unknown): boolean =>
  isFields(value) && ROLES.has(value.role) && ('content' in value || 'tool_calls' in value)

/**
 * The messages of a whole conversation: a list of them, or an object that holds one, as collections name it; messages of
 * other shapes as those of the OpenAI API. Undefined where it is none.
 */
export function messagesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.some(isMessage) ? value.flatMap(asMessages) : undefined
  if (!isFields(value) || typeof value.role === 'string') return undefined
  const { messages, traj, conversation, conversations, history, request } = value
  const list =
    messages ?? traj ?? conversation ?? conversations ?? history ?? (isFields(request) ? request.messages : undefined)
  if (!Array.isArray(list)) return undefined
  const choices = isFields(value.response) ? value.response.choices : value.choices
  const answer: unknown = Array.isArray(choices) ? choices[0] : undefined
  const all = list.flatMap(asMessages)
  return isFields(answer) && isFields(answer.message) ? [...all, answer.message] : all
}

export const nameOf = (value: unknown): string | undefined =>
  isFields(value) ? textOf(value.session_id ?? value.conversation_id ?? value.id ?? value.conversation_hash) : undefined

const isMessage = (value: unknown): boolean => isFields(value) && (typeof value.role === 'string' || isSaid(value))

/** A message of ShareGPT. */
const isSaid = (value: Fields): boolean => typeof value.from === 'string' && typeof value.value === 'string'

const SPEAKERS: Readonly<Record<string, string>> = {
  ...{ human: 'user', user: 'user', system: 'system', tool: 'tool', observation: 'tool', function_response: 'tool' },
  ...{
    gpt: 'assistant',
    chatgpt: 'assistant',
    assistant: 'assistant',
    model: 'assistant',
    bing: 'assistant',
    bard: 'assistant',
  },
}

/** A message as it is; one of ShareGPT, or a pair of a request and its answer, in the shape of the OpenAI API. */
function asMessages(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const [asked, answered] = value as readonly unknown[]
    return [...said('user', asked), ...said('assistant', answered)]
  }
  if (!isFields(value) || typeof value.role === 'string' || !isSaid(value)) return [value]
  const { from, value: content, ...more } = value
  return [{ ...more, role: Object.hasOwn(SPEAKERS, String(from)) ? SPEAKERS[String(from)] : from, content }]
}

const said = (role: string, content: unknown) => (typeof content === 'string' ? [{ role, content }] : [])
