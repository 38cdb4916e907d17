import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What texts mean to a model, by a digest of the text; the text itself is not here. Those unused for longest go first. */
export const vectors = sqliteTable(
  'vectors',
  {
    model: text('model').notNull(),
    digest: text('digest').notNull(),
    /** One signed byte a dimension. */
    packed: blob('packed').notNull(),
    /** To the day. */
    usedAt: integer('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.digest] }), index('vectors_use').on(t.usedAt)],
)

/** What all vectors of a model have in common, learned once. */
export const vectorSpaces = sqliteTable('vector_spaces', {
  model: text('model').primaryKey().notNull(),
  bytes: blob('bytes').notNull(),
})
