import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { SkillOrigin, SkillStatus } from '../../domain/skill.ts'
import type { Outcome, TurnKind } from '../../domain/turn.ts'
import type { PromptRow, VerdictRecord, VersionRecord } from '../skill-records.ts'
import { json } from './row.ts'

// Read by drizzle-kit, which writes migrations/. Times are unix ms unless a line says otherwise; *_json holds JSON text.

export const turns = sqliteTable(
  'turns',
  {
    id: text('id').primaryKey().notNull(),
    engine: text('engine').notNull(),
    sessionId: text('session_id').notNull(),
    promptId: text('prompt_id'),
    projectDir: text('project_dir'),
    /** The project of its folder, where that is another path. */
    project: text('project'),
    signature: text('signature').notNull(),
    outcome: text('outcome').$type<Outcome>().notNull(),
    summary: text('summary').notNull(),
    pickedSkill: text('picked_skill'),
    decisionId: text('decision_id'),
    turnCount: integer('turn_count'),
    stopReason: text('stop_reason'),
    at: integer('at').notNull(),
    /** How much of its record was read; null if it was reported directly, or by an older version. */
    extent: integer('extent'),
    /** 'scheduled': no person asked for it; null for all others. */
    kind: text('kind').$type<TurnKind>(),
    // Long texts last: what stands before them is read without them.
    userInput: text('user_input').notNull(),
    /** Why it counted or did not: the refusing gate, or its group. */
    whyJson: text('why_json'),
    toolCallsJson: text('tool_calls_json'),
    /** Null once it is counted; until then how often a process began to count with it first, in quarters. */
    uncounted: integer('uncounted'),
  },
  (t) => [
    // A turn without a prompt id never counts as a repetition.
    uniqueIndex('turns_identity').on(t.engine, t.sessionId, t.promptId),
    // A unique id (UUID) identifies its turn in every copy of the session.
    index('turns_prompt').on(t.promptId).where(sql`length(prompt_id) = 36`),
    // All that base rates ask of a project's turns: no row of these is read.
    index('turns_project').on(
      sql`coalesce(project, project_dir)`,
      t.id,
      t.at,
      t.kind,
      t.extent,
      t.turnCount,
      t.outcome,
    ),
    index('turns_session').on(t.engine, t.sessionId, t.at, t.id, t.outcome),
    // In counting order.
    index('turns_uncounted').on(t.at, t.sessionId, t.id, t.uncounted).where(sql`uncounted IS NOT NULL`),
  ],
)

export const buckets = sqliteTable(
  'buckets',
  {
    scope: text('scope').notNull(),
    signature: text('signature').notNull(),
    turnIds: json<readonly string[]>('turn_ids_json').notNull(),
    updatedAt: integer('updated_at').notNull(),
    streak: integer('streak').default(0).notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.signature] }), index('buckets_streak').on(t.streak, t.updatedAt)],
)

/** A completed streak until its draft is written, so that a killed process loses nothing. */
export const triggers = sqliteTable('triggers', {
  id: text('id').primaryKey().notNull(),
  signature: text('signature').notNull(),
  turnIds: json<readonly string[]>('turn_ids_json').notNull(),
  /** Process that works on it. */
  pid: integer('pid').notNull(),
  claimedAt: integer('claimed_at').notNull(),
  /** How often its draft was begun, in quarters, the current attempt included. */
  attempts: integer('attempts').default(0).notNull(),
  /** Why the last attempt failed; null if its process ended without a report. */
  fault: text('fault'),
  /** 1: a model says that its requests, which share few words, are one task. */
  meant: integer('meant').default(0).notNull(),
})

export const skills = sqliteTable(
  'skills',
  {
    id: text('id').primaryKey().notNull(),
    name: text('name').notNull().unique(),
    origin: text('origin').$type<SkillOrigin>().notNull(),
    status: text('status').$type<SkillStatus>().notNull(),
    signature: text('signature'),
    description: text('description').notNull(),
    triggers: json<readonly string[]>('triggers_json').notNull(),
    body: text('body').notNull(),
    path: text('path').notNull(),
    needsReview: integer('needs_review', { mode: 'boolean' }).notNull(),
    evidenceCount: integer('evidence_count').notNull(),
    /** The version that the folder should hold. */
    headVersion: text('head_version').notNull(),
    /** Digest of the folder as this program last wrote or read it; null before the first publish. */
    digest: text('digest'),
    /** Size, times and inode of its files when the digest was taken, to detect changes without reading. */
    stamp: text('stamp'),
    createdAt: integer('created_at').notNull(),
    /** Version of the safety rules that scanned the head's bytes. */
    rules: text('rules'),
    altered: integer('altered').default(0).notNull(),
    look: text('look'),
    tags: json<readonly string[]>('tags_json').default([]).notNull(),
    /** Projects that it belongs to; none: every one. */
    projects: json<readonly string[]>('projects_json').default([]).notNull(),
    /** When a person was told that it waits: no part of its record, which others may have read before. */
    announcedAt: integer('announced_at'),
  },
  (t) => [
    index('skills_queue').on(t.status, t.needsReview, t.createdAt, t.altered),
    // Holds all that a decision asks for: rows hold the text of the skill before this column.
    index('skills_placed').on(t.projects, t.name).where(sql`projects_json <> '[]'`),
    // A prompt reads these alone.
    index('skills_unannounced').on(t.name).where(sql`status = 'staged' AND needs_review = 1 AND announced_at IS NULL`),
  ],
)

