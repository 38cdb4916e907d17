import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { decide, oneVersion, proposals, sendVersion, takeBack } from '../../src/team/node/asking.ts'
import { databasesOn } from './databases.ts'
import { AS_PROPOSED, skillOf, threePeople } from './teams.ts'

const databases = databasesOn('pglite')

const APPROVED = { verdict: 'approve', reason: 'good' } as const
const PUSHES = 'Run `git diff main`, then `git push`.'
const PLAIN = 'Run `git diff main`.'

it('what is new is told against what is published now, and not against what was when it was shared', async () => {
  const { ann, bob } = await threePeople(databases)
  const share = async (body: string) =>
    (await sendVersion(ann.membership, skillOf('release', body), { ...AS_PROPOSED, own: true })).id
  await decide(bob.membership, await share(PUSHES), APPROVED)
  const [plain, again] = [await share(PLAIN), await share(`${PUSHES} Again.`)]
  expect((await oneVersion(bob.membership, again)).grown).toEqual([])
  await decide(bob.membership, plain, APPROVED)
  expect((await oneVersion(bob.membership, again)).grown).toContain('can push to a remote')
  await takeBack(bob.membership, 'release', 'the end')
  const [waiting] = await proposals(bob.membership)
  expect(waiting?.grown).toEqual(expect.arrayContaining(['runs git', 'can push to a remote']))
})

it('more projects than before are told as new', async () => {
  const { ann, bob } = await threePeople(databases)
  const [shop, till] = [
    { id: 'a'.repeat(64), name: 'shop' },
    { id: 'b'.repeat(64), name: 'till' },
  ]
  const share = async (body: string, projects: (typeof shop)[] | null) =>
    await sendVersion(ann.membership, skillOf('kappa', body), { note: '', own: true, projects })
  await decide(bob.membership, (await share(PLAIN, [shop])).id, APPROVED)
  expect((await share(`${PLAIN} 2`, [shop])).grown).toEqual([])
  expect((await share(`${PLAIN} 3`, [shop, till])).grown).toEqual([
    'is offered in shop, till, and what is published in shop alone',
  ])
  expect((await share(`${PLAIN} 4`, null)).grown).toEqual([
    'is offered in every project, and what is published in shop alone',
  ])
})

it('files that a system would mix up, that no person reads or that hold a repository are not taken', async () => {
  const { ann, url } = await threePeople(databases)
  const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
  const share = async (given: { name?: string; files?: object; id?: string; body?: string }) => {
    const { name = 'odd', files = {}, id = randomUUID(), body = 'X.' } = given
    const text = base64(`---\nname: ${name}\ndescription: X.\n---\n\n${body}\n`)
    const message = { id, name, files: { 'SKILL.md': text, ...files }, evidence: 0, note: '', own: true }
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ann.membership.token}` }
    return (await fetch(`${url}/v1/versions`, { method: 'POST', headers, body: JSON.stringify(message) })).status
  }
  const bad = ['SKILL.md/x', 'skill.md', 'a//b', 'a/', '.git/config', 'CON', 'é'.repeat(200), '\ud800x', 'a\u200bb']
  for (const path of bad) expect(await share({ files: { [path]: base64('x') } }), path).toBe(400)
  expect(await share({ files: { 'nul.md': base64('seen\0 unseen') } })).toBe(400)
  expect(await share({ files: { 'raw.md': base64(new Uint8Array([0xff, 0xfe])) } })).toBe(400)
  for (const name of ['CON', 'a.', 'thetа', 'ＴＨＥＴＡ']) expect(await share({ name }), name).toBe(400)
  const id = randomUUID()
  expect(await share({ name: 'theta', id })).toBe(200)
  expect(await share({ name: 'theta', id })).toBe(200)
  expect(await share({ name: 'theta', id, body: 'Other.' })).toBe(409)
  expect(await share({ name: 'Theta' })).toBe(409)
})

it('a published version whose files cannot be written here is left out, and the next change arrives', async () => {
  const { ann, bob, cyd } = await threePeople(databases)
  const { id } = await sendVersion(ann.membership, skillOf('poison'), AS_PROPOSED)
  // As a server that takes such files would have it.
  const poisoned = `jsonb_build_object('SKILL.md', files -> 'SKILL.md', 'SKILL.md/x', 'eA==')`
  const { digest, files } = await oneVersion(ann.membership, id)
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  const { digestFiles } = await import('../../src/domain/digest.ts')
  const bytes = new Map([
    ['SKILL.md', Buffer.from(files['SKILL.md'] ?? '', 'base64')],
    ['SKILL.md/x', Buffer.from('x')],
  ])
  await databases.owner.asOwner(
    async (tx) =>
      await tx.execute(
        sql`update versions set files = ${sql.raw(poisoned)}, digest = ${digestFiles(bytes)} where id = ${id}`,
      ),
  )
  await decide(bob.membership, id, APPROVED)
  const next = await sendVersion(ann.membership, skillOf('good', 'Run `npm test`.', 'Tests it.'), AS_PROPOSED)
  await decide(bob.membership, next.id, APPROVED)
  expect(await cyd.sync()).toMatchObject([
    { skill: 'poison', status: 'blocked', why: expect.stringContaining('is a file, and a folder of') },
    { skill: 'good', status: 'offered' },
  ])
  expect((await cyd.skills()).map(({ name }) => name)).toEqual(['good'])
})
