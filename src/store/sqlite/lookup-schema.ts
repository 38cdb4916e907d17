import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The log of changed skill rows, from which caches are updated. */
export const skillChanges = sqliteTable('skill_changes', {
  n: integer('n').primaryKey({ autoIncrement: true }).notNull(),
  skill: text('skill').notNull(),
  /** Random: a diverged copy of the database has other tokens under the same numbers. */
  token: text('token').notNull(),
})

/** The last full look at a skills folder that agreed with the rows. */
export const looks = sqliteTable('looks', {
  root: text('root').primaryKey().notNull(),
  /** Of the folder itself: changes when an entry is added, removed or renamed. */
  stamp: text('stamp').notNull(),
  /** The change number up to which rows and folder agree. */
  change: integer('change').notNull(),
  /** Version of the safety rules that had scanned all skills. */
  rules: text('rules').notNull(),
})

/** The content of skills' folders by their stamp, so that a listing need not read a folder whose stamp is the same. */
export const folderContents = sqliteTable('folder_contents', {
  skillId: text('skill_id').primaryKey().notNull(),
  /** Of the folder when its files were read; all of them were old enough that any later change gives another one. */
  stamp: text('stamp').notNull(),
  /** Digest of its content, by which `verdicts` holds what the safety rules found. */
  content: text('content').notNull(),
})
