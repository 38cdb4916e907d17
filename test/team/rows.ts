import type { PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../../src/team/schema.ts'

/** Two orgs. */
export const OF = {
  mine: '10000000-0000-4000-8000-000000000000',
  other: '20000000-0000-4000-8000-000000000000',
} as const

type Row = Readonly<Record<string, unknown>>

/** A row of every table for an org, of people two, in an order in which they can be written. */
export function rowsOf(org: string): readonly (readonly [PgTable, Row])[] {
  const id = (n: number) => `${org.slice(0, 1)}${'0'.repeat(7)}-0000-4000-8000-${String(n).padStart(12, '0')}`
  const at = new Date(0)
  const author = id(1)
  const version = { author, personal: false, blocked: false }
  return [
    [schema.orgs, { id: org, name: 'one', personal: false, publicKey: 'k', signingKey: 's', createdAt: at }],
    [schema.heads, { org, change: 1, entry: 1, digest: 'd' }],
    [schema.people, { org, id: author, name: 'ann', role: 'admin', joinedAt: at }],
    [schema.people, { org, id: id(5), name: 'bob', role: 'reviewer', joinedAt: at }],
    [
      schema.tokens,
      { org, id: id(2), kind: 'node', hash: `h${org}`, person: author, role: 'admin', name: 'laptop', createdAt: at },
    ],
    [schema.projects, { org, id: 'p', name: 'shop' }],
    [schema.skills, { org, id: id(3), name: 'review-branch', current: null }],
    [
      schema.versions,
      {
        ...{ org, id: id(4), skill: id(3), number: 1, ...version, digest: 'd', files: {}, description: 'x' },
        ...{ capabilities: [], grown: [], findings: [], projects: null, evidence: 3, note: '', createdAt: at },
      },
    ],
    [schema.reviews, { org, version: id(4), ...version, reviewer: id(5), verdict: 'approve', reason: 'good', at }],
    [schema.changes, { org, seq: 1, statement: '{}', signature: 's' }],
    [
      schema.outcomes,
      { org, version: id(4), node: id(2), day: '2026-11-27', arm: 'offered', successes: 1, failures: 0 },
    ],
    [schema.recurrences, { org, hash: 'h', node: id(2), week: '2026-11-23', count: 3 }],
    [
      schema.ledger,
      { org, entry: 1, at: 0, actor: author, action: 'a', subject: 's', detail: '', previous: '', digest: 'd' },
    ],
  ]
}
