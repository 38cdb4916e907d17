import { createHash } from 'node:crypto'
import { conversationPrompt, conversationSession } from '../domain/conversation-ids.ts'
import { type Fields, isFields } from '../domain/json-value.ts'
import { personsWords } from '../domain/persons-words.ts'
import type { TurnInput } from '../domain/turn.ts'
import { CONVERSATIONS, findEngine } from '../engines/engines.ts'
import type { PutIn } from '../service/offers/conversing.ts'
import { contentText, type ReaderOutput, type TurnOutput, textOf } from '../transcript/reader.ts'
import { type Answer, type Dialect, fieldsOf, listOf } from './dialects/dialect.ts'

/** The conversation that a request holds, or its latest part. */
export interface Talk {
  /** Requests of the person, in order. */
  readonly requests: readonly PersonsRequest[]
  /** The last of them waits for its answer: nothing follows it. */
  readonly isAsked: boolean
  /** The upstream keeps what came before; the request holds the rest only. */
  readonly isPart: boolean
  /** Digest of how it began. */
  readonly beginning: string
  readonly answer: string | undefined
  /** The last request of the person and what followed it, as OpenAI's chats hold them. */
  readonly turn: readonly Fields[]
}

export interface PersonsRequest {
  /** Index in the list of the request. */
  readonly index: number
  readonly text: string
}

/** Reads the conversation out of a request; undefined where it holds none, or no words of a person. */
export function talkOf(dialect: Dialect, body: Fields): Talk | undefined {
  const given = body[dialect.list]
  const entries: readonly unknown[] = typeof given === 'string' ? [{ role: 'user', content: given }] : asList(given)
  const chats = entries.map((entry) => (isFields(entry) ? dialect.chat(entry) : []))
  const requests = chats.flatMap((messages, index) => {
    const text = requestIn(messages)
    return text === '' ? [] : [{ index, text }]
  })
  const [first] = requests
  const last = requests.at(-1)
  if (first === undefined || last === undefined) return undefined
  const later = chats.slice(last.index + 1).flat()
  return {
    requests,
    isAsked: later.every(({ role }) => role === 'system' || role === 'developer'),
    isPart: typeof body.previous_response_id === 'string' || (body.conversation ?? null) !== null,
    beginning: digest(sessionIn(body), first.text),
    answer: answerDigest(chats.slice(first.index + 1).flat()),
    // What a program wrote in the place of the person is context, like the system's messages.
    turn: [
      ...(chats[last.index] ?? []),
      ...later.map((one) => (one.role === 'user' ? { ...one, role: 'system' } : one)),
    ],
  }
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The words of a person in an entry; empty where a program wrote it, or where it brings results of tools. */
function requestIn(messages: readonly Fields[]): string {
  const [message] = messages
  if (message?.role !== 'user') return ''
  const text = personsWords(contentText(message.content) ?? '').trim()
  return PROGRAMS.some((start) => text.startsWith(start)) ? '' : text
}

/** How agents begin what they write in the place of the person. */
const PROGRAMS = [
  '<environment_context>',
  '<user_instructions>',
  '# AGENTS.md instructions',
  '<INSTRUCTIONS>',
  '<local-command',
  '<task-notification',
  '[Request interrupted by user',
  'This is the Qwen Code. We are setting up the context',
  'This is the Gemini CLI. We are setting up the context',
]

/** What a client says that names the session, or its user. */
function sessionIn({ prompt_cache_key, metadata, user, safety_identifier }: Fields): string {
  return (
    textOf(prompt_cache_key) ?? textOf(fieldsOf(metadata).user_id) ?? textOf(user) ?? textOf(safety_identifier) ?? ''
  )
}

/** A digest of the first thing that an assistant said or did, as request and answer both show it. */
export function answerDigest(messages: readonly Fields[]): string | undefined {
  for (const { role, content, tool_calls } of messages) {
    if (role !== 'assistant') continue
    const text = (contentText(content) ?? '').trim()
    if (text !== '') return digest('said', text)
    const [call] = listOf(tool_calls)
    if (call !== undefined) return digest('called', textOf(call.id) ?? '')
  }
  return undefined
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, DIGITS)

/** 96 bits. */
const DIGITS = 24

/** A request and its answer, which together hold the whole conversation. */
interface Passed {
  readonly talk: Talk
  readonly answer: Answer
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
