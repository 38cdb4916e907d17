import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { WaylandError } from '../../domain/errors.ts'
import type { Transaction } from '../database.ts'
import { sha256 } from '../keys.ts'
import type { Role } from '../roles.ts'
import { heads, orgs, people, tokens } from '../schema.ts'
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

/** How exactly the last use of a token is known, in ms. */
const USED_MS = 3_600_000

/** The person and machine of a token; undefined for one that is unknown, revoked or of another kind. */
export async function callerOf(
  tx: Transaction,
  { org, secret }: { readonly org: string; readonly secret: string },
  kinds: readonly ('node' | 'program')[],
  now: Date,
): Promise<Caller | undefined> {
  const [found] = await tx
    .select({ node: tokens.id, person: people.id, role: people.role, usedAt: tokens.usedAt })
    .from(tokens)
    .innerJoin(people, and(eq(people.org, tokens.org), eq(people.id, tokens.person)))
    .where(
      and(
        ...[eq(tokens.hash, sha256(secret)), inArray(tokens.kind, [...kinds]), isNull(tokens.revokedAt)],
        or(eq(tokens.kind, 'node'), HAS_MACHINE),
      ),
    )
  if (found === undefined) return undefined
  const { usedAt, ...caller } = found
  if (usedAt === null || now.getTime() - usedAt.getTime() > USED_MS)
    await tx.update(tokens).set({ usedAt: now }).where(eq(tokens.id, found.node))
  return { org, ...caller }
}

// Columns are written with their table, which drizzle leaves out in a query of one table.

/** Whether one of a person's machines is in the team: who has none is out of it. */
const HAS_MACHINE: SQL = sql`exists (select from tokens machine where machine.org = people.org
  and machine.person = people.id and machine.kind = 'node' and machine.revoked_at is null)`

/** Whether the machine that a token ends with is in the team; what the administrator of the server made has none. */
export const MAKER_STANDS: SQL<boolean> = sql`(tokens.made_by is null or exists (select from tokens maker
  where maker.org = tokens.org and maker.id = tokens.made_by and maker.revoked_at is null))`

/** Makes an invitation: of a person who is new by an admin, of a further machine by its person. */
export async function invite(
  tx: Transaction,
  by: Caller,
  asked: z.infer<typeof inviteMessage>,
  now: Date,
): Promise<void> {
  if (!asked.own) insistOnRole(by, ['admin'], 'invites people')
  const [org] = await tx.select({ personal: orgs.personal }).from(orgs)
  if (!asked.own && org?.personal)
    throw new WaylandError('refused', 'this team is of one person, whose machines alone it takes', {
      hint: 'For another machine of yours: wayland-core team invite --own',
    })
  const [known] = await tx.select({ hash: tokens.hash }).from(tokens).where(eq(tokens.id, asked.id))
  if (known?.hash === asked.token) return
  const role = asked.own ? by.role : asked.role
  await addInvitation(tx, by.org, { ...asked, role, person: asked.own ? by.person : null, madeBy: by.node }, now)
  const what = asked.own ? 'invited a machine of their own' : `invited a ${role}`
  await enter(tx, by.org, { at: now, actor: by.person, action: 'invite', subject: asked.id, detail: what })
}

export async function addInvitation(
  tx: Transaction,
  org: string,
  {
    id,
    token,
    role,
    person,
    madeBy,
  }: Pick<typeof tokens.$inferInsert, 'id' | 'role' | 'person' | 'madeBy'> & { readonly token: string },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + INVITE_MS)
  await tx
    .insert(tokens)
    .values({ org, id, kind: 'invite', hash: token, role, person, madeBy, name: '', createdAt: now, expiresAt })
}

/** Lets a program read what is published, until it is ended or no machine of its person is in the team. */
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
  if (added.length > 0) await enter(tx, org, { at: now, actor: person, action: 'program', subject: id, detail: name })
}

