import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isWaylandError, WaylandError } from '../../domain/errors.ts'
import { invitationText, newSecret, readInvitation, sha256, tokenOf } from '../keys.ts'
import type { Role } from '../roles.ts'
import { doneMessage, joinedMessage } from '../wire.ts'
import { teamClient } from './client.ts'
import { type Membership, readMembership, removeMembership, writeMembership } from './membership.ts'

/**
 * Takes an invitation. The server's key must be the one that the invitation names, or nothing is kept. Throws `refused`, also
 * where this machine is in a team.
 */
export async function joinTeam(
  dataDir: string,
  { url, invitation, name }: { readonly url: string; readonly invitation: string; readonly name: string },
): Promise<Membership> {
  const known = readMembership(dataDir)
  if (known !== undefined)
    throw new WaylandError('refused', `this machine is in the team "${known.org.name}" already`, {
      hint: 'Leave it first: wayland-core team leave',
    })
  const read = readInvitation(invitation)
  if (read === undefined)
    throw new WaylandError('bad_usage', 'what was given is no invitation', {
      hint: 'It is one line that begins with wci1., as "wayland-core team invite" prints it; give it on stdin.',
    })
  const [node, secret] = [randomUUID(), newSecret()]
  const token = tokenOf(read.org, secret)
  const message = { secret: read.secret, node, token: sha256(secret), machine: hostname().slice(0, 64), name }
  const joined = await teamClient(url).post(`v1/orgs/${read.org}/join`, message, joinedMessage)
  if (sha256(joined.publicKey) !== read.pin || joined.org.id !== read.org)
    throw new WaylandError('refused', 'the server shows another key than the invitation names: it is not trusted', {
      hint: 'Check the address, and ask the person who invited you. The invitation is used up.',
    })
  const membership: Membership = {
    ...{ url, org: joined.org, person: joined.person, node, token, publicKey: joined.publicKey, key: read.key },
    ...{
      cursor: 0,
      copiesBehind: false,
      ledger: joined.ledger,
      skills: {},
      settled: 0,
      acknowledged: -1,
      outcomes: {},
      told: '',
      common: {},
    },
  }
  await writeMembership(dataDir, membership)
  return membership
}

/** Makes an invitation, for a person or for another machine of one's own; its secret is sent to nobody. */
export async function makeInvitation(
  member: Membership,
  { role, own }: { readonly role: Role; readonly own: boolean },
): Promise<string> {
  const secret = newSecret()
  const message = { id: randomUUID(), token: sha256(secret), role, own }
  await teamClient(member.url, member.token).post('v1/invitations', message, doneMessage)
  return invitationText({ org: member.org.id, secret, pin: sha256(member.publicKey), key: member.key })
}

/** A token with which a program that is no node reads what is published. */
export async function programToken({ url, token, org }: Membership, name: string): Promise<string> {
  const secret = newSecret()
  await teamClient(url, token).post('v1/programs', { id: randomUUID(), token: sha256(secret), name }, doneMessage)
  return tokenOf(org.id, secret)
}

/** The address of the page on which this person reviews skills; its secret is sent to nobody, and works once. */
export async function pageLink({ url, token, org }: Membership): Promise<string> {
  const secret = newSecret()
  await teamClient(url, token).post('v1/links', { id: randomUUID(), token: sha256(secret) }, doneMessage)
  return new URL(`/page/#token=${org.id}${secret}`, url).href
}

/** Takes this machine out of its team; its token ends, if it has not already. `force` forgets it here whatever the server answers. */
export async function leaveTeam(dataDir: string, member: Membership, force: boolean): Promise<void> {
  try {
    await teamClient(member.url, member.token).post('v1/leave', {}, doneMessage)
  } catch (error) {
    if (!force && !(isWaylandError(error) && error.code === 'not_found')) throw error
  }
  await removeMembership(dataDir)
}
