import { conversationPrompt, conversationSession } from '../domain/conversation-ids.ts'
import type { TurnInput } from '../domain/turn.ts'
import { CONVERSATIONS, findEngine } from '../engines/engines.ts'
import type { PutIn } from '../service/offers/conversing.ts'
import type { ReaderOutput, TurnOutput } from '../transcript/reader.ts'
import type { Answer } from './dialects/dialect.ts'
import type { Talk } from './talk.ts'

/** A request and its answer, which together hold the whole conversation. */
export interface Passed {
  readonly talk: Talk
  readonly answer: Answer
  /** The conversation's id. */
  readonly id: string
  readonly put?: PutIn
}

/**
 * The turn that ends with an answer: its request, the calls since, and how it went. Undefined while the model calls tools.
 * Its ids follow from the conversation, so that it counts once although each request repeats the conversation.
 */
export async function turnOf({ talk, answer, id, put }: Passed): Promise<TurnInput | undefined> {
  const stop = answer.failed ? 'error' : answer.stop
  if (stop === undefined || CALLS.has(stop)) return undefined
  const said = answer.messages.length === 0 ? [{ role: 'assistant', content: '' }] : answer.messages
  // The reason that OpenAI's chats keep beside the last message.
  const [request, ...later] = talk.turn
  const promptId = conversationPrompt(talk.requests.length)
  const messages = [
    { ...request, id: promptId },
    ...later,
    ...said.slice(0, -1),
    { ...said.at(-1), finish_reason: stop },
  ]
  const found: TurnOutput[] = []
  const format = await findEngine(CONVERSATIONS)?.transcript?.()
  const reader = format?.create(id, {})
  const note = (output: ReaderOutput) => {
    if (output.kind === 'turn') found.push(output)
  }
  reader?.document?.({ session_id: conversationSession(id), messages }, note)
  reader?.end(note)
  const last = found.at(-1)
  // Calls of the answer wait for their results: the turn goes on.
  if (last === undefined || !(last.ended || answer.failed)) return undefined
  const { turn } = last
  const isPicked = put !== undefined && promptId === conversationPrompt(put.after)
  return isPicked ? { ...turn, decisionId: put.decisionId } : turn
}

/** Reasons of the APIs after which the client runs a tool, or goes on at once. */
const CALLS: ReadonlySet<string> = new Set(['tool_calls', 'function_call', 'tool_use', 'pause_turn'])
