import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request is not answered, with the status code for it. */
export interface Refusal {
  readonly status: 401 | 403
  readonly why: string
}

/**
 * Checks a request to a server on the loopback interface before its body is read: Host and, where a browser sends one,
 * Origin must name this machine (a page elsewhere may resolve its own name to 127.0.0.1), and the bearer token must match.
 * `anyPort`: also through a forwarded port, and from pages of other servers of this machine.
 */
export function whyRefused(
  request: IncomingMessage,
  token: string,
  { anyPort = false }: { readonly anyPort?: boolean } = {},
): Refusal | undefined {
  const elsewhere = whyElsewhere(request, { anyPort })
  if (elsewhere !== undefined) return elsewhere
  if (!isSameText(request.headers.authorization ?? '', `Bearer ${token}`))
    return { status: 401, why: 'the bearer token is missing or wrong' }
  return undefined
}

/** The part of `whyRefused` that needs no token: whether Host or Origin names another machine. */
export function whyElsewhere(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { anyPort = false }: { readonly anyPort?: boolean } = {},
): Refusal | undefined {
  const { host, origin } = request.headers
  const port = anyPort ? undefined : request.socket.localPort
  if (!isHere(host, port)) return { status: 403, why: 'the request is for another host' }
  if (origin !== undefined && !(origin.startsWith(SCHEME) && isHere(origin.slice(SCHEME.length), port)))
    return { status: 403, why: 'the request comes from another origin' }
  return undefined
}

/** Compares secrets in constant time; hashed, so that their lengths are equal. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other))

const SCHEME = 'http://'
const HERE = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/

/** Whether `host[:port]` is this machine, at this port if one is given. */
function isHere(host: string | undefined, port: number | undefined): boolean {
  const found = HERE.exec(host ?? '')
  return found !== null && (port === undefined || found[1] === String(port))
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
