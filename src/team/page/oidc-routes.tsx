import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { WaylandError } from '../../domain/errors.ts'
import { answerPage, NarrowPage } from '../../ui/view/layout.tsx'
import { Link } from '../../ui/view/page-context.tsx'
import { newSecret } from '../keys.ts'
import type { Begun, Oidc } from '../server/oidc.ts'

const COOKIE = 'wayland-team-oidc'
/** A person who is away at the provider for longer begins again, in s. */
const AWAY_S = 600

/**
 * Sends a browser to the provider and takes it back. What it left with is in a cookie, so that any server can take it back; that one
 * is not strict, since it comes from another site.
 */
export function answerOidc(
  app: Hono,
  oidc: Oidc,
  how: {
    readonly root: string
    readonly isSecure: boolean
    /** Opens a session with the id for who has the address; its secret goes into the cookie that a link gives as well. */
    readonly open: (c: Context, id: string, email: string) => Promise<void>
  },
): void {
  const { root, isSecure } = how
  const cookie = { path: `${root}/oidc`, httpOnly: true, sameSite: 'Lax', secure: isSecure } as const
  const backTo = (c: Context) => `${isSecure ? 'https' : 'http'}://${c.req.header('host')}${root}/oidc/back`
  app.get('/oidc', async (c) => {
    const begun = { state: randomUUID(), nonce: newSecret(), verifier: newSecret() }
    const to = await oidc.begin(backTo(c), begun)
    setCookie(c, COOKIE, Object.values(begun).join(' '), { ...cookie, maxAge: AWAY_S })
    return c.redirect(to.href)
  })
  app.get('/oidc/back', async (c) => {
    const begun = begunIn(getCookie(c, COOKIE) ?? '')
    deleteCookie(c, COOKIE, cookie)
    if (begun === undefined)
      throw new WaylandError('refused', 'this sign-in was not begun in this browser, has ended, or was used before')
    const email = await oidc.end(new URL(backTo(c) + new URL(c.req.url).search), begun)
    await how.open(c, begun.state, email)
    // The browser comes from another site: on a redirect it would not show the cookie that it just got.
    c.header('Refresh', `0; url=${root}/`)
    return await answerPage(c, <SignedInPage root={root} />)
  })
}

function begunIn(text: string): Begun | undefined {
  const [state = '', nonce = '', verifier = ''] = text.split(' ')
  return /^[0-9a-f-]{36}$/.test(state) && verifier !== '' ? { state, nonce, verifier } : undefined
}

const SignedInPage = ({ root }: { readonly root: string }) => (
  <NarrowPage root={root} title="Signed in">
    <p>
      <Link to="/">Go on to the reviews</Link>
    </p>
  </NarrowPage>
)
