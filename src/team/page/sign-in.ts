import { createHmac } from 'node:crypto'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { WaylandError } from '../../domain/errors.ts'
import type { Transaction } from '../database.ts'
import { newSecret, sha256 } from '../keys.ts'
import { people, tokens } from '../schema.ts'
import { enter } from '../server/log.ts'
import { isSameName } from '../server/names.ts'
import { type Caller, MAKER_STANDS } from '../server/people.ts'
import type { linkMessage } from '../wire.ts'

/** A link that nobody opened ends after five minutes, a browser that signed in after twelve hours; in ms. */
const [LINK_MS, BROWSER_MS] = [5 * 60_000, 12 * 3_600_000]

/** Makes a link to the page for the person who asks; it works once. Their machine made the secret and sends the hash. */
export async function newLink(tx: Transaction, by: Caller, { id, token }: z.infer<typeof linkMessage>, now: Date) {
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await addToken(tx, by, { id, hash: token, kind: 'link', madeBy: by.node, expiresAt }, now)
}

/** A sign-in of a browser: the id that its session gets, and from which address it comes. */
interface SignIn {
  readonly org: string
  readonly id: string
  readonly from: string
}

/** Exchanges the secret of a link for that of a browser; undefined where it is wrong, was used or has ended. */
export async function signIn(tx: Transaction, asked: SignIn, secret: string, now: Date) {
  const [link] = await tx
    .update(tokens)
    .set({ usedBy: asked.id, revokedAt: now })
    .where(and(eq(tokens.hash, sha256(secret)), eq(tokens.kind, 'link'), isStanding(now)))
    .returning({ person: tokens.person, role: tokens.role, madeBy: tokens.madeBy })
  if (link?.person == null) return undefined
  return await newBrowser(tx, asked, { ...link, person: link.person, by: 'a link' }, now)
}

/**
 * Signs a browser in as the person whose name in the team is this e-mail address, which `provider` verified. Throws `refused` where
 * nobody with a machine in the team has it, and for an id that signed in before.
 */
export async function signInByEmail(
  tx: Transaction,
  asked: SignIn,
  { email, provider }: { readonly email: string; readonly provider: string },
  now: Date,
) {
  const [found] = await tx
    .select({ person: people.id, role: people.role, madeBy: tokens.id })
    .from(people)
    .innerJoin(tokens, and(eq(tokens.org, people.org), eq(tokens.person, people.id)))
    .where(and(isSameName(people.name, email), eq(tokens.kind, 'node'), isNull(tokens.revokedAt)))
    .orderBy(desc(tokens.usedAt))
    .limit(1)
  const secret = found && (await newBrowser(tx, asked, { ...found, by: provider }, now))
  if (secret) return secret
  const why = found ? 'this sign-in was used before' : `nobody in the team is called ${email}`
  throw new WaylandError('refused', why, {
    hint: 'Join with your e-mail address as your name: team join --name <address>.',
  })
}

async function newBrowser(
  tx: Transaction,
  { org, id, from }: SignIn,
  {
    person,
    role,
    madeBy,
    by,
  }: Pick<Caller, 'person' | 'role'> & { readonly madeBy: string | null; readonly by: string },
  now: Date,
): Promise<string | undefined> {
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + BROWSER_MS)
  const token = { id, hash: sha256(secret), kind: 'browser', madeBy, expiresAt } as const
  if (!(await addToken(tx, { org, person, role }, token, now))) return undefined
  const detail = `by ${by}, from ${from}`
  await enter(tx, org, { at: now, actor: person, action: 'sign-in', subject: id, detail })
  return secret
}

/** Who a browser is, with their name. Undefined after its time, and once the machine that it is by is not in the team. */
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

const isStanding = (now: Date) => and(isNull(tokens.revokedAt), gt(tokens.expiresAt, now), MAKER_STANDS)

/** False for an id that there is. */
async function addToken(
  tx: Transaction,
  { org, person, role }: Pick<Caller, 'org' | 'person' | 'role'>,
  token: Pick<typeof tokens.$inferInsert, 'id' | 'hash' | 'kind' | 'madeBy' | 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const row = { org, person, role, name: '', createdAt: now, ...token }
  const added = await tx
    .insert(tokens)
    .values(row)
    .onConflictDoNothing({ target: [tokens.org, tokens.id] })
    .returning({ id: tokens.id })
  return added.length > 0
}
