import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The latest changes of rows of skills: whoever read up to one reads on from there. */
export const skillChanges = sqliteTable('skill_changes', {
  n: integer('n').primaryKey({ autoIncrement: true }).notNull(),
  skill: text('skill').notNull(),
  /** Random: a copy of the database that went its own way has other ones under the same numbers. */
  token: text('token').notNull(),
})

/** The last look through a whole skills folder that found it in agreement with the rows. */
export const looks = sqliteTable('looks', {
  root: text('root').primaryKey().notNull(),
  /** Of the folder itself: changes with what is added, removed or renamed in it. */
  stamp: text('stamp').notNull(),
  /** The change of rows up to which that holds. */
  change: integer('change').notNull(),
  /** Version of the safety rules that had looked at everything. */
  rules: text('rules').notNull(),
})
