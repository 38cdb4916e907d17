import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Which skill stands where in a conversation whose every request repeats it from the start. A skill that is active in
 * the session of an agent is a row, too: see `activationTable`.
 */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text('id').primaryKey().notNull(),
    /** Digest of its first request. */
    beginning: text('beginning').notNull(),
    /** Digest of its first answer. */
    answer: text('answer'),
    /** Number of the last request of the person that a skill was looked for. */
    decided: integer('decided').notNull(),
    decisionId: text('decision_id'),
    skill: text('skill'),
    /** As it was put in: later requests get the same bytes. */
    text: text('text'),
    heldOut: integer('held_out', { mode: 'boolean' }).notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('conversations_beginning').on(t.beginning, t.at), index('conversations_at').on(t.at)],
)
