import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ShelvedSkill } from '../../domain/bank/library-skill.ts'
import type { DecisionReason } from '../../domain/routing/logged.ts'

// The tables of the router: decisions, outcomes and what was learned from them. See schema.ts for the others.

/** The decision on each task, and its outcome. */
export const decisions = sqliteTable(
  'decisions',
  {
    id: text('id').primaryKey().notNull(),
    at: integer('at').notNull(),
    task: text('task').notNull(),
    engine: text('engine'),
    sessionId: text('session_id'),
    promptId: text('prompt_id'),
    projectDir: text('project_dir'),
    pick: text('pick'),
    reason: text('reason').$type<DecisionReason>().notNull(),
    /** Probability of what was done, `none` included; null if the version that wrote the row did not know it. */
    propensity: real('propensity'),
    /** Candidates that were found but below the threshold of the choice. */
    candidatesJson: text('candidates_json').notNull(),
    outcome: text('outcome').$type<'success' | 'failure'>(),
    /** Whether the skill reached the model: 1, 0, or null when unknown. */
    loaded: integer('loaded'),
    settledAt: integer('settled_at'),
    /** Decisions are numbered, and statistics decay by this number. */
    number: integer('number').notNull().default(0),
    /** The kind of task: the request's signature. */
    kind: text('kind').notNull().default(''),
    /** Version of the pick. */
    version: text('version'),
    /** The first candidate, offered or not: the skill that this decision measures. */
    first: text('first'),
    /** Share of the offers for this task that are held out. */
    holdout: real('holdout').notNull().default(0),
    /** The candidates with everything that the choice used. */
    weighedJson: text('weighed_json').notNull().default('[]'),
    /** Index among the settled decisions, from 1. */
    settled: integer('settled'),
  },
  (t) => [
    index('decisions_prompt').on(t.sessionId, t.promptId).where(sql`prompt_id IS NOT NULL`),
    uniqueIndex('decisions_settled').on(t.settled).where(sql`settled IS NOT NULL`),
  ],
)

/** Sums of the decision log by skill, with its statistics; updated in the transaction that changes the log. */
export const arms = sqliteTable('arms', {
  name: text('name').primaryKey().notNull(),
  successes: integer('successes').notNull(),
  failures: integer('failures').notNull(),
  offered: integer('offered').notNull(),
  loaded: integer('loaded').notNull(),
  lastUsedAt: integer('last_used_at'),
  /** Its outcomes as a likelihood over success rates, float64 each; null before the first. */
  likelihood: blob('likelihood', { mode: 'buffer' }),
  outcomes: integer('outcomes').notNull().default(0),
  /** Discounted outcomes without a skill, of tasks for which this one was the first candidate. */
  noneSuccesses: real('none_successes').notNull().default(0),
  noneFailures: real('none_failures').notNull().default(0),
  /** The number of the decision up to which this is discounted. */
  at: integer('at').notNull().default(0),
  /** Decisions up to this number belong to an earlier skill of the same name. */
  since: integer('since').notNull().default(0),
})

/** Sums of the decision log by version. */
export const versionUses = sqliteTable(
  'version_uses',
  {
    skill: text('skill').notNull(),
    version: text('version').notNull(),
    offered: integer('offered').notNull(),
    loaded: integer('loaded').notNull(),
    successes: integer('successes').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [primaryKey({ columns: [t.skill, t.version] })],
)

/** Outcomes of a skill on one kind of task. */
export const fits = sqliteTable(
  'fits',
  {
    skill: text('skill').notNull(),
    kind: text('kind').notNull(),
    likelihood: blob('likelihood', { mode: 'buffer' }).notNull(),
    wrong: real('wrong').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.skill, t.kind] })],
)

/** Statistics over all skills: one row, with id 1. */
export const world = sqliteTable('world', {
  id: integer('id').primaryKey().notNull(),
  /** Numbers of decisions and outcomes so far; their counters. */
  decisions: integer('decisions').notNull(),
  outcomes: integer('outcomes').notNull(),
  noneSuccesses: real('none_successes').notNull(),
  noneFailures: real('none_failures').notNull(),
  wrongSuccesses: real('wrong_successes').notNull(),
  wrongFailures: real('wrong_failures').notNull(),
  /** The distribution of success rates over skills, float64 each; null for the prior. */
  population: blob('population', { mode: 'buffer' }),
  need: real('need').notNull(),
  /** Histogram of requests by the probability that the best skill fits, float64 each; null before any. */
  mix: blob('mix', { mode: 'buffer' }),
  at: integer('at').notNull(),
  /** Number of rows in `turns`; kept here, since to count them is to read an index. */
  turnRows: integer('turn_rows').default(0).notNull(),
  /** Number of rows in `decisions`; `decisions` above counts deleted ones, too. */
  decisionRows: integer('decision_rows').default(0).notNull(),
  /** How often a part of the settled decisions was taken back, deleted, or left to an earlier skill of a name. */
  liftChanges: integer('lift_changes').default(0).notNull(),
  /** When the last retention pass was made; null before the first. */
  retainedAt: integer('retained_at'),
})

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

/** Skills of shared libraries as last read; those that a person approved are indexed under their id. */
export const librarySkills = sqliteTable(
  'library_skills',
  {
    id: text('id').primaryKey().notNull(),
    /** The library's folder. */
    root: text('root').notNull(),
    name: text('name').notNull(),
    /** The name of its folder; null for one that no skill may have. */
    folder: text('folder'),
    standing: text('standing').$type<ShelvedSkill['standing']>().notNull(),
    /** All of it; its text only where it is approved. */
    skillJson: text('skill_json').notNull(),
  },
  (t) => [
    index('library_skills_root').on(t.root, t.standing),
    index('library_skills_name').on(t.name),
    index('library_skills_folder').on(t.folder),
  ],
)

/** Which skill stands where in a conversation whose every request repeats it from the start. */
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

/** The log of changed skill rows, from which caches are updated. */
export const skillChanges = sqliteTable('skill_changes', {
  n: integer('n').primaryKey({ autoIncrement: true }).notNull(),
  skill: text('skill').notNull(),
  /** Random: a diverged copy of the database has other tokens under the same numbers. */
  token: text('token').notNull(),
})

/** Values that are read and written whole: see `notesOf`. */
export const notes = sqliteTable(
  'notes',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    valueJson: text('value_json').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
)
