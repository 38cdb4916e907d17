import { randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Child } from 'hono/jsx'
import { WaylandError } from '../../domain/errors.ts'
import { isSameText } from '../../platform/loopback-guard.ts'
import { serveAssets } from '../../ui/asset.ts'
import { formOf, sameSite, secure } from '../../ui/guard.ts'
import { answerPage } from '../../ui/view/layout.tsx'
import { Link } from '../../ui/view/page-context.tsx'
import { SignInPage, tokenSent } from '../../ui/view/sign-in-page.tsx'
import type { TeamDatabase, Transaction } from '../database.ts'
import { keyed, sha256 } from '../keys.ts'
import { faultOf, UNAVAILABLE } from '../server/faults.ts'
import { addressOf, type Limit } from '../server/limit.ts'
import type { Oidc } from '../server/oidc.ts'
import { worth } from '../server/outcomes.ts'
import { edit, listVersions, review, versionWithFiles, withdraw } from '../server/skills.ts'
import { orgStatus } from '../server/status.ts'
import { answerOidc } from './oidc-routes.tsx'
import { browserOf, formKeyOf, signIn, signInByEmail } from './sign-in.ts'
import { FaultPage, TeamPage, VersionPage, WaitingPage } from './team-pages.tsx'

const COOKIE = 'wayland-team'
const ROOT = '/page'
const COMMAND = 'wayland-core team page'

type Browser = NonNullable<Awaited<ReturnType<typeof browserOf>>>

interface Env {
  readonly Variables: { readonly browser: Browser; readonly formKey: string }
}

interface Parts {
  readonly database: TeamDatabase
  readonly limit: Limit
  readonly now: () => Date
  /** Browsers reach it over TLS. */
  readonly isSecure: boolean
  /** Where people sign in without a link; undefined where no provider is configured. */
  readonly oidc?: Oidc | undefined
  readonly onError: (error: unknown) => void
}

/** The page on which people of a team review skills. */
export function pageRoutes({ database, limit, now, isSecure, oidc, onError }: Parts): Hono {
  const app = new Hono({ strict: false })
  const cookie = { path: ROOT, httpOnly: true, sameSite: 'Strict', secure: isSecure } as const
  app.use(secure, sameSite)
  serveAssets(app)
  app.post('/sign-in', async (c) => {
    const { token, isScript } = await tokenSent(c.req.raw)
    const [org, secret] = [token.slice(0, 36), token.slice(36)]
    const isToken = /^[0-9a-f-]{36}$/.test(org) && /^[\w-]{43}$/.test(secret)
    const asked = { org, id: randomUUID(), from: addressOf(c, isSecure) }
    if (isToken) await limit(`sign-in ${asked.from}`)
    const own = isToken ? await database.within(org, async (tx) => await signIn(tx, asked, secret, now())) : undefined
    if (own === undefined) return isScript ? c.text('wrong', 401) : await askToSignIn(c, true)
    setCookie(c, COOKIE, `${org}${own}`, cookie)
    return isScript ? c.body(null, 204) : c.redirect(`${ROOT}/`, 303)
  })
  if (oidc !== undefined) {
    const { org, name: provider } = oidc
    app.use('/oidc/*', async (c, next) => {
      await limit(`sign-in ${addressOf(c, isSecure)}`)
      await next()
    })
    answerOidc(app, oidc, {
      ...{ root: ROOT, isSecure },
      open: async (c, id, email) => {
        const asked = { org, id, from: addressOf(c, isSecure) }
        const own = await database.within(org, async (tx) => await signInByEmail(tx, asked, { email, provider }, now()))
        setCookie(c, COOKIE, `${org}${own}`, cookie)
      },
    })
  }

  app.route('/', pagesOfTeam({ database, now }, signedIn))
  app.onError((error, c) => {
    const fault = faultOf(error)
    if (fault === undefined) onError(error)
    return answerPage(c, <FaultPage root={ROOT} fault={fault ?? UNAVAILABLE} />, (fault ?? UNAVAILABLE).status)
  })
  return app

  async function askToSignIn(c: Context, failed = false): Promise<Response> {
    const page = (
      <SignInPage root={ROOT} command={COMMAND} failed={failed}>
        {oidc !== undefined && (
          <p>
            <Link to="/oidc" class="button">{`Sign in at ${oidc.name}`}</Link>
          </p>
        )}
      </SignInPage>
    )
    return await answerPage(c, page, 401)
  }

  async function signedIn(c: Context<Env>, next: () => Promise<void>): Promise<Response | undefined> {
    const given = getCookie(c, COOKIE) ?? ''
    const [org, secret] = [given.slice(0, 36), given.slice(36)]
    await limit(`page ${sha256(secret)}`)
    const browser = /^[0-9a-f-]{36}$/.test(org)
      ? await database.within(org, async (tx) => await browserOf(tx, org, secret, now()))
      : undefined
    if (browser === undefined) {
      // A click from another site sends no cookie: the one that there is stays.
      if (given !== '') deleteCookie(c, COOKIE, cookie)
      return await askToSignIn(c)
    }
    c.set('browser', browser)
    c.set('formKey', formKeyOf(secret))
    await next()
    return undefined
  }
}

