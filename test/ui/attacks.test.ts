import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { Home } from '../cli/command-line.ts'
import { Client, formsOf, type Serving, serve } from './page-client.ts'

describe('the page against what a browser and other programs can send', () => {
  const home = new Home()
  let serving: Serving
  let client: Client
  let skill: string
  let id: string
  beforeAll(async () => {
    skill = await home.draft('deploy the staging cluster', 'a')
    id = await home.within(async (loop) => (await loop.review.skill(skill)).id)
    serving = await serve(home)
    client = await Client.signedIn(serving)
  })

  const isStaged = async () => (await home.within(async (loop) => (await loop.review.skill(skill)).status)) === 'staged'
  const promotion = async () => {
    const form = formsOf((await client.ask(`/skills/${id}`)).text).find(({ action }) => action.endsWith('/promote'))
    return { path: `/skills/${id}/promote`, fields: form?.fields ?? {} }
  }

  it('takes the token once, and says so', async () => {
    const other = new Client(serving)
    expect((await other.send('/sign-in', { token: serving.code })).status).toBe(401)
    expect((await other.send('/sign-in', { token: 'x' })).status).toBe(401)
    expect(other.cookie).toBe('')
  })

  it('shows nothing without the cookie, at any path', async () => {
    const stranger = new Client(serving)
    for (const path of ['/', `/skills/${id}`, '/turns', '/settings', '/events', '/nowhere', `/skills/${id}/edit`]) {
      const answer = await stranger.ask(path)
      expect([answer.status, answer.text.includes(skill)]).toEqual([401, false])
    }
    expect((await stranger.ask(`/skills/${id}/promote`, { method: 'POST', body: new URLSearchParams() })).status).toBe(
      401,
    )
    stranger.cookie = 'wayland-core-ui=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    expect((await stranger.ask('/')).status).toBe(401)
  })

  it('keeps the cookie from scripts, other sites and other ports', async () => {
    const fresh = await serve(home)
    const answer = await new Client(fresh).ask('/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: fresh.code }),
    })
    fresh.child.kill()
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    expect(cookie).toContain(`; Path=${new URL(fresh.at).pathname};`)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['another host (DNS rebinding)', { host: 'attacker.example' }],
    ['another host with our port', { host: 'attacker.example:1' }],
    ['a foreign origin', { origin: 'https://attacker.example' }],
    ['the origin of a file or sandbox', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form of another port', { 'sec-fetch-site': 'same-site' }],
  ])('refuses a move that comes from %s', async (_, headers) => {
    const { path, fields } = await promotion()
    expect(await raw(path, { ...headers, cookie: client.cookie }, new URLSearchParams(fields).toString())).toBe(403)
    expect(await isStaged()).toBe(true)
  })

  it('refuses to be read by a script of another site, but not to be opened by a link', async () => {
    const asked = (headers: Record<string, string>) => raw('/', { cookie: client.cookie, ...headers })
    expect(await asked({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(403)
    expect(await asked({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' })).toBe(403)
    expect(await asked({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200)
  })

  it('refuses a form without the key of the session, or with that of another', async () => {
    const { path, fields } = await promotion()
    for (const key of ['', 'x', `${fields.key}x`])
      expect((await client.send(path, { ...fields, key })).status).toBe(403)
    expect(await isStaged()).toBe(true)
  })

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', ''])(
    'refuses a body of the type "%s"',
    async (type) => {
      const { path } = await promotion()
      expect(await raw(path, { cookie: client.cookie, 'content-type': type }, 'x')).toBe(415)
    },
  )

  it.each(['PUT', 'DELETE', 'PATCH'])('answers no %s', async (method) => {
    expect((await client.ask(`/skills/${id}/promote`, { method })).status).toBe(405)
    expect(await isStaged()).toBe(true)
  })

  it('moves nothing by GET', async () => {
    const { path, fields } = await promotion()
    expect((await client.ask(`${path}?${new URLSearchParams(fields)}`)).status).toBe(404)
    expect(await isStaged()).toBe(true)
  })

  it('drops a body of 100 MB, and goes on', async () => {
    const { path } = await promotion()
    const status = await raw(path, { cookie: client.cookie }, Buffer.alloc(100 * 1024 * 1024, 0x61)).catch(() => 413)
    expect(status).toBe(413)
    expect((await client.ask('/')).status).toBe(200)
  })

  it.each([
    '/..%2f..%2fetc%2fpasswd',
    '/page.css/../../../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/skills/..%2f..%2f..',
    '/skills/%00',
    '/turns/..%2f..%2fetc%2fpasswd',
    '/skills/%E0%A4%A',
  ])('leads to no file by %s', async (path) => {
    const answer = await client.ask(path)
    expect([400, 404, 409]).toContain(answer.status)
    expect(answer.text).not.toMatch(/root:|"dependencies"/)
  })

  it('forbids frames, foreign content and guessing of types on every answer', async () => {
    for (const path of ['/', '/page.js', '/page.css', '/nowhere']) {
      const { headers } = await client.ask(path)
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'",
      )
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('puts the token into no page and no log', async () => {
    const pages = await Promise.all(
      ['/', '/settings', `/skills/${id}`].map(async (path) => (await client.ask(path)).text),
    )
    expect(pages.join('')).not.toContain(serving.code)
    expect(pages.join('')).not.toContain(client.cookie.split('=')[1])
  })

  /** Sends exactly these headers, with a body as a POST; the status of the answer. */
  const raw = (path: string, headers: Record<string, string>, body?: string | Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request(serving.at + path, { method, agent: false, headers: { ...type, ...headers } })
      // The server may close while a long body is still being sent.
      sent.on('socket', (socket) => socket.on('error', () => {}))
      sent.on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.on('error', reject)
      sent.end(body)
    })
})
