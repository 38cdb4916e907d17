import { createHmac } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Transaction } from '../database.ts'
import { newSecret, sha256 } from '../keys.ts'
import { people, tokens } from '../schema.ts'
import type { Caller } from '../server/people.ts'
import type { linkMessage } from '../wire.ts'

/** A link that nobody opened ends after five minutes, a browser that signed in after twelve hours; in ms. */
const [LINK_MS, BROWSER_MS] = [5 * 60_000, 12 * 3_600_000]

/** Makes a link to the page for the person who asks; it works once. Their machine made the secret and sends the hash. */
export async function newLink(tx: Transaction, by: Caller, { id, token }: z.infer<typeof linkMessage>, now: Date) {
  await addToken(tx, by, { id, hash: token, kind: 'link', expiresAt: new Date(now.getTime() + LINK_MS) }, now)
}

/** Exchanges the secret of a link for that of a browser; undefined where it is wrong, was used or has ended. */
export async function signIn(tx: Transaction, org: string, id: string, secret: string, now: Date) {
  const [link] = await tx
    .update(tokens)
    .set({ usedBy: id, revokedAt: now })
    .where(and(eq(tokens.hash, sha256(secret)), eq(tokens.kind, 'link'), isStanding(now)))
    .returning({ person: tokens.person, role: tokens.role })
  if (link?.person == null) return undefined
  const own = newSecret()
  const expiresAt = new Date(now.getTime() + BROWSER_MS)
  await addToken(
    tx,
    { org, person: link.person, role: link.role },
    { id, hash: sha256(own), kind: 'browser', expiresAt },
    now,
  )
  return own
}

/** Who a browser is, with their name. Undefined after its time, and once an admin took the person out. */
export async function browserOf(tx: Transaction, org: string, secret: string, now: Date) {
  const [found] = await tx
    .select({ node: tokens.id, person: people.id, role: people.role, name: people.name })
    .from(tokens)
    .innerJoin(people, and(eq(people.org, tokens.org), eq(people.id, tokens.person)))
    .where(and(eq(tokens.hash, sha256(secret)), eq(tokens.kind, 'browser'), isStanding(now)))
  return found && { org, ...found }
}

/** What stands in every form of a browser's pages, so that no other page can send one. */
export const formKeyOf = (secret: string): string => createHmac('sha256', secret).update('form').digest('base64url')

const isStanding = (now: Date) => and(isNull(tokens.revokedAt), gt(tokens.expiresAt, now))

async function addToken(
  tx: Transaction,
  { org, person, role }: Pick<Caller, 'org' | 'person' | 'role'>,
  token: Pick<typeof tokens.$inferInsert, 'id' | 'hash' | 'kind' | 'expiresAt'>,
  now: Date,
) {
  await tx.insert(tokens).values({ org, person, role, name: '', createdAt: now, ...token })
}
