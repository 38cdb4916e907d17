/** Which skill stands where in a conversation whose every request repeats it from the start. */
export interface ConversationStore {
  /** Conversations that begin with a digest, the latest first, at most `limit`. */
  conversationsOf(beginning: string, limit: number): Promise<readonly ConversationRecord[]>
  /** Adds a conversation, or replaces what is known of it. */
  saveConversation(record: ConversationRecord): Promise<void>
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
