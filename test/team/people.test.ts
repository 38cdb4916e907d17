import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { invitationText, newSecret, sha256 } from '../../src/team/keys.ts'
import { endAccess, statusOf, wholeLedger } from '../../src/team/node/asking.ts'
import { joinTeam, leaveTeam, makeInvitation, pageLink, programToken } from '../../src/team/node/joining.ts'
import { newOrg } from '../../src/team/server/new-org.ts'
import { serveTeam } from '../../src/team/server/serve-team.ts'
import { databasesOn } from './databases.ts'
import { Member, NOW, requestsCountMore, threePeople } from './teams.ts'

const databases = databasesOn('pglite')

it('an invitation ends with the machines of who made it', async () => {
  const { ann, url, invited } = await threePeople(databases)
  const eve = await invited('eve', 'admin')
  const kept = await makeInvitation(eve.membership, { role: 'admin', own: false })
  await endAccess(ann.membership, { person: 'eve' })
  await expect(joinTeam(new Member().dataDir, { url, invitation: kept, name: 'quiet' })).rejects.toThrow('has ended')
  const dan = await invited('dan', 'member')
  const own = await makeInvitation(dan.membership, { role: 'member', own: true })
  await leaveTeam(dan.dataDir, dan.membership, false)
  await expect(joinTeam(dan.dataDir, { url, invitation: own, name: 'dan' })).rejects.toThrow('has ended')
  expect((await statusOf(ann.membership)).people.map(({ name, machines }) => `${name} ${machines}`).sort()).toEqual([
    ...['ann 1', 'bob 1', 'cyd 1', 'dan 0', 'eve 0'],
  ])
})

/** What the server answers to a program that asks for the published skills. */
const reads = async (url: string, token: string) =>
  (await fetch(`${url}/.well-known/agent-skills/index.json`, { headers: { Authorization: `Bearer ${token}` } })).status

it('one program ends alone, by its name, and the list says who has which and when it was used', async () => {
  const { ann, cyd, url } = await threePeople(databases)
  const [ci, nightly] = [await programToken(cyd.membership, 'ci'), await programToken(cyd.membership, 'nightly')]
  expect([await reads(url, ci), await reads(url, nightly)]).toEqual([200, 200])
  const unused = await programToken(cyd.membership, 'unused')
  const { access } = await statusOf(cyd.membership)
  expect(access.map(({ kind, name, usedAt }) => [kind, kind === 'machine' ? '' : name, usedAt])).toEqual([
    ['machine', '', NOW.toISOString()],
    ['program', 'ci', NOW.toISOString()],
    ['program', 'nightly', NOW.toISOString()],
    ['program', 'unused', null],
  ])
  expect((await statusOf(ann.membership)).access).toHaveLength(6)
  await endAccess(cyd.membership, { only: 'ci' })
  expect([await reads(url, ci), await reads(url, nightly)]).toEqual([401, 200])
  await expect(endAccess(cyd.membership, { only: 'ci' })).rejects.toThrow('no machine or program there is called "ci"')
  await programToken(cyd.membership, 'nightly')
  await expect(endAccess(cyd.membership, { only: 'nightly' })).rejects.toThrow('2 are called "nightly": ')
  const { id = '' } = access.find(({ name }) => name === 'nightly') ?? {}
  await endAccess(ann.membership, { person: 'cyd', only: id.slice(0, 8) })
  expect(await reads(url, nightly)).toBe(401)
  await expect(endAccess(cyd.membership, { person: 'ann', only: 'ci' })).rejects.toThrow('only admin')
  expect(await reads(url, unused)).toBe(200)
  await leaveTeam(cyd.dataDir, cyd.membership, false)
  expect(await reads(url, unused)).toBe(401)
})

