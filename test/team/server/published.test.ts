import { createHash } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { decide, sendVersion, takeBack } from '../../../src/team/node/asking.ts'
import { programToken } from '../../../src/team/node/joining.ts'
import { databasesOn } from '../databases.ts'
import { AS_PROPOSED, skillOf, threePeople } from '../teams.ts'

const databases = databasesOn('pglite')

const INDEX = '/.well-known/agent-skills/index.json'

/** A team with one published skill and one that waits, and what a program with a token reads of it. */
async function teamWithProgram() {
  const { ann, bob, url } = await threePeople(databases)
  const { id } = await sendVersion(ann.membership, skillOf('release', 'Run `npm test`.'), AS_PROPOSED)
  await decide(bob.membership, id, { verdict: 'approve', reason: 'good' })
  await sendVersion(ann.membership, skillOf('secret-plan', 'Not yet.'), { ...AS_PROPOSED, own: true })
  const token = await programToken(ann.membership, 'ci')
  const ask = async (path: string, how: RequestInit = {}) =>
    await fetch(url + path, { ...how, headers: { Authorization: `Bearer ${token}`, ...how.headers } })
  return { ann, bob, url, token, ask }
}

it('gives a program the published skills as files, with the digest of each, and none that waits', async () => {
  const { ask } = await teamWithProgram()
  const { skills } = (await (await ask(INDEX)).json()) as { skills: { name: string; url: string; digest: string }[] }
  expect(skills.map(({ name }) => name)).toEqual(['release'])
  const text = await (await ask(skills[0]!.url)).text()
  expect(text).toContain('Run `npm test`.')
  expect(skills[0]!.digest).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`)
  expect((await ask('/.well-known/agent-skills/secret-plan/SKILL.md')).status).toBe(404)
  expect((await ask('/.well-known/agent-skills/release/none.sh')).status).toBe(404)
})

it('gives a client of MCP the same as resources', async () => {
  const { bob, url, token } = await teamWithProgram()
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  )
  expect((await client.listResources()).resources).toMatchObject([
    { uri: 'skill://release', mimeType: 'text/markdown' },
  ])
  const { contents } = await client.readResource({ uri: 'skill://release' })
  expect(contents).toMatchObject([{ text: expect.stringContaining('Run `npm test`.') }])
  await expect(client.readResource({ uri: 'skill://secret-plan' })).rejects.toThrow('publishes no skill')
  await takeBack(bob.membership, 'release', 'wrong')
  expect((await client.listResources()).resources).toEqual([])
  await client.close()
})

it('a program reads what is published and does nothing else, and nobody reads it without a token', async () => {
  const { ask, url, bob, token } = await teamWithProgram()
  for (const path of [INDEX, '/.well-known/agent-skills/release/SKILL.md', '/mcp'])
    expect((await fetch(url + path, { method: path === '/mcp' ? 'POST' : 'GET' })).status).toBe(401)
  expect((await ask('/v1/status')).status).toBe(401)
  expect((await ask('/v1/changes?after=0')).status).toBe(401)
  const body = JSON.stringify({ reason: 'x' })
  const headers = { 'Content-Type': 'application/json' }
  expect((await ask('/v1/skills/release/withdraw', { method: 'POST', body, headers })).status).toBe(401)
  const again = { Authorization: `Bearer ${token}`, ...headers }
  const invitation = JSON.stringify({ id: crypto.randomUUID(), token: 'a'.repeat(64), name: 'more' })
  expect((await fetch(`${url}/v1/programs`, { method: 'POST', body: invitation, headers: again })).status).toBe(401)
  expect(bob.membership.org.id).toBe(token.split('.')[1])
})
