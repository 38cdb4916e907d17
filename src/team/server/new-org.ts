import { randomUUID } from 'node:crypto'
import type { TeamDatabase } from '../database.ts'
import { type Invitation, newSecret, newSigningKeys, sha256 } from '../keys.ts'
import { heads, orgs } from '../schema.ts'
import { enter } from './log.ts'
import { addInvitation } from './people.ts'

/** Makes an org, and an invitation for its first admin; its key for hashes is in the invitation alone. */
export async function newOrg(
  database: Pick<TeamDatabase, 'asOwner'>,
  { name, personal }: { readonly name: string; readonly personal: boolean },
  now: Date,
): Promise<Invitation> {
  const org = randomUUID()
  const keys = newSigningKeys()
  const secret = newSecret()
  await database.asOwner(async (tx) => {
    await tx.insert(orgs).values({ id: org, name, personal, ...keys, createdAt: now })
    await tx.insert(heads).values({ org, change: 0, entry: 0, digest: '' })
    await enter(tx, org, { at: now, actor: null, action: 'create', subject: org, detail: name })
    await addInvitation(tx, org, { id: randomUUID(), token: sha256(secret), role: 'admin', person: null }, now)
  })
  return { org, secret, pin: sha256(keys.publicKey), key: newSecret() }
}
