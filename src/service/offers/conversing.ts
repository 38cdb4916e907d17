import { conversationPrompt, conversationSession } from '../../domain/conversation-ids.ts'
import type { ConversationRecord } from '../../store/ports/decision-store.ts'
import type { Core } from '../core.ts'

/** A conversation as one of its requests shows it: each request repeats it from the start. */
export interface Conversation {
  /** Digest of the person's first request, and of what else names the conversation. */
  readonly beginning: string
  /** Digest of the first answer; absent while there is none. */
  readonly answer?: string
  readonly requests: number
  /** The last of them, where it waits for an answer and a skill may be put in; else only what stands there is repeated. */
  readonly text?: string
}

export interface Conversed {
  /** Names the session of its turns. */
  readonly id: string
  readonly put?: PutIn
}

/** A skill's text that stands in a conversation, in every request the same. */
export interface PutIn {
  readonly skill: string
  readonly text: string
  /** Number, from 1, of the person's request after which it stands. */
  readonly after: number
  readonly decisionId: string
}

/** Puts at most one skill into a conversation, and keeps it there. */
export interface Conversing {
  /**
   * The skill of a conversation: the one that stands there, or a pick for its last request. What is decided stays: with
   * a skill, or held out, nothing is decided on later requests. Throws the store's fault.
   */
  converse(conversation: Conversation): Promise<Conversed>
  /** Notes the digest of the first answer, by which later requests are told from others that began the same. */
  answered(id: string, answer: string): Promise<void>
}

export interface ConversingParts extends Core<'store' | 'router' | 'catalogue' | 'clock'> {
  /** The engine of conversations, whose models are given text. */
  readonly engine: string
}

export function createConversing({ store, router, catalogue, clock, engine }: ConversingParts): Conversing {
  const now = () => clock.now().getTime()

  async function known({ beginning, answer }: Conversation): Promise<ConversationRecord | undefined> {
    if (answer !== undefined)
      return (await store.conversation(beginning, answer)) ?? (await store.latestConversation(beginning))
    // It begins, or its first request is sent again.
    const unanswered = await store.conversation(beginning, null)
    return unanswered !== undefined && now() - unanswered.at < REPEATED_MS ? unanswered : undefined
  }

  async function decide(record: ConversationRecord, text: string, requests: number): Promise<ConversationRecord> {
    const ids = { sessionId: conversationSession(record.id), promptId: conversationPrompt(requests) }
    const options = { until: new Date(now() + PATIENCE_MS), anywhere: true }
    const { id, pick, reason } = await router.route({ text, ...ids, engine }, options)
    return {
      ...record,
      decided: requests,
      decisionId: pick === null && reason !== 'held_out' ? null : id,
      skill: pick?.skill ?? null,
      text: pick?.hint ?? null,
      heldOut: reason === 'held_out',
      at: now(),
    }
  }

  return {
    async converse(conversation) {
      const { beginning, answer = null, requests, text } = conversation
      const found = await known(conversation)
      let record: ConversationRecord =
        found === undefined
          ? { ...NEW, id: clock.newId(), beginning, answer, at: now() }
          : { ...found, answer: found.answer ?? answer }
      const isOpen = record.skill === null && !record.heldOut && requests > record.decided
      const isPicked = isOpen && text !== undefined
      if (isPicked) record = await decide(record, text, requests)
      const isChanged = isPicked || record.answer !== found?.answer
      if (isChanged || now() - record.at > FRESHEN_MS) await store.saveConversation({ ...record, at: now() })
      const { id, skill, decided: after, decisionId } = record
      if (skill === null || record.text === null || decisionId === null) return { id }
      // A person may have withdrawn it since.
      return isPicked || (await catalogue.visible(skill)) !== undefined
        ? { id, put: { skill, text: record.text, after, decisionId } }
        : { id }
    },
    answered: store.answerConversation,
  }
}

const NEW = { decided: 0, decisionId: null, skill: null, text: null, heldOut: false } as const

/** A first request that comes again within this time, unanswered, is the same conversation, in ms. */
const REPEATED_MS = 10 * 60_000
/** How long a request waits for a pick, in ms. */
const PATIENCE_MS = 1_000
/** A conversation that goes on is kept: its time is renewed this often, in ms. */
const FRESHEN_MS = 86_400_000
