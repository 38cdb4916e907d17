import type { IncomingMessage } from 'node:http'

/**
 * Fields of one connection only (RFC 9110, section 7.6.1), and those that say where a body ends: each side of the proxy
 * writes its own.
 */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Fields by which a client speaks to the proxy itself; the upstream never sees them. */
export const TOKEN_HEADER = 'x-wayland-token'
export const USER_HEADER = 'x-wayland-user'

/** What a request does not hand on besides: `expect` was answered by the proxy, and the host is another one. */
const OF_REQUEST: ReadonlySet<string> = new Set([TOKEN_HEADER, USER_HEADER, 'host', 'expect'])
const NONE: ReadonlySet<string> = new Set()

/** Names and values in turns, as Node gives and takes them: order, case and repetitions stay. */
type RawHeaders = readonly string[]

/** Where a body ends: after so many bytes, by chunks, or there is none. */
export type Framing = number | 'chunked' | 'none'

type Framed = Pick<IncomingMessage, 'headers'>

/** How a message is framed, as Node's parser took it; undefined for what two parsers may read in two ways. */
export function framingOf({ headers }: Framed): Framing | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  if (coding !== undefined) return coding.toLowerCase() === 'chunked' && length === undefined ? 'chunked' : undefined
  if (length === undefined) return 'none'
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined
}

/** The fields of a request for the upstream, framed by what is sent and by nothing that the client wrote. */
export const requestHeaders = (raw: RawHeaders, host: string, framing: Framing): string[] => [
  ...['Host', host, ...handedOn(raw, OF_REQUEST)],
  ...(framing === 'none' ? [] : written(framing)),
]

/** The fields of a response for the client; without a length Node frames it by chunks, where there is a body. */
export function responseHeaders({ rawHeaders, headers, statusCode }: IncomingMessage): string[] {
  const framing = statusCode === 204 ? 'none' : framingOf({ headers })
  return [...handedOn(rawHeaders, NONE), ...(typeof framing === 'number' ? written(framing) : [])]
}

const written = (framing: number | 'chunked'): readonly string[] =>
  framing === 'chunked' ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(framing)]

function handedOn(raw: RawHeaders, dropped: ReadonlySet<string>): string[] {
  const named = new Set<string>()
  eachOf(raw, (name, value) => {
    if (name.toLowerCase() === 'connection') for (const one of value.split(',')) named.add(one.trim().toLowerCase())
  })
  const kept: string[] = []
  eachOf(raw, (name, value) => {
    const lower = name.toLowerCase()
    if (!(OF_CONNECTION.has(lower) || dropped.has(lower) || named.has(lower))) kept.push(name, value)
  })
  return kept
}

function eachOf(raw: RawHeaders, visit: (name: string, value: string) => void): void {
  for (let i = 0; i + 1 < raw.length; i += 2) visit(raw[i] ?? '', raw[i + 1] ?? '')
}
