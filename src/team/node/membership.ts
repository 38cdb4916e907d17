import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { WaylandError } from '../../domain/errors.ts'
import { makeFolder } from '../../store/make-folder.ts'
import { replaceFile } from '../../store/replace-file.ts'
import { ROLES } from '../roles.ts'

/** What a node keeps of its team, in `team.json` of the data folder, which its user alone can read. */
const membershipSchema = z.object({
  url: z.string(),
  org: z.object({ id: z.string(), name: z.string(), personal: z.boolean() }),
  person: z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) }),
  node: z.string(),
  token: z.string(),
  /** The org's key for signatures, pinned when it joined. */
  publicKey: z.string(),
  /** The org's key for hashes. */
  key: z.string(),
  /** The last change that was taken in. */
  cursor: z.int(),
  /** Copies in the folders of agents may be behind: a sync was interrupted. */
  copiesBehind: z.boolean(),
  /** The ledger as it was seen last. */
  ledger: z.object({ entry: z.int(), digest: z.string() }),
  /** Skills of the team that are published, by name, and what became of each here. */
  skills: z.record(
    z.string(),
    z.object({
      ...{ version: z.string(), digest: z.string(), status: z.string(), why: z.string().optional() },
      /** Hashes of the projects that it is for (null: every one), and those among this machine's. */
      projects: z.array(z.string()).readonly().nullable().default(null),
      here: z.array(z.string()).readonly().default([]),
    }),
  ),
  /** The last settled decision that was counted. */
  settled: z.int(),
  /** The last one of which the server acknowledged the sums. */
  acknowledged: z.int().default(-1),
  /** Sums by "version day arm project", of which the days are this machine's. */
  outcomes: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** Digest of the day and the kinds of request that were told. */
  told: z.string().default(''),
  /** Kinds of request of this person that at least three people have, by signature. */
  common: z.record(z.string(), z.int()),
})
export type Membership = z.infer<typeof membershipSchema>

const fileIn = (dataDir: string): string => join(dataDir, 'team.json')

/** Undefined where this machine is in no team. Throws `storage_unavailable` for a file that cannot be read. */
export function readMembership(dataDir: string): Membership | undefined {
  const path = fileIn(dataDir)
  try {
    return membershipSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new WaylandError(
      'storage_unavailable',
      `${path} cannot be read (${(cause as Error).message.slice(0, 200)})`,
      {
        hint: 'Move it away and join again with a new invitation.',
        cause,
      },
    )
  }
}

/** Throws `refused` where this machine is in no team. */
export function insistOnMembership(dataDir: string): Membership {
  const found = readMembership(dataDir)
  if (found === undefined)
    throw new WaylandError('refused', 'this machine is in no team', { hint: 'Join one: wayland-core team join <url>' })
  return found
}

export async function writeMembership(dataDir: string, membership: Membership): Promise<void> {
  makeFolder(dataDir)
  await replaceFile(fileIn(dataDir), `${JSON.stringify(membership, null, 2)}\n`, { mode: 0o600 })
}

/** Keeps the ledger's last entry, so that it is missed where the server loses it. */
export async function seeLedger(dataDir: string, { entry, digest }: Membership['ledger']): Promise<void> {
  const member = readMembership(dataDir)
  if (member !== undefined && entry > member.ledger.entry)
    await writeMembership(dataDir, { ...member, ledger: { entry, digest } })
}

export const removeMembership = async (dataDir: string): Promise<void> => await rm(fileIn(dataDir), { force: true })
