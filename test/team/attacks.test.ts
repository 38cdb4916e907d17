import { randomUUID } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newSecret, newSigningKeys, readToken, sha256, signed } from '../../src/team/keys.ts'
import { decide, endAccess, oneVersion, sendVersion, takeBack } from '../../src/team/node/asking.ts'
import { joinTeam, leaveTeam, makeInvitation } from '../../src/team/node/joining.ts'
import { databasesOn, ENGINES } from './databases.ts'
import { AS_PROPOSED, Member, requestsCountMore, served, skillOf, threePeople } from './teams.ts'

const APPROVED = { verdict: 'approve', reason: 'good' } as const

describe.each(ENGINES)('who attacks a team on %s', (engine) => {
  const databases = databasesOn(engine)

  /** What the server answers to a message: its status code. */
  const asks = async (url: string, path: string, how: RequestInit & { token?: string } = {}) => {
    const { token, ...more } = how
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...more.headers,
    }
    return (await fetch(`${url}${path}`, { ...more, headers })).status
  }

  const PATHS: readonly (readonly [method: string, path: string, message?: object])[] = [
    ['GET', '/v1/status'],
    ['GET', '/v1/changes?after=0'],
    ['GET', '/v1/versions'],
    ['GET', '/v1/versions/review-branch'],
    ['GET', '/v1/worth'],
    ['GET', '/v1/ledger?after=0'],
    ['POST', '/v1/leave'],
    ['POST', '/v1/invitations', { id: randomUUID(), token: sha256('x'), role: 'admin', own: true }],
    ['POST', '/v1/versions', { id: randomUUID(), name: 'x', files: {}, evidence: 0, note: '', own: true }],
    ['POST', `/v1/versions/${randomUUID()}/review`, APPROVED],
    ['POST', '/v1/skills/x/withdraw', { reason: 'x' }],
    ['POST', '/v1/outcomes', { outcomes: [] }],
    ['POST', '/v1/recurrences', { recurrences: [] }],
  ]

  it('gets nothing without a token, with a wrong one, one of another org, an invitation or one that ended', async () => {
    const { ann, bob, cyd, url, org } = await threePeople(databases)
    const other = await threePeople(databases)
    const { secret = '' } = readToken(ann.membership.token) ?? {}
    const mine = await makeInvitation(ann.membership, { role: 'admin', own: false })
    const ended = cyd.membership.token
    await endAccess(ann.membership, { person: 'cyd' })
    const left = bob.membership.token
    await leaveTeam(bob.dataDir, bob.membership, false)
    const tokens = {
      none: undefined,
      empty: '',
      guessed: `wct1.${org}.${newSecret()}`,
      'my secret in another org': `wct1.${other.org}.${secret}`,
      'another org’s secret in mine': `wct1.${org}.${readToken(other.ann.membership.token)?.secret}`,
      invitation: `wct1.${org}.${mine.split('.')[2]}`,
      'of a person who was taken out': ended,
      'of a machine that left': left,
      'hash of a token': `wct1.${org}.${sha256(secret).slice(0, 43)}`,
      'with SQL': `wct1.${org}' OR '1'='1.${secret}`,
    }
    const got = new Map<string, number[]>()
    for (const [name, token] of Object.entries(tokens))
      for (const [method, path, message] of PATHS)
        got.set(name, [
          ...(got.get(name) ?? []),
          await asks(url, path, {
            method,
            ...(token === undefined ? {} : { token }),
            ...(message === undefined ? {} : { body: JSON.stringify(message) }),
          }),
        ])
    for (const [name, codes] of got) expect({ name, codes: [...new Set(codes)] }).toEqual({ name, codes: [401] })
    expect([...got.values()].flat()).toHaveLength(130)
  })

  it('reads, decides on and withdraws nothing of another org by its ids', async () => {
    const { ann, bob } = await threePeople(databases)
    const other = await threePeople(databases)
    const theirs = await sendVersion(other.ann.membership, skillOf('theirs'), AS_PROPOSED)
    await expect(oneVersion(ann.membership, theirs.id)).rejects.toThrow('the team has no version')
    await expect(decide(bob.membership, theirs.id, APPROVED)).rejects.toThrow('there is no version')
    await expect(takeBack(bob.membership, 'theirs', 'x')).rejects.toThrow('the team has no skill')
    // The same id in another org is another version.
    const again = { id: theirs.id, name: 'theirs', files: {}, evidence: 0, note: '', own: true }
    expect(
      await asks(ann.membership.url, '/v1/versions', {
        method: 'POST',
        token: ann.membership.token,
        body: JSON.stringify(again),
      }),
    ).toBe(400)
    await other.bob.sync()
    expect((await oneVersion(other.bob.membership, theirs.id)).status).toBe('proposed')
  })

  it('is refused what the role does not allow', async () => {
    const { ann, bob, cyd } = await threePeople(databases)
    for (const one of [bob, cyd])
      await expect(makeInvitation(one.membership, { role: 'admin', own: false })).rejects.toThrow('only admin invites')
    await expect(endAccess(cyd.membership, { person: 'ann' })).rejects.toThrow('only admin')
    const { id } = await sendVersion(ann.membership, skillOf('of-ann'), AS_PROPOSED)
    await expect(decide(cyd.membership, id, { verdict: 'reject', reason: 'x' })).rejects.toThrow(
      'only reviewer or admin',
    )
    await decide(bob.membership, id, APPROVED)
    await expect(takeBack(cyd.membership, 'of-ann', 'x')).rejects.toThrow('only reviewer or admin')
    // A machine that one adds has one's own role, whatever is asked.
    const own = new Member()
    await joinTeam(own.dataDir, {
      ...{ url: cyd.membership.url, name: 'x' },
      invitation: await makeInvitation(cyd.membership, { role: 'admin', own: true }),
    })
    expect(own.membership.person).toMatchObject({ name: 'cyd', role: 'member' })
  })

  it('takes an invitation once, and under no name that another has', async () => {
    const { ann, url } = await threePeople(databases)
    const invitation = await makeInvitation(ann.membership, { role: 'member', own: false })
    await expect(joinTeam(new Member().dataDir, { url, invitation, name: 'bob' })).rejects.toThrow('is called "bob"')
    await joinTeam(new Member().dataDir, { url, invitation, name: 'dan' })
    await expect(joinTeam(new Member().dataDir, { url, invitation, name: 'eve' })).rejects.toThrow('was taken already')
    const wrong = invitation.replace(/\.[0-9a-f]{64}\./, `.${'0'.repeat(64)}.`)
    await expect(joinTeam(new Member().dataDir, { url, invitation: wrong, name: 'eve' })).rejects.toThrow()
    await expect(joinTeam(new Member().dataDir, { url, invitation: 'x', name: 'eve' })).rejects.toThrow('no invitation')
  })

  it('is asked to wait, in words and with the time, where a machine asks more than three hundred times a minute', async () => {
    const { ann, url } = await threePeople(databases)
    const headers = { Authorization: `Bearer ${ann.membership.token}` }
    requestsCountMore()
    const answers = await Promise.all(
      Array.from({ length: 15 }, async () => await fetch(`${url}/v1/changes?after=0`, { headers })),
    )
    const late = answers.filter(({ status }) => status === 429)
    expect(late.length).toBeGreaterThan(0)
    expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await late[0]?.json()).toEqual({ error: 'too many requests of this machine' })
  })

  it('counts a message once that is sent again, and a decision', async () => {
    const { ann, bob, cyd, url } = await threePeople(databases)
    const files = {
      'SKILL.md': Buffer.from('---\nname: twice\ndescription: Twice.\n---\n\nOnce.\n').toString('base64'),
    }
    const body = JSON.stringify({ id: randomUUID(), name: 'twice', files, evidence: 3, note: '', own: false })
    const sent = async () => await asks(url, '/v1/versions', { method: 'POST', token: ann.membership.token, body })
    expect(await Promise.all([sent(), sent(), sent()])).toContain(200)
    expect(await sent()).toBe(200)
    expect(await oneVersion(bob.membership, JSON.parse(body).id)).toMatchObject({ number: 1 })
    // By another person under the same id: it is not theirs.
    expect(await asks(url, '/v1/versions', { method: 'POST', token: cyd.membership.token, body })).toBe(409)
    const { id } = JSON.parse(body) as { id: string }
    await decide(bob.membership, id, APPROVED)
    await decide(bob.membership, id, APPROVED)
    await expect(decide(bob.membership, id, { verdict: 'reject', reason: 'x' })).rejects.toThrow('decided on already')
    expect((await cyd.sync()).length).toBe(1)
  })

  it('sends what is no message in vain', async () => {
    const { ann, url } = await threePeople(databases)
    const { token } = ann.membership
    const share = async (given: object) =>
      await asks(url, '/v1/versions', {
        ...{ method: 'POST', token },
        body: JSON.stringify({ id: randomUUID(), name: 'x', files: {}, evidence: 0, note: '', own: true, ...given }),
      })
    const text = (name: string) => Buffer.from(`---\nname: ${name}\ndescription: X.\n---\n\nX.\n`).toString('base64')
    for (const path of ['../up', '/etc/x', 'a/../../x', 'a\\b', 'a\u0000b', ''])
      expect(await share({ files: { 'SKILL.md': text('x'), [path]: '' } })).toBe(400)
    expect(await share({ files: { 'SKILL.md': text('other') } })).toBe(400)
    expect(await share({ name: '../x', files: { 'SKILL.md': text('x') } })).toBe(400)
    expect(await share({ files: { 'SKILL.md': text('x'), big: Buffer.alloc(1_100_000).toString('base64') } })).toBe(400)
    expect(await share({ evidence: -1 })).toBe(400)
    for (const query of ['-1', '1e3', '9999999999', 'x', '1;drop table orgs'])
      expect(await asks(url, `/v1/changes?after=${encodeURIComponent(query)}`, { token })).toBe(400)
    expect(await asks(url, '/v1/changes?after=0&wait=31', { token })).toBe(400)
    expect(await asks(url, '/v2/status', { token })).toBe(404)
    expect(await asks(url, '/v1/status', { token, headers: { Origin: 'https://evil.test' } })).toBe(403)
    expect(await asks(url, '/v1/status', { token })).toBe(200)
    // Where the server hangs up before all is sent, the client may not read its answer.
    expect([413, 'hung up']).toContain(await share({ files: { big: 'A'.repeat(3_000_000) } }).catch(() => 'hung up'))
  })

  it('who has the database, or is between, cannot make a machine take what the key of the team did not sign', async () => {
    const { ann, bob, cyd, url, org } = await threePeople(databases)
    const { id } = await sendVersion(ann.membership, skillOf('signed'), AS_PROPOSED)
    await decide(bob.membership, id, APPROVED)
    const evil = newSigningKeys()
    const real = (await (
      await fetch(`${url}/v1/changes?after=0`, { headers: { Authorization: `Bearer ${cyd.membership.token}` } })
    ).json()) as {
      changes: { seq: number; statement: string; signature: string }[]
    }
    const [change] = real.changes
    const version = await oneVersion(cyd.membership, id)
    const said = JSON.parse(change!.statement)
    const forged = (statement: object) => {
      const text = JSON.stringify(statement)
      return { seq: 1, statement: text, signature: signed(text, evil.signingKey) }
    }
    const cases: readonly (readonly [what: string, changes: object[], files: object, why: string])[] = [
      ['another key', [forged(said)], version.files, 'not signed by the key'],
      [
        'another statement',
        [{ ...change!, statement: change!.statement.replace('signed', 'forged') }],
        version.files,
        'not signed',
      ],
      ['no signature', [{ ...change!, signature: '' }], version.files, 'not signed'],
      ['other bytes', [change!], { ...version.files, 'x.sh': 'cm0gLXJmIH4=' }, 'are not those that were signed'],
      ['the same again', [change!, change!], version.files, 'is missing or comes again'],
    ]
    for (const [what, changes, files, why] of cases) {
      const between = await pretends({ changes, files: { ...version, files } })
      await expect(cyd.sync({ url: between, cursor: 0, skills: {} }), what).rejects.toThrow(why)
    }
    // A change of another team, signed by its own key, and one that leaves a gap.
    const other = await threePeople(databases)
    const theirs = await pretends({ changes: [change!], files: version })
    await expect(cyd.sync({ url: theirs, org: { ...cyd.membership.org, id: other.org } })).rejects.toThrow(
      'of another team',
    )
    await expect(cyd.sync({ url: theirs, cursor: 3 })).rejects.toThrow('is missing or comes again')
    const shorter = await pretends({ changes: [], files: version })
    await expect(cyd.sync({ url: shorter, ledger: { entry: 9_999, digest: 'x' } })).rejects.toThrow(
      'ledger has become shorter',
    )
    expect((await oneVersion(cyd.membership, 'signed')).digest).toBe(said.digest)
    expect(org).toBe(said.org)
  })

  it('a server with another key is refused by who joins', async () => {
    const { ann, url, org } = await threePeople(databases)
    const invitation = await makeInvitation(ann.membership, { role: 'member', own: false })
    await databases.owner.asOwner(
      async (tx) => await tx.execute(sql`update orgs set public_key = ${newSigningKeys().publicKey} where id = ${org}`),
    )
    const late = new Member()
    await expect(joinTeam(late.dataDir, { url, invitation, name: 'dan' })).rejects.toThrow(
      'another key than the invitation',
    )
    expect(() => late.membership).toThrow('in no team')
  })

  it('keeps the token where its user alone reads it, and sends it nowhere in the clear', async () => {
    const { cyd } = await threePeople(databases)
    const file = join(cyd.dataDir, 'team.json')
    expect(statSync(file).mode & 0o077).toBe(0)
    await expect(cyd.sync({ url: 'http://team.example' })).rejects.toThrow('does not begin with https')
    const all = await databases.owner.asOwner(async (tx) => JSON.stringify(await tx.execute(sql`select * from tokens`)))
    expect(all).not.toContain(readToken(cyd.membership.token)?.secret)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 100))
    await expect(cyd.sync()).rejects.toThrow('cannot be read')
  })

  it('a machine goes on without the server, and is told so', async () => {
    const { ann, bob, cyd, end, port } = await threePeople(databases)
    const { id } = await sendVersion(ann.membership, skillOf('review-branch'), AS_PROPOSED)
    await decide(bob.membership, id, APPROVED)
    await cyd.sync()
    const next = await sendVersion(ann.membership, skillOf('review-branch', 'Run `npm test`.'), AS_PROPOSED)
    await decide(bob.membership, next.id, APPROVED)
    await end()
    await expect(cyd.sync()).rejects.toThrow('does not answer')
    const { pick } = await (await cyd.home.open()).route({ text: 'review a branch' })
    expect(pick?.skill).toBe('review-branch')
    await served(databases.server, port)
    expect(await cyd.sync()).toMatchObject([{ status: 'offered' }])
  })
})

/** A server that answers a sync with these. */
async function pretends(told: { readonly changes: object[]; readonly files: object }): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    const isChanges = request.url?.startsWith('/v1/changes') === true
    response.end(
      JSON.stringify(
        isChanges ? { changes: told.changes, more: false, ledger: { entry: 1, digest: 'x' } } : told.files,
      ),
    )
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
