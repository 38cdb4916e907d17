/**
 * Which skill stands where in a conversation whose every request repeats it from the start, and which skills are active
 * in the session of an agent.
 */
export interface ConversationStore {
  /** The latest conversation with this beginning and this first answer, or none yet. */
  conversation(beginning: string, answer: string | null): Promise<ConversationRecord | undefined>
  /** The latest conversation with this beginning, of those without an answer if there are any. */
  latestConversation(beginning: string): Promise<ConversationRecord | undefined>
  /** Adds a conversation, or replaces what is known of it. */
  saveConversation(record: ConversationRecord): Promise<void>
  /** Notes the first answer of a conversation that has none yet. */
  answerConversation(id: string, answer: string): Promise<void>
  /** The skills that are active in a session, in the order in which they came. */
  activations(session: string): Promise<readonly ActivationRecord[]>
  /**
   * Notes a skill as active, unless it is in this version and `again` is false, or unless the tokens of all skills of the
   * session would pass the budget. A later version keeps the place of the earlier one. `total` are the tokens of all
   * that are active then.
   */
  activate(
    record: ActivationRecord,
    rule: { readonly again: boolean; readonly budget?: number },
  ): Promise<{ readonly state: 'new' | 'already' | 'again' | 'over'; readonly total: number }>
}

/** A skill that a session's model was given. */
export interface ActivationRecord {
  readonly session: string
  readonly skill: string
  readonly version: string
  /** Of its text as it was given, by an upper estimate. */
  readonly tokens: number
  /** Unix ms. */
  readonly at: number
}

export interface ConversationRecord {
  readonly id: string
  /** Digest of its first request. */
  readonly beginning: string
  /** Digest of its first answer; null until there is one. */
  readonly answer: string | null
  /** Number of the last request of the person, from 1, that a skill was looked for; 0 for none. */
  readonly decided: number
  /** The decision that put a skill in, or held one out. */
  readonly decisionId: string | null
  /** The skill that was put in, and its text as it was put in; null where none was. */
  readonly skill: string | null
  readonly text: string | null
  /** Nothing is put in, to measure what a skill is worth. */
  readonly heldOut: boolean
  /** Time of the last change (Unix ms). */
  readonly at: number
}
