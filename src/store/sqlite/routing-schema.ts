import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// The tables of the router: what was decided, how it ended, and what that taught. As schema.ts has the others.

/** What was decided for each task, and how it ended. */
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
    reason: text('reason').notNull(),
    /** Probability of what was done, none included; null where it was not known to the version that wrote the row. */
    propensity: real('propensity'),
    /** What was found and not weighed: it was not likely enough. */
    candidatesJson: text('candidates_json').notNull(),
    outcome: text('outcome'),
    /** Whether the skill reached the model: 1, 0, or null when unknown. */
    loaded: integer('loaded'),
    settledAt: integer('settled_at'),
    /** Decisions are counted, and what was learned fades by their count. */
    number: integer('number').notNull().default(0),
    /** The kind of task: the request's signature. */
    kind: text('kind').notNull().default(''),
    /** Version of the pick. */
    version: text('version'),
    /** The first contender, whether offered or not: the skill that this decision measures. */
    first: text('first'),
    /** Share of the offers for this task that is held out. */
    holdout: real('holdout').notNull().default(0),
    /** The contenders, with all that the choice went by. */
    weighedJson: text('weighed_json').notNull().default('[]'),
    /** Its place among the settled, from 1. */
    settled: integer('settled'),
  },
  (t) => [
    index('decisions_prompt').on(t.sessionId, t.promptId).where(sql`prompt_id IS NOT NULL`),
    uniqueIndex('decisions_settled').on(t.settled).where(sql`settled IS NOT NULL`),
  ],
)

/** Sums of the decision log by skill, and what its outcomes taught; kept in the transaction that changes the log. */
export const arms = sqliteTable('arms', {
  name: text('name').primaryKey().notNull(),
  successes: integer('successes').notNull(),
  failures: integer('failures').notNull(),
  offered: integer('offered').notNull(),
  loaded: integer('loaded').notNull(),
  lastUsedAt: integer('last_used_at'),
  /** Its outcomes as a likelihood over success rates, float64 each; null until one is learned from. */
  likelihood: blob('likelihood'),
  outcomes: integer('outcomes').notNull().default(0),
  /** Outcomes without a skill of tasks for which this one came first, discounted. */
  noneSuccesses: real('none_successes').notNull().default(0),
  noneFailures: real('none_failures').notNull().default(0),
  /** The number of the decision up to which this is discounted. */
  at: integer('at').notNull().default(0),
  /** Decisions up to this number were another skill's of the same name. */
  since: integer('since').notNull().default(0),
})

/** The same sums by version. */
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

/** What decisions that are not kept any more said of the skill that came first in them: sums of `domain/lift/trials.ts`. */
export const liftSums = sqliteTable('lift_sums', {
  skill: text('skill').primaryKey().notNull(),
  ownJson: text('own_json').notNull(),
  /** Of any skill against none. */
  overallJson: text('overall_json').notNull(),
})

/** When everything was last looked through for what need not be kept: one row, with id 1. */
export const retention = sqliteTable('retention', {
  id: integer('id').primaryKey().notNull(),
  at: integer('at').notNull(),
})

/** How a skill did on one kind of task. */
export const fits = sqliteTable(
  'fits',
  {
    skill: text('skill').notNull(),
    kind: text('kind').notNull(),
    likelihood: blob('likelihood').notNull(),
    wrong: real('wrong').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.skill, t.kind] })],
)

/** What is learned of no skill in particular: one row, with id 1. */
export const world = sqliteTable('world', {
  id: integer('id').primaryKey().notNull(),
  /** Decisions and outcomes so far: where their numbers come from. */
  decisions: integer('decisions').notNull(),
  outcomes: integer('outcomes').notNull(),
  noneSuccesses: real('none_successes').notNull(),
  noneFailures: real('none_failures').notNull(),
  wrongSuccesses: real('wrong_successes').notNull(),
  wrongFailures: real('wrong_failures').notNull(),
  /** The distribution of success rates over skills, float64 each; null for the first guess. */
  population: blob('population'),
  need: real('need').notNull(),
  /** Requests by how likely the best skill was to be right, float64 each; null before any. */
  mix: blob('mix'),
  at: integer('at').notNull(),
})
