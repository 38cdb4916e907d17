/** Header fields of one connection only (RFC 9110, section 7.6.1); each side of the proxy sets its own. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
])

/** Fields by which a client speaks to the proxy itself; the upstream never sees them. */
export const TOKEN_HEADER = 'x-wayland-token'
export const USER_HEADER = 'x-wayland-user'
const OF_PROXY: ReadonlySet<string> = new Set([TOKEN_HEADER, USER_HEADER])

/** Fields that the proxy writes anew: `expect` was answered by it, and the host is another one. */
const OF_REQUEST: ReadonlySet<string> = new Set(['host', 'expect'])

/** Names and values in turns, as Node gives and takes them: order, case and repetitions stay. */
export type RawHeaders = readonly string[]

/**
 * The fields of a request for the upstream. `length`: bytes of a body that is sent whole, in place of the length or the
 * chunks that the client announced.
 */
export function requestHeaders(raw: RawHeaders, host: string, length: number | undefined): string[] {
  const framing = length === undefined ? [] : ['content-length', 'transfer-encoding']
  const kept = without(raw, new Set([...OF_PROXY, ...OF_REQUEST, ...framing]))
  const hasBody = length !== undefined && (length > 0 || announces(raw))
  return ['Host', host, ...kept, ...(hasBody ? ['Content-Length', String(length)] : [])]
}

/** The fields of a response for the client. */
export const responseHeaders = (raw: RawHeaders): string[] => without(raw, NONE)

const NONE: ReadonlySet<string> = new Set()

/** Whether a request announces a body. */
export const announces = (raw: RawHeaders): boolean =>
  raw.some((name, i) => i % 2 === 0 && /^(?:content-length|transfer-encoding)$/i.test(name))

function without(raw: RawHeaders, dropped: ReadonlySet<string>): string[] {
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
