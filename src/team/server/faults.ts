import { type ErrorKind, isWaylandError, WaylandError } from '../../domain/errors.ts'
import { faultCode } from '../database.ts'
import { TooManyRequests } from './limit.ts'

/** What a request is answered that failed: to a machine as JSON, to a person on a page. */
export interface Fault {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503
  readonly error: string
  readonly hint?: string
  readonly code?: string
  /** Seconds after which the same request may be sent again. */
  readonly retryAfter?: number
}

/** Undefined for a fault of the server or its database, which is for its log and in no answer. */
export function faultOf(error: unknown): Fault | undefined {
  if (error === UNKNOWN) return { status: 401, error: UNKNOWN.message, hint: UNKNOWN.hint, code: 'not_found' }
  if (isWaylandError(error))
    return { status: STATUS[error.kind], error: error.message, hint: error.hint, code: error.code }
  if (error instanceof TooManyRequests) return { status: 429, error: error.message, retryAfter: error.seconds }
  const refused = refusal(error)
  if (refused !== undefined)
    return { status: 403, error: refused, code: 'refused', hint: 'See who is in the team: wayland-core team status.' }
  // Of two that write the same, the second is told to look again.
  if (['23505', '40001', '40P01'].includes(faultCode(error) ?? ''))
    return { status: 409, error: 'another request changed the same meanwhile', code: 'conflict' }
  if (['22021', '22P05'].includes(faultCode(error) ?? ''))
    return { status: 400, error: 'the request has characters that no text has', code: 'bad_usage' }
  return undefined
}

export const UNAVAILABLE: Fault = {
  status: 503,
  error: 'the database does not answer now',
  code: 'unavailable',
  retryAfter: 2,
}

export const UNKNOWN = new WaylandError('refused', 'the token of this machine is not known, or was revoked', {
  hint: 'Ask an admin of the team for an invitation, then: wayland-core team join <url>',
})

const STATUS: Readonly<Record<ErrorKind, 400 | 403 | 404 | 409 | 500 | 503>> = {
  ...{ invalid: 400, refused: 403, not_found: 404, conflict: 409, unavailable: 503, internal: 500 },
}

/** What a constraint of the database refused, in words. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  reviews_by_another: 'another person than its author decides on a version',
  reviews_not_blocked: 'a safety rule blocks this version: it cannot be approved',
}

function refusal(error: unknown): string | undefined {
  const text = error instanceof Error ? String(error.cause ?? error) : ''
  if (faultCode(error) !== '23514') return undefined
  return Object.entries(CONSTRAINTS).find(([name]) => text.includes(name))?.[1]
}
