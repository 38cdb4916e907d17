import { z } from 'zod'
import { ROLES } from './roles.ts'

// What goes between a node and a server: JSON under /v1, one schema a message. Both sides read by these, so that an unknown
// field is passed over and a wrong one refused.

/** The version of these messages, in the path of each request and in the answer to one of another version. */
export const PROTOCOL = 1
/** Files of a version together, in bytes. */
export const MAX_FILES = 1024 * 1024
/** A request body, in bytes: files are in base64. */
export const MAX_BODY = 2 * 1024 * 1024

const id = z.uuid()
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0).max(1_000_000)
/** More than a machine does on a day: what is above says nothing. */
const ofDay = z.int().min(0).max(10_000)
/** A sum over machines, which nothing bounds. */
const sum = z.int().min(0)
const day = z.iso.date()
/** A text that a person reads: no control characters, and no halves of characters. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
const skillName = z
  .string()
  .max(64)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u)
const path = z
  .string()
  .max(200)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\p{Cc}\p{Cs}\\]+$/u)

/** Takes an invitation: the node makes its own token and sends the hash. */
export const joinMessage = z.object({
  secret: z.string().max(100),
  node: id,
  token: hash,
  machine: words(64),
  name: words(64),
})
export const joinedMessage = z.object({
  org: z.object({ id, name: z.string(), personal: z.boolean() }),
  person: z.object({ id, name: z.string(), role: z.enum(ROLES) }),
  publicKey: z.string(),
  /** The ledger's last entry, as of then. */
  ledger: z.object({ entry: z.int(), digest: z.string() }).default({ entry: 0, digest: '' }),
})

/** Invites a person, or adds a machine of one's own; the inviting node makes the secret and sends the hash. */
export const inviteMessage = z.object({ id, token: hash, role: z.enum(ROLES), own: z.boolean() })

/** A project by the keyed hash of its remote, and the name that people read. */
const project = z.object({ id: hash, name: words(64) })

/** Asks for a link to the page, which works once; the node makes the secret and sends the hash. */
export const linkMessage = z.object({ id, token: hash })
/** Lets a program that is no node read what is published; the node makes the secret and sends the hash. */
export const programMessage = z.object({ id, token: hash, name: words(64).min(1) })

export const shareMessage = z.object({
  /** Made by the node: sent twice it is one version. */
  id,
  name: skillName,
  files: z.record(path, z.base64()),
  evidence: count,
  note: words(500),
  /** It is shared although another skill says nearly the same. */
  own: z.boolean(),
  /** Where it is to be offered; null: in every project. */
  projects: z.array(project).min(1).max(20).nullable().default(null),
})
export type ShareMessage = z.infer<typeof shareMessage>

const finding = z.object({
  rule: z.string(),
  severity: z.string(),
  file: z.string(),
  line: z.number(),
  why: z.string(),
})
export const versionMessage = z.object({
  id,
  skill: z.string(),
  number: z.int(),
  digest: hash,
  author: z.string(),
  status: z.enum(['proposed', 'published', 'superseded', 'rejected', 'withdrawn']),
  description: z.string(),
  capabilities: z.array(z.string()).readonly(),
  grown: z.array(z.string()).readonly(),
  findings: z.array(finding).readonly(),
  blocked: z.boolean(),
  evidence: count,
  note: z.string(),
  /** Names of the projects that it is for; null: every one. */
  projects: z.array(z.string()).readonly().nullable().default(null),
  reason: z.string().nullable(),
})
export type VersionMessage = z.infer<typeof versionMessage>
export const versionsMessage = z.object({ versions: z.array(versionMessage) })
export const filesMessage = versionMessage.extend({ files: z.record(path, z.base64()) })

/** The files of a message as bytes. */
export const bytesOf = (files: ShareMessage['files']): ReadonlyMap<string, Buffer> =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]))

export const reviewMessage = z.object({ verdict: z.enum(['approve', 'reject']), reason: words(500) })
export const withdrawMessage = z.object({ reason: words(500).min(1) })

/** What the org's key signs, as the bytes of a JSON text. */
export const statementSchema = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('published'), org: id, seq: z.int(), skill: skillName, version: id, digest: hash },
    /** Hashes of the projects that it is for; null: every one. */
    projects: z.array(hash).readonly().nullable().default(null),
  }),
  z.object({ kind: z.literal('withdrawn'), org: id, seq: z.int(), skill: skillName, reason: z.string() }),
])
export type Statement = z.infer<typeof statementSchema>

export const changesMessage = z.object({
  changes: z.array(z.object({ seq: z.int(), statement: z.string(), signature: z.string() })),
  /** Whether there are more after these. */
  more: z.boolean(),
  /** The ledger's last entry. */
  ledger: z.object({ entry: z.int(), digest: z.string() }),
})

export const outcomesMessage = z.object({
  /** Sums of a day so far: what is sent again or late counts once. */
  outcomes: z
    .array(
      z.object({
        ...{ version: id, day, arm: z.enum(['offered', 'withheld']), successes: ofDay, failures: ofDay },
        /** Hash of the project that was worked in; empty where it has no remote. */
        project: hash.or(z.literal('')).default(''),
      }),
    )
    .max(500),
})
export type Outcomes = z.input<typeof outcomesMessage>['outcomes']

export const recurrencesMessage = z.object({ recurrences: z.array(z.object({ hash, week: day, count })).max(2000) })
/** Those of the sent ones that at least three people have, with how many. */
export const commonMessage = z.object({ common: z.array(z.object({ hash, people: count })) })

export const worthMessage = z.object({
  skills: z.array(
    z.object({
      skill: z.string(),
      version: id,
      people: sum,
      /** Null below three people. */
      worth: z
        .object({
          offered: sum,
          withheld: sum,
          lift: z.number(),
          low: z.number(),
          high: z.number(),
          harms: z.boolean(),
        })
        .nullable(),
    }),
  ),
})

/** Who is helped: tasks in which a skill was offered, by week and project, where at least three people had one. */
export const useMessage = z.object({
  weeks: z.array(
    z.object({
      /** The Monday that it begins with. */
      week: day,
      /** Null: projects without a remote, or with no name here. */
      project: z.string().nullable(),
      ...{ people: sum, offered: sum, succeeded: sum },
    }),
  ),
})

export const statusMessage = z.object({
  org: z.string(),
  personal: z.boolean(),
  people: z.array(z.object({ id, name: z.string(), role: z.enum(ROLES), machines: count })),
  skills: z.array(z.object({ name: z.string(), version: z.int(), author: z.string() })),
  waiting: count,
  /** Your machines and programs; an admin also gets those of all other people. Last use is known to the hour. */
  access: z
    .array(
      z.object({
        ...{ id, kind: z.enum(['machine', 'program']), name: z.string(), person: z.string() },
        usedAt: z.iso.datetime().nullable(),
      }),
    )
    .default([]),
})

export const ledgerMessage = z.object({
  entries: z.array(
    z.object({
      ...{ entry: z.int(), at: z.number(), actor: id.nullable(), action: z.string(), subject: z.string() },
      ...{ detail: z.string(), previous: z.string(), digest: z.string() },
    }),
  ),
})
export type LedgerEntry = z.infer<typeof ledgerMessage>['entries'][number]

export const refusalMessage = z.object({ error: z.string(), hint: z.string().optional(), code: z.string().optional() })
export const doneMessage = z.object({ status: z.string() })
