import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { endAccess, wholeLedger } from '../../src/team/node/asking.ts'
import { openOidc } from '../../src/team/server/oidc.ts'
import { serveTeam } from '../../src/team/server/serve-team.ts'
import { CHROMIUM, NO_CHROMIUM, startChromium } from '../ui/chromium.ts'
import { databasesOn } from './databases.ts'
import { NOW, threePeople } from './teams.ts'

/** Who signs in at the provider as what. */
const CLAIMS: Readonly<Record<string, object>> = {
  ann: { email: 'Ann@acme.example', email_verified: true },
  gone: { email: 'gone@acme.example', email_verified: true },
  stranger: { email: 'stranger@acme.example', email_verified: true },
  unverified: { email: 'ann@acme.example', email_verified: false },
  nameless: {},
}

const CODE_ENDS_S = 60

const databases = databasesOn('pglite')
beforeAll(() => {
  // The provider warns that it is one for tests.
  for (const how of ['warn', 'info'] as const) vi.spyOn(console, how).mockImplementation(() => {})
})
afterAll(() => void vi.restoreAllMocks())

/** A team, and a server of it that takes people from a provider which others wrote. */
async function signingIn({ path = '', secret = 'one of the client' } = {}) {
  const team = await threePeople(databases, 'ann@acme.example')
  const listening = createServer()
  const close = () => {
    listening.closeAllConnections()
    listening.close()
  }
  onTestFinished(close)
  await once(listening.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const oidc = await openOidc(JSON.stringify({ issuer, client: 'team', secret, org: team.org }))
  const serving = await serveTeam(databases.server, { port: 0, now: () => NOW, oidc, onError: () => {} })
  onTestFinished(async () => await serving[Symbol.asyncDispose]())
  const page = `http://127.0.0.1:${serving.port}/page`
  const provider = new Provider(issuer + path, {
    clients: [{ client_id: 'team', client_secret: 'one of the client', redirect_uris: [`${page}/oidc/back`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...CLAIMS[accountId] }),
    }),
    pkce: { required: () => true },
    ttl: { AuthorizationCode: CODE_ENDS_S },
    cookies: { keys: ['one'] },
  })
  listening.on('request', provider.callback())
  return { ...team, page, close }
}

/** Follows redirects with its cookies, as a browser does, until an answer that is none. */
class Browser {
  readonly cookies = new Map<string, string>()

  async ask(url: string, { form, until }: { form?: Record<string, string>; until?: string } = {}) {
    let [at, body] = [new URL(url), form && new URLSearchParams(form)]
    for (;;) {
      const Cookie = [...this.cookies].map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ')
      const answer = await fetch(at, { redirect: 'manual', headers: { Cookie }, ...(body && { method: 'POST', body }) })
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';')[0]!.split('=')
        if (value === '') this.cookies.delete(`${at.port} ${name}`)
        else this.cookies.set(`${at.port} ${name}`, value)
      }
      const to = answer.headers.get('location')
      if (to === null) return { at: at.href, status: answer.status, html: await answer.text() }
      ;[at, body] = [new URL(to, at), undefined]
      if (at.pathname === until) return { at: at.href, status: 0, html: '' }
    }
  }

  /** Signs in at the provider, which sends the browser back; stops at `until` where it is asked to. */
  async signIn(page: string, login: string, until = '') {
    const asked = await this.ask(`${page}/oidc`)
    const consent = await this.ask(actionIn(asked), { form: { prompt: 'login', login, password: 'x' } })
    return await this.ask(actionIn(consent), { form: { prompt: 'consent' }, until })
  }
}

const BACK = '/page/oidc/back'
const actionIn = ({ at, html }: { readonly at: string; readonly html: string }): string =>
  new URL(/action="([^"]+)"/.exec(html)?.[1] ?? 'none', at).href

it('signs in who has a machine and the verified address as a name, and says so in the ledger', async () => {
  const { page, ann } = await signingIn()
  const browser = new Browser()
  const before = await browser.ask(`${page}/`)
  expect([before.status, before.html]).toEqual([401, expect.stringContaining('Sign in at 127.0.0.1:')])
  expect((await browser.signIn(page, 'ann')).html).toContain('Go on to the reviews')
  expect((await browser.ask(`${page}/`)).html).toContain('ann@acme.example, admin')
  const [last] = (await wholeLedger(ann.membership)).toReversed()
  expect(last).toMatchObject({ actor: ann.membership.person.id, action: 'sign-in' })
  expect(last?.detail).toMatch(/^by 127\.0\.0\.1:\d+, from 127\.0\.0\.1$/)
})

