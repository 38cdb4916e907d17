import { expect, it } from 'vitest'
import { decide, oneVersion, sendVersion, statusOf, takeBack } from '../../src/team/node/asking.ts'
import { pageLink } from '../../src/team/node/joining.ts'
import { barriersOn, CHROMIUM, NO_CHROMIUM, startChromium } from '../ui/chromium.ts'
import { databasesOn } from './databases.ts'
import { AS_PROPOSED, type Member, requestsCountMore, skillOf, threePeople } from './teams.ts'

const databases = databasesOn('pglite')

const FORM = 'application/x-www-form-urlencoded'

async function post(url: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields).toString()
  return await fetch(url, { method: 'POST', redirect: 'manual', body, headers: { 'Content-Type': FORM, ...headers } })
}

const formKey = (html: string): string => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** A browser that opened a link of a person. */
async function browserOf({ membership }: Member) {
  const link = new URL(await pageLink(membership))
  const token = link.hash.slice('#token='.length)
  const root = `${link.origin}/page`
  const answer = await post(`${root}/sign-in`, { token }, {})
  expect(answer.status).toBe(303)
  const set = answer.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/Path=\/page; HttpOnly; SameSite=Strict/)
  const headers = { Cookie: set.split(';')[0]! }
  const read = async (path: string) => {
    const page = await fetch(root + path, { headers })
    return { status: page.status, html: await page.text(), headers: page.headers }
  }
  const send = async (path: string, fields: Readonly<Record<string, string>>, key?: string) => {
    const { html } = await read(path.replace(/\/(?:review|edit)$/, ''))
    const done = await post(root + path, { key: key ?? formKey(html), ...fields }, headers)
    const to = done.headers.get('location')
    return to === null ? String(done.status) : (new URL(to, root).searchParams.get('said') ?? '')
  }
  return { root, token, headers, read, send }
}

it('a reviewer reads what a version can do that the published one could not, and decides on the page', async () => {
  const { ann, bob, cyd } = await threePeople(databases)
  const first = await sendVersion(ann.membership, skillOf('release'), AS_PROPOSED)
  await decide(bob.membership, first.id, { verdict: 'approve', reason: 'good' })
  const more = skillOf('release', 'Run `git diff main`, then `git push`. <script>alert(1)</script>')
  const { id } = await sendVersion(ann.membership, more, AS_PROPOSED)
  const page = await browserOf(bob)
  const { html, headers } = await page.read('/')
  expect(html).toContain('can push to a remote')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  const one = (await page.read(`/versions/${id}`)).html
  expect(one).toContain('<ins>')
  expect(one).not.toContain('<script>alert')
  // Enter in the field of the reason presses the first button of its form.
  const [, form = ''] = one.split(`/versions/${id}/review"`)
  expect(/<button[^>]*>/.exec(form)?.[0]).toContain('disabled')
  expect(await page.send(`/versions/${id}/review`, { verdict: 'reject' })).toContain('needs a reason')
  expect(await page.send(`/versions/${id}/review`, { verdict: 'approve' })).toBe('Version 2 of "release" is published.')
  expect((await oneVersion(cyd.membership, 'release')).number).toBe(2)
  const withdrawn = await page.send(
    '/skills/release/withdraw',
    { reason: 'the end' },
    formKey((await page.read('/versions/release')).html),
  )
  expect(withdrawn).toContain('"release" is withdrawn')
})

it('neither its author nor a member decides there, and an edit is a proposal of who made it', async () => {
  const { ann, bob, cyd } = await threePeople(databases)
  const { id } = await sendVersion(ann.membership, skillOf('edited-there'), AS_PROPOSED)
  const [author, member, reviewer] = [await browserOf(ann), await browserOf(cyd), await browserOf(bob)]
  expect((await author.read(`/versions/${id}`)).html).not.toContain('value="approve"')
  expect(await author.send(`/versions/${id}/review`, { verdict: 'approve' })).toContain(
    'another person than its author',
  )
  expect(await member.send(`/versions/${id}/review`, { verdict: 'approve' })).toContain('only reviewer or admin')
  const text = [...skillOf('edited-there', 'Better.').files.values()][0]!.replaceAll('\n', '\r\n')
  expect(await reviewer.send(`/versions/${id}/edit`, { text })).toBe(
    'Version 2 of "edited-there" is proposed, as yours: another person decides on it.',
  )
  expect(await reviewer.send(`/versions/${id}/edit`, { text: 'no skill' })).toContain('Nothing was changed')
  expect((await statusOf(ann.membership)).waiting).toBe(2)
})