it('one machine ends alone, with what was made on it', async () => {
  const { ann, bob, url } = await threePeople(databases)
  const lost = new Member()
  const own = await makeInvitation(bob.membership, { role: 'reviewer', own: true })
  await joinTeam(lost.dataDir, { url, invitation: own, name: 'bob' })
  const kept = await makeInvitation(lost.membership, { role: 'reviewer', own: true })
  const page = new URL(await pageLink(lost.membership))
  const body = new URLSearchParams({ token: page.hash.slice('#token='.length) })
  const signedIn = await fetch(`${url}/page/sign-in`, { method: 'POST', body, redirect: 'manual' })
  const headers = { Cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const late = new URL(await pageLink(lost.membership)).hash.slice('#token='.length)
  expect((await fetch(`${url}/page/`, { headers })).status).toBe(200)
  const { node } = lost.membership
  await endAccess(bob.membership, { only: node.slice(0, 8) })
  expect((await fetch(`${url}/page/`, { headers })).status).toBe(401)
  const again = { method: 'POST', body: new URLSearchParams({ token: late }) }
  expect((await fetch(`${url}/page/sign-in`, again)).status).toBe(401)
  await expect(joinTeam(new Member().dataDir, { url, invitation: kept, name: 'bob' })).rejects.toThrow('has ended')
  await expect(statusOf(lost.membership)).rejects.toThrow('not known, or was revoked')
  expect((await statusOf(bob.membership)).org).toBe('acme')
  await leaveTeam(lost.dataDir, lost.membership, false)
  expect(() => lost.membership).toThrow('in no team')
  expect((await wholeLedger(ann.membership)).at(-1)).toMatchObject({ action: 'leave', subject: node })
})

it('the last admin stays while others do, and a team of one person takes no other', async () => {
  const { ann, bob, cyd, url } = await threePeople(databases)
  await expect(leaveTeam(ann.dataDir, ann.membership, false)).rejects.toThrow('would be left without an admin')
  await expect(endAccess(ann.membership, { person: 'ann' })).rejects.toThrow('would be left without an admin')
  for (const one of [bob, cyd]) await leaveTeam(one.dataDir, one.membership, false)
  await leaveTeam(ann.dataDir, ann.membership, false)
  const mine = new Member()
  const made = await newOrg(databases.owner, { name: 'mine', personal: true }, NOW)
  await joinTeam(mine.dataDir, { url, invitation: invitationText(made), name: 'me' })
  await expect(makeInvitation(mine.membership, { role: 'member', own: false })).rejects.toThrow('of one person')
  expect(await makeInvitation(mine.membership, { role: 'member', own: true })).toMatch(/^wci1/)
})

it('who tries invitations again and again waits, and nobody else does', async () => {
  const { org } = await threePeople(databases)
  const serving = await serveTeam(databases.server, { port: 0, behindTls: true, now: () => NOW, onError: () => {} })
  onTestFinished(async () => await serving[Symbol.asyncDispose]())
  const url = `http://127.0.0.1:${serving.port}`
  const from = (address: string) => ({ 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.0.9, ${address}` })
  const wrong = { secret: newSecret(), node: randomUUID(), token: sha256('x'), machine: 'm', name: 'eve' }
  const tries = async (address: string) =>
    (await fetch(`${url}/v1/orgs/${org}/join`, { method: 'POST', headers: from(address), body: JSON.stringify(wrong) }))
      .status
  requestsCountMore()
  const all = await Promise.all(Array.from({ length: 15 }, async () => await tries('10.0.0.1')))
  expect([all.filter((one) => one === 403).length, all.filter((one) => one === 429).length]).toEqual([12, 3])
  expect(await tries('10.0.0.2')).toBe(403)
})

it('a machine knows the ledger from when it joined, and the ledger where from', async () => {
  const { ann, cyd } = await threePeople(databases)
  const last = (await wholeLedger(ann.membership)).at(-1)
  expect(cyd.membership.ledger).toEqual({ entry: last?.entry, digest: last?.digest })
  expect(last).toMatchObject({ actor: cyd.membership.person.id, detail: `from 127.0.0.1, on ${hostname()}` })
})

it('nobody joins under a name that could be read as that of another', async () => {
  const { ann, url } = await threePeople(databases)
  const invitation = await makeInvitation(ann.membership, { role: 'member', own: false })
  const joins = async (name: string) => await joinTeam(new Member().dataDir, { url, invitation, name })
  for (const name of ['ann ', 'an\u200bn', 'ann\u202e', 'ａｎｎ', 'аnn', '', ' '])
    await expect(joins(name), name).rejects.toThrow('could be read as another name')
  for (const name of ['ann', 'Ann', 'ANN']) await expect(joins(name), name).rejects.toThrow('another person')
  expect((await joins('Анна')).person.name).toBe('Анна')
})