describe('refuses in words', () => {
  it.each([
    ['stranger', 'nobody in the team is called stranger@acme.example'],
    ['unverified', 'does not say that it verified your e-mail address'],
    ['nameless', 'does not say that it verified your e-mail address'],
  ])('who comes as %s', async (login, why) => {
    const { page } = await signingIn()
    expect(await new Browser().signIn(page, login)).toMatchObject({ status: 403, html: expect.stringContaining(why) })
  })

  it('whose machines were taken out, also in a browser that is signed in', async () => {
    const { page, ann, invited } = await signingIn()
    await invited('gone@acme.example', 'reviewer')
    const browser = new Browser()
    await browser.signIn(page, 'gone')
    expect((await browser.ask(`${page}/`)).status).toBe(200)
    await endAccess(ann.membership, { person: 'gone@acme.example' })
    expect((await browser.ask(`${page}/`)).status).toBe(401)
    expect((await new Browser().signIn(page, 'gone')).html).toContain('nobody in the team is called')
  })

  it('an address of this page that was opened before, in this browser or another', async () => {
    const { page } = await signingIn()
    const browser = new Browser()
    const { at } = await browser.signIn(page, 'ann', BACK)
    const [left] = [...browser.cookies].filter(([key]) => key.endsWith('wayland-team-oidc'))
    expect((await browser.ask(at)).status).toBe(200)
    for (const one of [browser, new Browser()])
      expect((await one.ask(at)).html).toContain('not begun in this browser, has ended, or was used before')
    const other = new Browser()
    await other.ask(`${page}/oidc`)
    expect((await other.ask(at)).html).toMatch(/what came back is not of 127.0.0.1:\d+, or not of this sign-in/)
    // Who kept what the browser left with: the code was used, and a new code is for a state that was used.
    browser.cookies.set(...left!)
    expect((await browser.ask(at)).html).toMatch(/the code of 127.0.0.1:\d+ has ended, or was used before/)
    const asked = new URL((await fetch(`${page}/oidc`, { redirect: 'manual' })).headers.get('location') ?? '')
    const [state, nonce, verifier] = decodeURIComponent(left![1]).split(' ')
    const code_challenge = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
    ).toString('base64url')
    for (const [name, value] of Object.entries({ state, nonce, code_challenge })) asked.searchParams.set(name, value!)
    browser.cookies.set(...left!)
    const again = actionIn(await browser.ask(asked.href))
    expect((await browser.ask(again, { form: { prompt: 'consent' } })).html).toContain('this sign-in was used before')
  })

  it('a provider that is another than the one that was named, before and after', async () => {
    const { page } = await signingIn({ path: '/other' })
    expect((await new Browser().ask(`${page}/oidc`)).html).toContain('what came back is not of')
    const real = await signingIn()
    const browser = new Browser()
    const back = new URL((await browser.signIn(real.page, 'ann', BACK)).at)
    back.searchParams.set('iss', 'https://elsewhere.example')
    expect(await browser.ask(back.href)).toMatchObject({ status: 403, html: expect.stringContaining('not of this') })
  })

  it('a code that has ended', async () => {
    const { page } = await signingIn()
    const browser = new Browser()
    const { at } = await browser.signIn(page, 'ann', BACK)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 * (CODE_ENDS_S + 1) })
    expect((await browser.ask(at)).html).toMatch(/the code of \S+ has ended, or was used before/)
  })

  it('a person who does not agree, a secret that is wrong, and that the provider is not there', async () => {
    const { page, close } = await signingIn({ secret: 'another' })
    expect((await new Browser().signIn(page, 'ann')).html).toContain('refused this server, by its client or secret')
    const browser = new Browser()
    const { at } = await browser.ask(`${page}/oidc`)
    expect((await browser.ask(`${at}/abort`)).html).toContain('did not sign you in (access_denied)')
    const unasked = await signingIn()
    unasked.close()
    const answer = await new Browser().ask(`${unasked.page}/oidc`)
    expect(answer).toMatchObject({ status: 503, html: expect.stringContaining('does not answer now') })
    close()
  })

  it('settings that say nothing of a provider', async () => {
    await expect(openOidc('{"issuer": "login.example"}')).rejects.toThrow(/team-oidc.json is not understood/)
    await expect(openOidc('no JSON')).rejects.toThrow(/team-oidc.json is not understood/)
  })
})

it.skipIf(CHROMIUM === undefined)(
  `a browser that comes back from the provider is signed in${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  async () => {
    const { page } = await signingIn()
    await using browser = await startChromium()
    const tab = await (await browser.newContext()).newPage()
    await tab.goto(`${page}/`)
    await tab.getByRole('link', { name: 'Sign in at' }).click()
    await tab.getByPlaceholder('Enter any login').fill('ann')
    await tab.getByPlaceholder('and password').fill('x')
    await tab.getByRole('button', { name: 'Sign-in' }).click()
    await tab.getByRole('button', { name: 'Continue' }).click()
    await tab.getByRole('heading', { name: 'Reviews' }).waitFor()
    expect(new URL(tab.url()).pathname).toBe('/page/')
  },
)