/** Verdicts of the safety rules on content, by digest. */
export const verdicts = sqliteTable('verdicts', {
  digest: text('digest').primaryKey().notNull(),
  rules: text('rules').notNull(),
  severity: text('severity').$type<VerdictRecord['severity']>().notNull(),
  findings: json<VerdictRecord['findings']>('findings_json').notNull(),
  /** A person accepted the content with these findings. */
  accepted: integer('accepted', { mode: 'boolean' }).notNull(),
})

export const skillVersions = sqliteTable(
  'skill_versions',
  {
    id: text('id').primaryKey().notNull(),
    skillId: text('skill_id')
      .notNull()
      .references(() => skills.id),
    version: text('version').notNull(),
    parentId: text('parent_id'),
    author: text('author').$type<SkillOrigin>().notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<VersionRecord['state']>().notNull(),
    digest: text('digest').notNull(),
    evidence: json<readonly string[]>('evidence_json').notNull(),
    /** The trigger it was drafted for, so that a resumed draft finds its version. */
    triggerId: text('trigger_id'),
    createdAt: integer('created_at').notNull(),
    /** The version whose draft it was merged against, if it holds text by a person. */
    baseId: text('base_id'),
  },
  (t) => [
    index('skill_versions_skill').on(t.skillId),
    index('skill_versions_head').on(t.skillId, t.version),
    index('skill_versions_proposed').on(t.skillId, t.version).where(sql`state = 'proposed'`),
  ],
)

const ofVersion = () =>
  text('version_id')
    .notNull()
    .references(() => skillVersions.id)

/** The turns that each version was drafted from, by turn. */
export const versionEvidence = sqliteTable(
  'version_evidence',
  {
    turnId: text('turn_id').notNull(),
    versionId: ofVersion(),
  },
  (t) => [primaryKey({ columns: [t.turnId, t.versionId] }), index('version_evidence_version').on(t.versionId)],
)

export const blobs = sqliteTable('blobs', {
  digest: text('digest').primaryKey().notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
})

export const versionFiles = sqliteTable(
  'version_files',
  {
    versionId: ofVersion(),
    /** 1: as drafted, of a version that also holds text by a person. */
    drafted: integer('drafted').notNull(),
    path: text('path').notNull(),
    blob: text('blob')
      .notNull()
      .references(() => blobs.digest),
  },
  (t) => [primaryKey({ columns: [t.versionId, t.drafted, t.path] }), index('version_files_blob').on(t.blob)],
)

export const ledger = sqliteTable(
  'ledger',
  {
    id: integer('id').primaryKey({ autoIncrement: true }).notNull(),
    at: integer('at').notNull(),
    skillName: text('skill_name').notNull(),
    skillId: text('skill_id'),
    move: text('move').notNull(),
    actor: text('actor').$type<SkillOrigin>().notNull(),
    fromStatus: text('from_status').$type<SkillStatus>(),
    toStatus: text('to_status').$type<SkillStatus>(),
    versionId: text('version_id'),
    reason: text('reason').notNull(),
    detailJson: text('detail_json'),
  },
  (t) => [
    index('ledger_skill').on(t.skillName),
    // Most lines are of other moves.
    index('ledger_turned_down').on(t.id).where(sql`move IN ('refused', 'suppressed')`),
  ],
)

export const evolvedPrompts = sqliteTable(
  'evolved_prompts',
  {
    id: text('id').primaryKey().notNull(),
    skillName: text('skill_name').notNull(),
    parentId: text('parent_id'),
    promptBody: text('prompt_body').notNull(),
    score: real('score').notNull(),
    scoreMeasured: integer('score_measured', { mode: 'boolean' }).notNull(),
    scorer: text('scorer').notNull(),
    generation: integer('generation').notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
    metadata: json<NonNullable<PromptRow['metadata']>>('metadata'),
  },
  (t) => [
    unique('evolved_prompts_row').on(t.skillName, t.generation, t.id),
    // The best row of a skill is read at each decision, in descending order.
    index('evolved_prompts_best').on(t.skillName, t.scorer, t.scoreMeasured, t.score, t.createdAt),
  ],
)

/** Skills that a person never wants drafted again, by name and by signature; their files may be deleted. */
export const revocations = sqliteTable('revocations', {
  id: integer('id').primaryKey({ autoIncrement: true }).notNull(),
  skillName: text('skill_name').notNull(),
  signature: text('signature'),
  at: integer('at').notNull(),
  reason: text('reason').notNull(),
  liftedAt: integer('lifted_at'),
})

/** Read position of each transcript file. */
export const sources = sqliteTable(
  'sources',
  {
    path: text('path').primaryKey().notNull(),
    engine: text('engine').notNull(),
    resume: text('resume_json').notNull(),
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    index('sources_misread')
      .on(t.readAt)
      .where(sql`CASE WHEN json_valid(resume_json) THEN json_extract(resume_json, '$.misread') END IS NOT NULL`),
  ],
)

/** Copies of skills in the folders of engines; a copy that is not listed here was not written by this program. */
export const skillExports = sqliteTable('skill_exports', {
  path: text('path').primaryKey().notNull(),
  root: text('root').notNull(),
  /** `user`, or the folder of the project. */
  base: text('base').notNull(),
  engines: json<readonly string[]>('engines_json').notNull(),
  skillName: text('skill_name').notNull(),
  versionId: text('version_id').notNull(),
  /** The edition of the tool names that it was written with. */
  tools: text('tools').notNull().default(''),
  /** Digests of what was written or is about to be. */
  digests: json<readonly string[]>('digests_json').notNull(),
  /** Of the folder when it was written; null until the write is done. */
  stamp: text('stamp'),
  at: integer('at').notNull(),
})
