import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isUserName } from '../domain/bank/user-folder.ts'
import { isSameText, type Refusal } from '../platform/loopback-guard.ts'
import { TOKEN_HEADER, USER_HEADER } from './headers.ts'

/** Who asks: a user of the bank, or the person whose proxy it is. */
export interface Identity {
  readonly user?: string
}

/** A request's target in its two parts: the token, where the client's base address holds one, and what it asks for. */
export interface Target {
  readonly token?: string
  /** Path and query. */
  readonly path: string
}

export interface Credentials {
  /** The proxy's own token, with which tokens of users are signed. */
  readonly secret: string
  readonly now: Date
}

/** The beginning of a base address with a token. */
export const addressOf = (token: string): string => `/~${token}`

/** Reads a target; undefined for any form but a path, and for a path with `..`, which leads out of that of the upstream. */
export function targetOf(url: string): Target | undefined {
  const [, token, path] = /^(?:\/(?:~|%7e)([^/?#]*))?((?:[/?][^#]*)?)$/i.exec(url) ?? []
  if (path === undefined || (token === undefined && !path.startsWith('/')) || UPWARDS.test(path)) return undefined
  return { ...(token === undefined ? {} : { token }), path: path.startsWith('/') ? path : `/${path}` }
}

/** A segment of dots, which servers take out or follow. */
const UPWARDS = /^[^?]*[/\\](?:\.|%2e){1,2}(?:[/\\?]|$)/i

/**
 * Who asks, by tokens alone, in the address or a header: that of a user names that user; with the proxy's own a header
 * does. A request without a token is refused. One that is forged, altered or expired is refused, never passed over, and so is
 * a name without the proxy's token.
 */
export function identify(
  headers: IncomingHttpHeaders,
  inAddress: string | undefined,
  { secret, now }: Credentials,
): Identity | Refusal {
  const tokens = [inAddress, headers[TOKEN_HEADER]].filter((token) => token !== undefined).map(String)
  if (tokens.length === 0)
    return refused(`no token: use the whole address that "wayland-core proxy" prints, or the header ${TOKEN_HEADER}`)
  const holders = tokens.map((token) => (isSameText(token, secret) ? OWNER : userOf(token, secret, now)))
  if (holders.includes(undefined)) return refused('the token is forged or has expired')
  const users = new Set(holders.filter((holder) => typeof holder === 'string'))
  const named = headers[USER_HEADER]
  if (named !== undefined) {
    const name = decoded(named)
    if (name === undefined) return refused(`${USER_HEADER} holds no name of a user`)
    if (holders.includes(OWNER)) users.add(name)
    else if (!users.has(name)) return refused('the token is that of another user')
  }
  if (users.size > 1) return refused('the tokens are of two users')
  const [user] = users
  return user === undefined ? {} : { user }
}

/** A token that names a user until a time. */
export function tokenOf(user: string, until: Date, secret: string): string {
  const claim = `${Buffer.from(user).toString('base64url')}.${Math.floor(until.getTime() / 1000)}`
  return `${claim}.${signed(claim, secret)}`
}

export const isRefusal = (one: Identity | Refusal): one is Refusal => 'status' in one

/** The holder of the proxy's own token. */
const OWNER = Symbol('owner')

function userOf(token: string, secret: string, now: Date): string | undefined {
  const [name = '', until = '', sign = '', ...more] = token.split('.')
  if (more.length > 0 || !isSameText(sign, signed(`${name}.${until}`, secret))) return undefined
  const user = Buffer.from(name, 'base64url').toString('utf8')
  return isUserName(user) && Number(until) * 1000 > now.getTime() ? user : undefined
}

/** Names beyond ASCII come percent-encoded. */
function decoded(header: string | readonly string[]): string | undefined {
  try {
    const name = typeof header === 'string' ? decodeURIComponent(header) : undefined
    return isUserName(name) ? name : undefined
  } catch {
    return undefined
  }
}

const signed = (claim: string, secret: string): string =>
  createHmac('sha256', secret).update(`proxy user\n${claim}`).digest('base64url')

const refused = (why: string): Refusal => ({ status: 401, why })
