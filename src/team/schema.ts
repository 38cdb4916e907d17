import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  integer,
  jsonb,
  type PgColumn,
  pgPolicy,
  pgRole,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Role } from './roles.ts'
import type { VersionMessage } from './wire.ts'

// The tables of a team's server, as drizzle-kit reads them to write migrations/team/. Every table is of orgs, and every row
// names its own: the policy below shows a transaction the rows of the one org that it set, and every key begins with the org,
// so that no row can refer to another org's. What the application may do with which table is in the migration of grants.

/** The role that the server takes for each transaction: it owns nothing and passes by no policy. */
export const application = pgRole('wayland_team').existing()

/** The org of the transaction; null, and so no row at all, where none was set. */
const CURRENT: SQL = sql`nullif(current_setting('app.org', true), '')::uuid`

const ofOneOrg = (org: PgColumn) =>
  pgPolicy('of_one_org', {
    as: 'permissive',
    for: 'all',
    to: application,
    using: sql`${org} = ${CURRENT}`,
    withCheck: sql`${org} = ${CURRENT}`,
  })

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const orgs = pgTable(
  'orgs',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** One person's machines: what they share is published without a second person. */
    personal: boolean('personal').notNull(),
    /** Ed25519, DER in base64. */
    publicKey: text('public_key').notNull(),
    signingKey: text('signing_key').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [unique('orgs_personal').on(t.id, t.personal), ofOneOrg(t.id)],
)

const ofOrg = () =>
  uuid('org')
    .notNull()
    .references(() => orgs.id)

/** The last numbers that an org gave: a transaction that adds to a log holds this row, so that its numbers have no gap. */
export const heads = pgTable(
  'heads',
  {
    org: uuid('org')
      .primaryKey()
      .references(() => orgs.id),
    change: integer('change').notNull(),
    entry: integer('entry').notNull(),
    /** Digest of the ledger's last entry. */
    digest: text('digest').notNull(),
  },
  (t) => [ofOneOrg(t.org)],
)

export const people = pgTable(
  'people',
  {
    org: ofOrg(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    joinedAt: at('joined_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.org, t.id] }), unique('people_name').on(t.org, t.name), ofOneOrg(t.org)],
)

/**
 * Invitations, what machines of people show with each request, links to the page, and what a browser shows that opened one; of
 * each the hash alone.
 */
export const tokens = pgTable(
  'tokens',
  {
    org: uuid('org').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'invite' | 'node' | 'link' | 'browser' | 'program'>().notNull(),
    hash: text('hash').notNull(),
    /** Whose machine it is; of an invitation, who gains one: null for a person who is new. */
    person: uuid('person'),
    role: text('role').$type<Role>().notNull(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at'),
    /** The machine that made an invitation or a link, or by which a browser is somebody's: it ends with that. */
    madeBy: uuid('made_by'),
    /** When it was used last, to the hour. */
    usedAt: at('used_at'),
    /** The machine that took the invitation. */
    usedBy: uuid('used_by'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.org, t.id] }),
    unique('tokens_hash').on(t.org, t.hash),
    foreignKey({ columns: [t.org, t.person], foreignColumns: [people.org, people.id] }),
    foreignKey({ columns: [t.org], foreignColumns: [orgs.id] }),
    check('tokens_kind', sql`${t.kind} = 'invite' OR ${t.person} IS NOT NULL`),
    ofOneOrg(t.org),
  ],
)

export const projects = pgTable(
  'projects',
  {
    org: ofOrg(),
    /** HMAC of the git remote under a key that the server does not have. */
    id: text('id').notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.org, t.id] }), ofOneOrg(t.org)],
)