it('a link works once, a form needs the key of its session, and other origins are refused', async () => {
  const { ann, bob } = await threePeople(databases)
  const { id } = await sendVersion(ann.membership, skillOf('guarded'), AS_PROPOSED)
  const page = await browserOf(bob)
  expect((await post(`${page.root}/sign-in`, { token: page.token }, {})).status).toBe(401)
  expect((await fetch(`${page.root}/`)).status).toBe(401)
  expect(await page.send(`/versions/${id}/review`, { verdict: 'approve' }, 'guess')).toBe('403')
  const from = async (Origin: string) => (await fetch(`${page.root}/`, { headers: { ...page.headers, Origin } })).status
  expect(await from('https://elsewhere.example')).toBe(403)
  expect(await from(new URL(page.root).origin)).toBe(200)
  const api = await fetch(new URL('/v1/status', page.root), { headers: { ...page.headers, Origin: page.root } })
  expect(api.status).toBe(403)
  // What a browser shows is no token of a machine.
  const secret = page.headers.Cookie.split('=')[1]!.slice(36)
  const Authorization = `Bearer wct1.${bob.membership.org.id}.${secret}`
  expect((await fetch(new URL('/v1/status', page.root), { headers: { Authorization } })).status).toBe(401)
  expect((await statusOf(ann.membership)).waiting).toBe(1)
})

it('shows no words of a link as its own, and keeps a session that a click from elsewhere does not show', async () => {
  const { bob } = await threePeople(databases)
  const page = await browserOf(bob)
  const forged = `/?said=${encodeURIComponent('send your code to x')}`
  for (const seal of ['', '&seal=x']) expect((await page.read(forged + seal)).html).not.toContain('send your code')
  const clicked = await fetch(`${page.root}/`)
  expect([clicked.status, clicked.headers.get('set-cookie')]).toEqual([401, null])
})

it('refuses a decision on a version beside which another one was published than was shown', async () => {
  const { ann, bob } = await threePeople(databases)
  const share = async (body: string) => await sendVersion(ann.membership, skillOf('moved', body), AS_PROPOSED)
  const first = await share('Run `git diff`.')
  await decide(bob.membership, first.id, { verdict: 'approve', reason: 'good' })
  const { id } = await share('Run `npm test`.')
  const page = await browserOf(bob)
  expect((await page.read(`/versions/${id}`)).html).toContain(`name="against" value="${first.id}"`)
  await takeBack(bob.membership, 'moved', 'the end')
  expect(await page.send(`/versions/${id}/review`, { verdict: 'approve', against: first.id })).toContain(
    'look at it again',
  )
  expect(await page.send(`/versions/${id}/review`, { verdict: 'approve', against: '' })).toContain('is published')
})

it('says on a page, and not in JSON, that there is no such version', async () => {
  const { bob } = await threePeople(databases)
  const page = await browserOf(bob)
  const { status, html, headers } = await page.read('/versions/00000000-0000-4000-8000-000000000000')
  expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')])
  expect(html).toContain('the team has no version')
  expect(html).toContain('Back to the reviews')
})

it('asks a browser to wait that asks too often, before the database is asked who it is', async () => {
  const { bob } = await threePeople(databases)
  const { root, headers } = await browserOf(bob)
  requestsCountMore()
  const statuses = await Promise.all(
    Array.from({ length: 15 }, async () => (await fetch(`${root}/`, { headers })).status),
  )
  expect(statuses.filter((one) => one === 200)).toHaveLength(12)
  expect(statuses.filter((one) => one === 429)).toHaveLength(3)
})

it.skipIf(CHROMIUM === undefined)(
  `no page of it has a barrier that axe finds or is wider than its window${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  async () => {
    const { ann, bob } = await threePeople(databases)
    const first = await sendVersion(ann.membership, skillOf('release'), AS_PROPOSED)
    await decide(bob.membership, first.id, { verdict: 'approve', reason: 'good' })
    const long = skillOf('release', `Run \`git push origin ${'very-long-'.repeat(30)}\`.\n\n${'x'.repeat(400)}`)
    const { id } = await sendVersion(ann.membership, long, AS_PROPOSED)
    await using browser = await startChromium()
    const page = await (await browser.newContext()).newPage()
    // The script that takes the code out of the address is in the built program alone.
    const [address, code = ''] = (await pageLink(bob.membership)).split('#token=')
    await page.goto(address ?? '')
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'Reviews' }).waitFor()
    const barriers: string[] = []
    for (const path of ['/page/', `/page/versions/${id}`, `/page/versions/${first.id}`, '/page/versions/none'])
      for (const width of [320, 1600]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(new URL(path, page.url()).href)
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        if (Number(wide) > 0) barriers.push(`${path} at ${width} is ${wide} px too wide`)
        if (width === 320) barriers.push(...(await barriersOn(page)).map((one) => `${path} ${one}`))
        if (process.env.SHOW !== undefined)
          await page.screenshot({
            path: `${process.env.SHOW}/${width}${path.replaceAll('/', '_')}.png`,
            fullPage: true,
          })
      }
    expect(barriers).toEqual([])
  },
)
