import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { isSameText } from '../platform/loopback-guard.ts'
import type { Session, Sessions } from './sessions.ts'

export const COOKIE = 'wayland-core-ui'

/** What a signed-in request carries. */
export interface UiEnv {
  readonly Variables: { readonly session: Session }
}

/** A form larger than this, in bytes, is refused: the longest field is the text of a skill. */
export const MAX_BODY = 2 * 1024 * 1024

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // With "no-referrer" a browser sends forms with the origin "null", which is refused.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** Sets the headers that keep a page from loading or running anything that is not the server's own. */
export const secure: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value)
}

/** Refuses requests that a browser sends for another site, and bodies that no form or script of ours has. */
export const sameSite: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  // A link in a mail or chat may open the page: only a plain navigation, which changes nothing and shows nothing without the cookie.
  const isNavigation = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation)
    return c.text('This request comes from another site.', 403)
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return await next()
  if (c.req.method !== 'POST') return c.text('Only GET and POST are answered.', 405)
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded' && type !== 'application/json')
    return c.text('A form or JSON is expected.', 415)
  return await next()
}

/** Lets signed-in requests through; others are shown how to sign in by `otherwise`. */
export const signedIn =
  (sessions: Sessions, otherwise: (c: Context) => Response | Promise<Response>): MiddlewareHandler<UiEnv> =>
  async (c, next) => {
    const session = sessions.of(getCookie(c, COOKIE))
    if (session === undefined) return await otherwise(c)
    c.set('session', session)
    return await next()
  }

/** The fields of a form that our own page sent; undefined where its key is missing or not this one. */
export async function formOf(c: Context, formKey: string): Promise<Readonly<Record<string, string>> | undefined> {
  const body = await c.req.parseBody()
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(body)) if (typeof value === 'string') fields[name] = value
  return isSameText(fields.key ?? '', formKey) ? fields : undefined
}