export const skills = pgTable(
  'skills',
  {
    org: ofOrg(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** The version that is published; null before the first, and after it was withdrawn. */
    current: uuid('current'),
  },
  (t) => [primaryKey({ columns: [t.org, t.id] }), unique('skills_name').on(t.org, t.name), ofOneOrg(t.org)],
)

/** Immutable. */
export const versions = pgTable(
  'versions',
  {
    org: uuid('org').notNull(),
    id: uuid('id').notNull(),
    skill: uuid('skill').notNull(),
    number: integer('number').notNull(),
    author: uuid('author').notNull(),
    /** That of the org, so that a constraint can ask it. */
    personal: boolean('personal').notNull(),
    digest: text('digest').notNull(),
    /** Path → bytes in base64. */
    files: jsonb('files').$type<Readonly<Record<string, string>>>().notNull(),
    description: text('description').notNull(),
    /** In words, as the server derived them from the files; `grown`: those that the published version had not. */
    capabilities: jsonb('capabilities').$type<readonly string[]>().notNull(),
    grown: jsonb('grown').$type<readonly string[]>().notNull(),
    findings: jsonb('findings').$type<VersionMessage['findings']>().notNull(),
    blocked: boolean('blocked').notNull(),
    /** Ids of the projects that it is for; null: every one. */
    projects: jsonb('projects').$type<readonly string[] | null>(),
    evidence: integer('evidence').notNull(),
    note: text('note').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.org, t.id] }),
    unique('versions_number').on(t.org, t.skill, t.number),
    unique('versions_reviewed').on(t.org, t.id, t.author, t.personal, t.blocked),
    foreignKey({ columns: [t.org, t.skill], foreignColumns: [skills.org, skills.id] }),
    foreignKey({ columns: [t.org, t.author], foreignColumns: [people.org, people.id] }),
    foreignKey({ columns: [t.org, t.personal], foreignColumns: [orgs.id, orgs.personal] }),
    ofOneOrg(t.org),
  ],
)

/** One decision on a version, by another person than its author. */
export const reviews = pgTable(
  'reviews',
  {
    org: uuid('org').notNull(),
    version: uuid('version').notNull(),
    author: uuid('author').notNull(),
    personal: boolean('personal').notNull(),
    blocked: boolean('blocked').notNull(),
    reviewer: uuid('reviewer').notNull(),
    verdict: text('verdict').$type<'approve' | 'reject'>().notNull(),
    reason: text('reason').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.org, t.version] }),
    foreignKey({
      name: 'reviews_of_version',
      columns: [t.org, t.version, t.author, t.personal, t.blocked],
      foreignColumns: [versions.org, versions.id, versions.author, versions.personal, versions.blocked],
    }),
    foreignKey({ columns: [t.org, t.reviewer], foreignColumns: [people.org, people.id] }),
    check('reviews_by_another', sql`${t.personal} OR ${t.reviewer} <> ${t.author}`),
    check('reviews_not_blocked', sql`${t.verdict} = 'reject' OR NOT ${t.blocked}`),
    ofOneOrg(t.org),
  ],
)

/** What nodes are told, in the order in which it was committed; each signed by the org's key. */
export const changes = pgTable(
  'changes',
  {
    org: ofOrg(),
    seq: integer('seq').notNull(),
    /** JSON text, the bytes that are signed. */
    statement: text('statement').notNull(),
    signature: text('signature').notNull(),
  },
  (t) => [primaryKey({ columns: [t.org, t.seq] }), ofOneOrg(t.org)],
)

export const outcomes = pgTable(
  'outcomes',
  {
    org: uuid('org').notNull(),
    version: uuid('version').notNull(),
    node: uuid('node').notNull(),
    /** YYYY-MM-DD, as the node says; empty: all days that are long ago, in all projects. */
    day: text('day').notNull(),
    arm: text('arm').$type<'offered' | 'withheld'>().notNull(),
    /** Id of a project, also of one that no skill was published for; empty where the machine knows none. */
    project: text('project').default('').notNull(),
    successes: integer('successes').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.org, t.version, t.node, t.day, t.arm, t.project] }),
    foreignKey({ columns: [t.org, t.version], foreignColumns: [versions.org, versions.id] }),
    foreignKey({ columns: [t.org, t.node], foreignColumns: [tokens.org, tokens.id] }),
    ofOneOrg(t.org),
  ],
)

/** Kinds of request that succeeded again and again, as hashes under a key that the server does not have. */
export const recurrences = pgTable(
  'recurrences',
  {
    org: uuid('org').notNull(),
    hash: text('hash').notNull(),
    node: uuid('node').notNull(),
    /** The Monday that it begins with. */
    week: text('week').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.org, t.hash, t.node, t.week] }),
    foreignKey({ columns: [t.org, t.node], foreignColumns: [tokens.org, tokens.id] }),
    ofOneOrg(t.org),
  ],
)

/** Each decision, with the digest of the one before. */
export const ledger = pgTable(
  'ledger',
  {
    org: ofOrg(),
    entry: integer('entry').notNull(),
    /** Unix ms. */
    at: bigint('at', { mode: 'number' }).notNull(),
    /** The person; null for the administrator of the server. */
    actor: uuid('actor'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: text('detail').notNull(),
    previous: text('previous').notNull(),
    digest: text('digest').notNull(),
  },
  (t) => [primaryKey({ columns: [t.org, t.entry] }), ofOneOrg(t.org)],
)
