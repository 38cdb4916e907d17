import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Beside these tables a migration makes two that drizzle has no words for: `skill_terms`, the FTS5 table whose row `n` has
// the terms of the skill of row `n` here, and `skill_vocabulary`, which counts the skills that have a term.

/** What a search ranks by of each skill that is not withdrawn; changes in one transaction with the row of the skill. */
export const indexedSkills = sqliteTable('indexed_skills', {
  n: integer('n').primaryKey().notNull(),
  skill: text('skill').notNull().unique(),
  /** Of the indexed text. */
  digest: text('digest').notNull(),
  /** Hashes of its terms with their counts; see `pack`. */
  terms: blob('terms', { mode: 'buffer' }).notNull(),
})

/** Sums over all indexed skills, and the ranking that was fitted to them; one row. */
export const searchState = sqliteTable('search_state', {
  id: integer('id').primaryKey().notNull(),
  /** How texts are split into terms where every skill is indexed; its negative while some are not; 0: none is. */
  version: integer('version').notNull(),
  skills: integer('skills').notNull(),
  /** Number of their triggers and examples. */
  phrases: integer('phrases').notNull(),
  /** Sums of the lengths of their fields, by side. */
  lengthsJson: text('lengths_json').notNull(),
  /** Ascends with each text that is indexed or taken out. */
  changes: integer('changes').notNull(),
  /** `changes` when the ranking was fitted. */
  fitted: integer('fitted').notNull(),
  /** Null: what was learned from other libraries. */
  modelJson: text('model_json'),
})
