import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CallRecord } from '../ports/call-store.ts'
import type { ProposalRecord, ReviewState } from '../ports/review-store.ts'
import { json } from './row.ts'

/** Every call of a language model: what it was for, what it cost, and its answer. */
export const modelCalls = sqliteTable(
  'model_calls',
  {
    n: integer('n').primaryKey({ autoIncrement: true }).notNull(),
    /** Digest of purpose, prompt, input, schema and model: the same question has the same id. */
    id: text('id').notNull(),
    purpose: text('purpose').notNull(),
    /** Name and version of the prompt, such as `extract@1`. */
    prompt: text('prompt').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    /** The command or review that it belongs to. */
    run: text('run').notNull(),
    /** What it was about, such as a session or a skill. */
    subject: text('subject').notNull(),
    state: text('state').$type<CallRecord['state']>().notNull(),
    /** Tokens that it may cost at most: what the budget counts where `input` and `output` are unknown. */
    reserved: integer('reserved').notNull(),
    input: integer('input'),
    output: integer('output'),
    milliseconds: integer('milliseconds'),
    /** Redacted JSON, or the redacted text of an answer that is not valid. */
    answer: text('answer'),
    fault: text('fault'),
    at: integer('at').notNull(),
  },
  (t) => [index('model_calls_id').on(t.id), index('model_calls_at').on(t.at)],
)

/** The latest review of each session. */
export const sessionReviews = sqliteTable(
  'session_reviews',
  {
    engine: text('engine').notNull(),
    sessionId: text('session_id').notNull(),
    /** Time of the latest turn that was reviewed (Unix ms). */
    upTo: integer('up_to').notNull(),
    state: text('state').$type<ReviewState>().notNull(),
    /** Why it was reviewed, or was not. */
    reason: text('reason').notNull(),
    attempts: integer('attempts').notNull(),
    /** Ids of the answered calls, in order: a stopped review continues from them. */
    calls: json<readonly string[]>('calls_json').default([]).notNull(),
    run: text('run').notNull(),
    /** Process number of the process that reviews it. */
    pid: integer('pid').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.engine, t.sessionId] })],
)

export const modelProposals = sqliteTable(
  'model_proposals',
  {
    id: text('id').primaryKey().notNull(),
    /** The session, document or streak from which it was made. */
    subject: text('subject').notNull(),
    skill: text('skill').notNull(),
    operation: text('operation').notNull(),
    status: text('status').$type<ProposalRecord['status']>().notNull(),
    /** The rule that refused it. */
    rule: text('rule'),
    reason: text('reason').notNull(),
    /** The proposal itself, redacted JSON. */
    proposal: text('proposal').notNull(),
    /** Ids of the calls behind it. */
    calls: json<readonly string[]>('calls_json').notNull(),
    versionId: text('version_id'),
    at: integer('at').notNull(),
  },
  (t) => [index('model_proposals_subject').on(t.subject), index('model_proposals_skill').on(t.skill)],
)