/** Takes an invitation, once; the same machine may ask again after an answer was lost. */
export async function join(
  tx: Transaction,
  { org, from }: { readonly org: string; readonly from: string },
  asked: z.infer<typeof joinMessage>,
  now: Date,
) {
  const [found] = await tx
    .select({ invitation: tokens, stands: MAKER_STANDS })
    .from(tokens)
    .where(and(eq(tokens.hash, sha256(asked.secret)), eq(tokens.kind, 'invite')))
    .for('update')
  const { invitation, stands } = found ?? {}
  if (invitation === undefined) throw refused('this invitation is not known')
  if (invitation.usedBy !== null && invitation.usedBy !== asked.node) throw refused('this invitation was taken already')
  if (invitation.usedBy === null) {
    if (stands !== true || invitation.revokedAt !== null || (invitation.expiresAt ?? now) <= now)
      throw refused('this invitation has ended')
    const person = invitation.person ?? (await addPerson(tx, org, { name: asked.name, role: invitation.role }, now))
    const { node: id, token: hash, machine: name } = asked
    await tx.insert(tokens).values({ org, id, kind: 'node', hash, person, role: invitation.role, name, createdAt: now })
    await tx.update(tokens).set({ usedBy: id }).where(eq(tokens.id, invitation.id))
    const detail = `from ${from}, on ${asked.machine}`
    await enter(tx, org, { at: now, actor: person, action: 'join', subject: id, detail })
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
  const [head] = await tx.select({ entry: heads.entry, digest: heads.digest }).from(heads)
  return {
    org: { id: org, name: own.name, personal: own.personal },
    person: { id: node.person, name: person?.name ?? '', role: person?.role ?? 'member' },
    publicKey: own.publicKey,
    ledger: head ?? { entry: 0, digest: '' },
  }
}

async function addPerson(tx: Transaction, org: string, who: { name: string; role: Role }, now: Date): Promise<string> {
  const id = randomUUID()
  insistOnName(who.name)
  const [taken] = await tx.select({ id: people.id }).from(people).where(isSameName(people.name, who.name))
  if (taken !== undefined)
    throw new WaylandError('conflict', `another person of the team is called "${who.name}"`, {
      hint: 'Join under another name: --name <name>.',
    })
  await tx.insert(people).values({ org, id, ...who, joinedAt: now })
  return id
}

/** Ends tokens: of one's own machine, of all that a person has, or of one machine or program by its name or the beginning of its id. */
export async function leave(
  tx: Transaction,
  by: Caller,
  { person: name, only }: { readonly person?: string | undefined; readonly only?: string | undefined },
  now: Date,
): Promise<number> {
  if (name !== undefined) insistOnRole(by, ['admin'], 'takes out what others have')
  const [other] = name === undefined ? [] : await tx.select().from(people).where(eq(people.name, name))
  if (name !== undefined && other === undefined)
    throw new WaylandError('not_found', `no person of the team is called "${name}"`)
  const person = other?.id ?? by.person
  const one = only === undefined ? undefined : await theOnly(tx, person, only)
  const id = one?.id ?? (other === undefined ? by.node : undefined)
  const ended = await tx
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(isNull(tokens.revokedAt), id === undefined ? eq(tokens.person, person) : eq(tokens.id, id)))
    .returning({ id: tokens.id })
  await insistOnAdmin(tx)
  const [subject, what] = [id ?? person, one?.name ?? `${ended.length} machines and the like`]
  const detail = other === undefined ? what : `${what} of ${other.name}`
  await enter(tx, by.org, { at: now, actor: by.person, action: 'leave', subject, detail })
  return ended.length
}

/** The one machine or program of a person with this name, or with an id that begins so. */
async function theOnly(tx: Transaction, person: string, reference: string) {
  const all = await accessOf(tx, person)
  const found = all.filter(({ id, name }) => name === reference || (reference.length > 3 && id.startsWith(reference)))
  if (found.length === 1) return found[0]
  if (found.length === 0) throw new WaylandError('not_found', `no machine or program there is called "${reference}"`)
  const ids = found.map(({ id }) => id.slice(0, 8)).join(', ')
  throw new WaylandError('conflict', `${found.length} are called "${reference}": ${ids}`, {
    hint: 'Give one of these ids.',
  })
}

/** Throws `refused` where people are left of whom none may invite. */
async function insistOnAdmin(tx: Transaction): Promise<void> {
  const left = await tx.select({ role: people.role }).from(people).where(HAS_MACHINE)
  if (left.length === 0 || left.some(({ role }) => role === 'admin')) return
  throw new WaylandError('refused', 'the team would be left without an admin', {
    hint: 'Invite another first: wayland-core team invite admin',
  })
}

/** The machines and programs of everybody, or of one person. */
export async function accessOf(tx: Transaction, person?: string) {
  return await tx
    .select({
      ...{ id: tokens.id, kind: tokens.kind, name: tokens.name, usedAt: tokens.usedAt },
      person: people.name,
    })
    .from(tokens)
    .innerJoin(people, and(eq(people.org, tokens.org), eq(people.id, tokens.person)))
    .where(
      and(
        ...[inArray(tokens.kind, ['node', 'program']), isNull(tokens.revokedAt)],
        person === undefined ? undefined : eq(people.id, person),
      ),
    )
    .orderBy(asc(people.name), asc(tokens.kind), asc(tokens.name))
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
