import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isUserName } from '../domain/bank/user-folder.ts'
import { isSameText, type Refusal } from '../platform/loopback-guard.ts'
import { TOKEN_HEADER, USER_HEADER } from './headers.ts'

/** Who asks: a user of the bank, or the person whose proxy it is. */
export interface Identity {
  readonly user?: string
}

export interface Credentials {
  /** The proxy's own token, with which tokens of users are signed. */
  readonly secret: string
  /** Without a token no request is answered: other machines can reach the proxy. */
  readonly required: boolean
  readonly now: Date
}

/**
 * Who asks, by the token alone: the token of a user names that user; with the proxy's own token a header does. A token that
 * is forged, altered or expired is refused, never passed over, and so is a name without the proxy's token.
 */
export function identify(headers: IncomingHttpHeaders, { secret, required, now }: Credentials): Identity | Refusal {
  const token = headers[TOKEN_HEADER]
  const named = headers[USER_HEADER]
  if (token === undefined) {
    if (required) return refused(`the header ${TOKEN_HEADER} is missing`)
    return named === undefined ? {} : refused(`${USER_HEADER} is believed only with the proxy's own token`)
  }
  if (typeof token !== 'string') return refused('there is more than one token')
  if (isSameText(token, secret)) {
    if (named === undefined) return {}
    const name = decoded(named)
    return name === undefined ? refused(`${USER_HEADER} holds no name of a user`) : { user: name }
  }
  const user = userOf(token, secret, now)
  if (user === undefined) return refused('the token is forged or has expired')
  return named === undefined || decoded(named) === user ? { user } : refused('the token is that of another user')
}

/** A token that names a user until a time. */
export function tokenOf(user: string, until: Date, secret: string): string {
  const claim = `${Buffer.from(user).toString('base64url')}.${Math.floor(until.getTime() / 1000)}`
  return `${claim}.${signed(claim, secret)}`
}

export const isRefusal = (one: Identity | Refusal): one is Refusal => 'status' in one

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
