import { type Fields, isFields } from '../domain/json-value.ts'
import { markOfWords } from '../domain/mark.ts'
import { personsWords } from '../domain/persons-words.ts'
import { textOf } from './reader.ts'

/** An event that a hook's payload reports: a turn or a session that ended, or a prompt before it is answered. */
export type HookEvent = RunEnded | PromptSubmitted

interface Told {
  readonly engine: string
  readonly sessionId: string
  /** The engine's id of the prompt or the turn; engines that give none leave it out. */
  readonly promptId?: string
  readonly cwd?: string
  /** The path in the payload: untrusted, and the file may not be written yet. */
  readonly transcriptPath?: string
}

export interface RunEnded extends Told {
  readonly kind: 'turn_ended' | 'session_ended'
  /** Digest of the assistant's last message, which shows whether the transcript has it yet. */
  readonly lastWords?: string
  /** The run went on because a hook had stopped its end. */
  readonly stopHookActive: boolean
}

export interface PromptSubmitted extends Told {
  readonly kind: 'prompt_submitted'
  /** The request as its person wrote it. */
  readonly prompt: string
}

/** An engine's names of events, each with what it tells of. */
export type EventNames = Readonly<Record<string, HookEvent['kind']>>

/** One engine's hooks: what its payloads mean, and how a hint is answered. */
export interface HookProtocol {
  /** Names of the events that `read` understands. */
  readonly events: EventNames
  /** What a payload tells of, `event` being its name where it holds none; undefined for every other event. */
  read(payload: unknown, event?: string): HookEvent | undefined
  /** A hint as the engine takes it from a prompt's hook, and news for the person: one line of JSON. */
  answer(hint: string, news?: string): string
}

/** The fields of an engine's payloads from which an event is made. */
export interface PayloadShape {
  readonly engine: string
  readonly events: EventNames
  readonly sessionId?: string
  readonly promptId?: string
  readonly lastMessage?: string
  /** The prompt as it was typed, where the program put something else in its place. */
  readonly typed?: (prompt: string) => string
}

/** Longest prompt that is looked at, in characters; what transcripts keep of one is as long. */
const MAX_PROMPT = 65_536

/** What a payload of snake_case fields tells of; undefined for a run inside another one (`agent_id`). Never throws. */
export function readPayload(payload: unknown, shape: PayloadShape, event?: string): HookEvent | undefined {
  if (!isFields(payload) || textOf(payload.agent_id) !== undefined) return undefined
  const name = textOf(payload.hook_event_name) ?? textOf(payload.type) ?? event ?? ''
  const own = Object.hasOwn(shape.events, name) ? shape.events[name] : undefined
  const kind = own ?? NEUTRAL.find((known) => known === name)
  const fields = own === undefined ? NEUTRAL_FIELDS : { ...NEUTRAL_FIELDS, ...shape }
  const sessionId = textOf(payload[fields.sessionId])
  if (kind === undefined || sessionId === undefined) return undefined
  const told = {
    engine: shape.engine,
    sessionId,
    ...present('promptId', payload[fields.promptId]),
    ...present('cwd', payload.cwd),
    ...present('transcriptPath', payload.transcript_path),
  }
  if (kind !== 'prompt_submitted')
    return {
      kind,
      ...told,
      ...lastWords(payload, fields.lastMessage),
      stopHookActive: payload.stop_hook_active === true,
    }
  const sent = textOf(payload.prompt) ?? ''
  const prompt = personsWords((shape.typed?.(sent) ?? sent).slice(0, MAX_PROMPT)).trim()
  return prompt === '' ? undefined : { kind, ...told, prompt }
}

/** Names and fields that every engine's plugin may use, and that spooled events have. */
const NEUTRAL = ['turn_ended', 'session_ended', 'prompt_submitted'] as const
const NEUTRAL_FIELDS = {
  sessionId: 'session_id',
  promptId: 'prompt_id',
  lastMessage: 'last_assistant_message',
} as const

function lastWords(payload: Fields, field: string): { readonly lastWords?: string } {
  const message = textOf(payload[field])
  return message === undefined ? present('lastWords', payload.last_words) : { lastWords: markOfWords(message) }
}

/** The end of a run as a neutral payload; reading it again gives the same event. */
export const neutralPayload = ({ kind, sessionId, promptId, cwd, transcriptPath, lastWords }: RunEnded) => ({
  hook_event_name: kind,
  session_id: sessionId,
  ...(promptId === undefined ? {} : { prompt_id: promptId }),
  ...(cwd === undefined ? {} : { cwd }),
  ...(transcriptPath === undefined ? {} : { transcript_path: transcriptPath }),
  ...(lastWords === undefined ? {} : { last_words: lastWords }),
})

export const promptPayload = ({ kind, sessionId, promptId, cwd, transcriptPath, prompt }: PromptSubmitted) => ({
  hook_event_name: kind,
  session_id: sessionId,
  ...(promptId === undefined ? {} : { prompt_id: promptId }),
  ...(cwd === undefined ? {} : { cwd }),
  ...(transcriptPath === undefined ? {} : { transcript_path: transcriptPath }),
  prompt,
})

const present = <K extends string>(key: K, value: unknown): { readonly [P in K]?: string } => {
  const text = textOf(value)
  return text === undefined ? {} : ({ [key]: text } as { [P in K]: string })
}

/** Hooks with such payloads, whose answer is the common one unless they say otherwise. */
export const payloadHooks = (shape: PayloadShape, rest: Partial<HookProtocol> = {}): HookProtocol => ({
  events: shape.events,
  read: (payload, event) => readPayload(payload, shape, event),
  answer: contextAnswer(Object.keys(shape.events).find((name) => shape.events[name] === 'prompt_submitted') ?? ''),
  ...rest,
})

/** The answer that Claude Code made common: context for the model by the event's name, and a line for the person. */
export const contextAnswer =
  (hookEventName: string) =>
  (hint: string, news?: string): string =>
    JSON.stringify({
      hookSpecificOutput: { hookEventName, additionalContext: hint },
      ...(news === undefined ? {} : { systemMessage: news }),
    })
