import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { RuleState } from '../ports/wish-store.ts'
import { json } from './columns.ts'

/** Standing wishes of the person: what was heard, and what they decided about it. */
export const standingRules = sqliteTable('standing_rules', {
  id: text('id').primaryKey().notNull(),
  /** The only project in which it was voiced; null for a rule for all. */
  project: text('project'),
  text: text('text').notNull(),
  /** Ids of the turns that voice it, oldest first; retention keeps them while the rule stands. */
  sources: json<readonly string[]>('sources_json').notNull(),
  sessions: integer('sessions').notNull(),
  state: text('state').$type<RuleState>().notNull(),
  at: integer('at').notNull(),
})
