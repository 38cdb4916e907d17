import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Sample } from '../../domain/proof/sample.ts'
import { json } from './columns.ts'

/** Tries of a text on a task, so that a run that ended early goes on where it was. */
export const proofSamples = sqliteTable(
  'proof_samples',
  {
    /** Digest of the skill's name and of the tasks. */
    lineage: text('lineage').notNull(),
    /** Digest of the text; '' for none. */
    text: text('text').notNull(),
    task: text('task').notNull(),
    repeat: integer('repeat').notNull(),
    sample: json<Sample>('sample_json').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.lineage, t.text, t.task, t.repeat] })],
)

/** Edits of a text that were tried and refused. */
export const refusedEdits = sqliteTable(
  'refused_edits',
  {
    lineage: text('lineage').notNull(),
    /** Digest of what the edit changes. */
    edit: text('edit').notNull(),
    why: text('why').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.lineage, t.edit] })],
)
