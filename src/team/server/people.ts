import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { WaylandError } from '../../domain/errors.ts'
import type { Transaction } from '../database.ts'
import { sha256 } from '../keys.ts'
import type { Role } from '../roles.ts'
import { ledger, orgs, people, tokens } from '../schema.ts'
import type { inviteMessage, joinMessage, programMessage } from '../wire.ts'
import { enter } from './log.ts'
import { insistOnName, isSameName } from './names.ts'

/** Who asks, by the token of their machine. */
export interface Caller {
  readonly org: string
  readonly node: string
  readonly person: string
  readonly role: Role
}

/** An invitation that nobody took ends after a week. */
const INVITE_MS = 7 * 86_400_000

/** The person and machine of a token; undefined for one that is unknown, revoked or of another kind. */
export async function callerOf(
  tx: Transaction,
  { org, secret }: { readonly org: string; readonly secret: string },
  kinds: readonly ('node' | 'program')[],
): Promise<Caller | undefined> {
  const [found] = await tx
    .select({ node: tokens.id, person: people.id, role: people.role })
    .from(tokens)
    .innerJoin(people, and(eq(people.org, tokens.org), eq(people.id, tokens.person)))
    .where(and(eq(tokens.hash, sha256(secret)), inArray(tokens.kind, [...kinds]), isNull(tokens.revokedAt)))
  return found && { org, ...found }
}

/** Whether one of a person's machines is in the team: who has none is out of it, in a browser as well. */
export const HAS_MACHINE: SQL = sql`exists (select from ${tokens} machine where machine.org = ${people.org}
  and machine.person = ${people.id} and machine.kind = 'node' and machine.revoked_at is null)`

/** Makes an invitation: of a person who is new by an admin, of a further machine by its person. */
export async function invite(
  tx: Transaction,
  by: Caller,
  asked: z.infer<typeof inviteMessage>,
  now: Date,
): Promise<void> {
  if (!asked.own) insistOnRole(by, ['admin'], 'invites people')
  const [known] = await tx.select({ hash: tokens.hash }).from(tokens).where(eq(tokens.id, asked.id))
  if (known?.hash === asked.token) return
  const role = asked.own ? by.role : asked.role
  await addInvitation(tx, by.org, { ...asked, role, person: asked.own ? by.person : null }, now)
  const what = asked.own ? 'invited a machine of their own' : `invited a ${role}`
  await enter(tx, by.org, { at: now.getTime(), actor: by.person, action: 'invite', subject: asked.id, detail: what })
}

export async function addInvitation(
  tx: Transaction,
  org: string,
  {
    id,
    token,
    role,
    person,
  }: { readonly id: string; readonly token: string; readonly role: Role; readonly person: string | null },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + INVITE_MS)
  await tx
    .insert(tokens)
    .values({ org, id, kind: 'invite', hash: token, role, person, name: '', createdAt: now, expiresAt })
}

/** Lets a program read what is published, until the machines of its person are taken out. */
export async function addProgram(
  tx: Transaction,
  { org, person, role }: Caller,
  { id, token: hash, name }: z.infer<typeof programMessage>,
  now: Date,
): Promise<void> {
  const added = await tx
    .insert(tokens)
    .values({ org, id, kind: 'program', hash, person, role, name, createdAt: now })
    .onConflictDoNothing({ target: [tokens.org, tokens.id] })
    .returning({ id: tokens.id })
  if (added.length > 0)
    await enter(tx, org, { at: now.getTime(), actor: person, action: 'program', subject: id, detail: name })
}

