import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Embedding vectors by model and digest of the text, without the text. The least recently used are deleted first. */
export const vectors = sqliteTable(
  'vectors',
  {
    model: text('model').notNull(),
    digest: text('digest').notNull(),
    /** One signed byte a dimension. */
    packed: blob('packed', { mode: 'buffer' }).notNull(),
    /** Rounded to the day. */
    usedAt: integer('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.digest] }), index('vectors_use').on(t.usedAt)],
)

/** The normalisation of a model's vectors, learned once. */
export const vectorSpaces = sqliteTable('vector_spaces', {
  model: text('model').primaryKey().notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
})