/** The pages and decisions of a person who is signed in. */
function pagesOfTeam({ database, now }: Pick<Parts, 'database' | 'now'>, signedIn: MiddlewareHandler<Env>): Hono<Env> {
  const inside = new Hono<Env>({ strict: false })
  inside.use(signedIn)
  const within = async <T,>(c: Context<Env>, work: (tx: Transaction, browser: Browser) => Promise<T>) => {
    const browser = c.get('browser')
    return await database.within(browser.org, async (tx) => await work(tx, browser))
  }
  const show = (path: string, page: (tx: Transaction, c: Context<Env>) => Promise<Child>) =>
    inside.get(path, async (c) => {
      const { said = '', seal = '' } = c.req.query()
      const isSaid = isSameText(seal, keyed(c.get('formKey'), said))
      const [status, child] = await within(
        c,
        async (tx) => [await orgStatus(tx, c.get('browser')), await page(tx, c)] as const,
      )
      return answerPage(
        c,
        <TeamPage
          context={{ root: ROOT, formKey: c.get('formKey') }}
          team={status.org}
          who={c.get('browser')}
          said={isSaid ? said : undefined}
        >
          {child}
        </TeamPage>,
      )
    })
  show('/', async (tx) => (
    <WaitingPage
      waiting={await listVersions(tx, 'proposed')}
      published={await listVersions(tx, 'published')}
      harmful={(await worth(tx)).skills.filter((one) => one.worth?.harms === true)}
    />
  ))
  show('/versions/:id', async (tx, c) => {
    const version = await versionWithFiles(tx, c.req.param('id') ?? '')
    const before = await versionWithFiles(tx, version.skill).catch(() => undefined)
    return (
      <VersionPage version={version} before={before?.id === version.id ? undefined : before} by={c.get('browser')} />
    )
  })

  /** Makes a change, and goes back to the list, which tells of it. */
  const change = (path: string, make: (c: Context<Env>, fields: Fields) => Promise<string>) =>
    inside.post(path, async (c) => {
      const fields = await formOf(c, c.get('formKey'))
      if (fields === undefined) return c.text('This form is not from a page of this session.', 403)
      const said = await make(c, fields).catch((error: unknown) => {
        const fault = faultOf(error)
        if (fault === undefined) throw error
        return `Nothing was changed: ${fault.error}.`
      })
      const query = new URLSearchParams({ said, seal: keyed(c.get('formKey'), said) })
      return c.redirect(`${ROOT}/?${query}`, 303)
    })
  change('/versions/:id/review', async (c, fields) => {
    const verdict = fields.verdict === 'approve' ? 'approve' : 'reject'
    const reason = (fields.reason ?? '').trim().slice(0, 500)
    if (verdict === 'reject' && reason === '')
      throw new WaylandError('bad_usage', 'a rejection needs a reason, which its author reads')
    const { skill, number, status } = await within(
      c,
      async (tx, by) =>
        await review(tx, by, c.req.param('id') ?? '', { verdict, reason, against: fields.against }, now()),
    )
    return `Version ${number} of "${skill}" is ${status}.`
  })
  change('/versions/:id/edit', async (c, { text = '' }) => {
    const given = { id: randomUUID(), text: text.replaceAll('\r\n', '\n') }
    const { skill, number } = await within(
      c,
      async (tx, by) => await edit(tx, by, c.req.param('id') ?? '', given, now()),
    )
    return `Version ${number} of "${skill}" is proposed, as yours: another person decides on it.`
  })
  change('/skills/:name/withdraw', async (c, { reason = '' }) => {
    const name = c.req.param('name') ?? ''
    if (reason.trim() === '') throw new WaylandError('bad_usage', 'a withdrawal needs a reason, which everybody reads')
    await within(c, async (tx, by) => await withdraw(tx, by, name, reason.trim().slice(0, 500), now()))
    return `"${name}" is withdrawn: machines take it out at their next sync.`
  })
  return inside
}

type Fields = Readonly<Record<string, string>>