/** Takes an invitation, once; the same machine may ask again after an answer was lost. */
export async function join(tx: Transaction, org: string, asked: z.infer<typeof joinMessage>, now: Date) {
  const [invitation] = await tx
    .select()
    .from(tokens)
    .where(and(eq(tokens.hash, sha256(asked.secret)), eq(tokens.kind, 'invite')))
    .for('update')
  if (invitation === undefined) throw refused('this invitation is not known')
  if (invitation.usedBy !== null && invitation.usedBy !== asked.node) throw refused('this invitation was taken already')
  if (invitation.usedBy === null) {
    if (invitation.revokedAt !== null || (invitation.expiresAt ?? now) <= now)
      throw refused('this invitation has ended')
    if (!(await isFromMember(tx, invitation.id))) throw refused('who made this invitation is not in the team any more')
    const person = invitation.person ?? (await addPerson(tx, org, { name: asked.name, role: invitation.role }, now))
    const { node: id, token: hash, machine: name } = asked
    await tx.insert(tokens).values({ org, id, kind: 'node', hash, person, role: invitation.role, name, createdAt: now })
    await tx.update(tokens).set({ usedBy: id }).where(eq(tokens.id, invitation.id))
    await enter(tx, org, { at: now.getTime(), actor: person, action: 'join', subject: id, detail: asked.name })
  }
  const [[node], [own]] = [
    await tx
      .select()
      .from(tokens)
      .where(and(eq(tokens.id, asked.node), eq(tokens.hash, asked.token))),
    await tx.select().from(orgs),
  ]
  if (node?.person == null || own === undefined) throw refused('this invitation was taken already')
  const [person] = await tx.select().from(people).where(eq(people.id, node.person))
  return {
    org: { id: org, name: own.name, personal: own.personal },
    person: { id: node.person, name: person?.name ?? '', role: person?.role ?? 'member' },
    publicKey: own.publicKey,
  }
}

/** Whether who made an invitation is in the team; the first one is of the administrator of the server. */
async function isFromMember(tx: Transaction, invitation: string): Promise<boolean> {
  const [made] = await tx
    .select({ by: people.id, stands: HAS_MACHINE })
    .from(ledger)
    .innerJoin(people, and(eq(people.org, ledger.org), eq(people.id, ledger.actor)))
    .where(and(eq(ledger.action, 'invite'), eq(ledger.subject, invitation)))
  return made === undefined || made.stands === true
}

async function addPerson(tx: Transaction, org: string, who: { name: string; role: Role }, now: Date): Promise<string> {
  const id = randomUUID()
  insistOnName(who.name)
  const [taken] = await tx.select({ id: people.id }).from(people).where(isSameName(people.name, who.name))
  if (taken !== undefined)
    throw new WaylandError('conflict', `another person of the team is called "${who.name}"`, {
      hint: 'Join under another name: --as <name>.',
    })
  await tx.insert(people).values({ org, id, ...who, joinedAt: now })
  return id
}

/** Ends a token: one's own machine, or as an admin any machine of a person, by their name. */
export async function leave(tx: Transaction, by: Caller, name: string | undefined, now: Date): Promise<number> {
  if (name !== undefined) insistOnRole(by, ['admin'], 'takes the machines of others out')
  const [other] = name === undefined ? [] : await tx.select().from(people).where(eq(people.name, name))
  if (name !== undefined && other === undefined)
    throw new WaylandError('not_found', `no person of the team is called "${name}"`)
  const ended = await tx
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(isNull(tokens.revokedAt), other === undefined ? eq(tokens.id, by.node) : eq(tokens.person, other.id)))
    .returning({ id: tokens.id })
  const subject = other?.id ?? by.node
  await enter(tx, by.org, {
    at: now.getTime(),
    actor: by.person,
    action: 'leave',
    subject,
    detail: `${ended.length} machines`,
  })
  return ended.length
}

export const everybody = async (tx: Transaction) =>
  await tx
    .select({ id: people.id, name: people.name, role: people.role, machines: count(tokens.id) })
    .from(people)
    .leftJoin(tokens, and(eq(tokens.person, people.id), eq(tokens.kind, 'node'), isNull(tokens.revokedAt)))
    .groupBy(people.org, people.id)
    .orderBy(asc(sql`${people.joinedAt}`))

/** Throws `refused` for a caller whose role is none of these; `what` only they do. */
export function insistOnRole({ role }: Caller, roles: readonly Role[], what: string): void {
  if (!roles.includes(role))
    throw new WaylandError('refused', `only ${roles.join(' or ')} ${what}, and you are ${role}`, {
      hint: 'Ask an admin of the team: "wayland-core team status" names them.',
    })
}

const refused = (message: string) =>
  new WaylandError('refused', message, { hint: 'Ask an admin of the team for a new one: wayland-core team invite.' })
