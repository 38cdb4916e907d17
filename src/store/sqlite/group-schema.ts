import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Requests that later ones are compared with, when streaks are grouped by similarity. */
export const groupRequests = sqliteTable(
  'group_requests',
  {
    scope: text('scope').notNull(),
    id: integer('id').notNull(),
    text: text('text').notNull(),
    signature: text('signature').notNull(),
    groupId: integer('group_id'),
    turnId: text('turn_id').notNull(),
    at: integer('at').default(0).notNull(),
    /** 1 while it waits for a draft of its group. */
    waiting: integer('waiting').default(0).notNull(),
    /** Its similarities to the requests before it, in bins of the baseline. */
    binsJson: text('bins_json'),
    /** What its run did. */
    deedsJson: text('deeds_json'),
  },
  (t) => [primaryKey({ columns: [t.scope, t.id] }), index('group_requests_turn').on(t.turnId)],
)

/** Names of groups; members are the requests that refer to them. */
export const groups = sqliteTable(
  'groups',
  {
    scope: text('scope').notNull(),
    id: integer('id').notNull(),
    signature: text('signature').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.id] })],
)
