/** What a reader does with a message that is framed twice: takes which of its lengths, and whether chunks come first. */
export interface Policy {
  readonly length: 'first' | 'last'
  readonly chunksWin: boolean
}

/** Readers as they are found among servers, clients and the proxies before them. */
export const POLICIES: readonly Policy[] = (['first', 'last'] as const).flatMap((length) =>
  [true, false].map((chunksWin) => ({ length, chunksWin })),
)

/** The messages of one side of a connection: start line and body of each, and how many bytes belong to none that is whole. */
export interface Reading {
  readonly messages: readonly { readonly start: string; readonly body: string }[]
  readonly rest: number
}

/**
 * Reads HTTP/1 as the most lenient servers do: it takes bare line feeds, folded lines, blanks before a colon, every
 * transfer coding with the word "chunked" in it, and numbers with a sign. `ended`: the connection has ended, and with it an
 * answer without a length.
 */
export function readMessages(bytes: string, policy: Policy, ended = false): Reading {
  const messages: { start: string; body: string }[] = []
  let at = 0
  for (;;) {
    while (/[\r\n]/.test(bytes[at] ?? '')) at++
    const found = messageAt(bytes, at, policy, ended)
    if (found === undefined) return { messages, rest: bytes.length - at }
    messages.push({ start: found.start, body: found.body })
    at = found.end
  }
}

function messageAt(bytes: string, at: number, policy: Policy, ended: boolean) {
  const gap = /\r?\n\r?\n/g
  gap.lastIndex = at
  const found = gap.exec(bytes)
  if (found === null) return undefined
  const [start = '', ...lines] = bytes
    .slice(at, found.index)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const from = found.index + found[0].length
  const values = (name: string) =>
    lines
      .filter((line) => line.split(':')[0]?.trim().toLowerCase() === name)
      .map((line) => line.slice(line.indexOf(':') + 1).trim())
  const isChunked = values('transfer-encoding').some((value) => /chunked/i.test(value))
  const length = values('content-length').at(policy.length === 'first' ? 0 : -1)
  if (/^HTTP\S* (?:1\d\d|204|304)/.test(start)) return { start, body: '', end: from }
  if (isChunked && (policy.chunksWin || length === undefined)) return chunked(bytes, from, start)
  const isAnswer = start.startsWith('HTTP')
  if (length === undefined) {
    if (!isAnswer) return { start, body: '', end: from }
    return ended ? { start, body: bytes.slice(from), end: bytes.length } : undefined
  }
  const end = from + (Number.parseInt(length, 10) || 0)
  return end > bytes.length ? undefined : { start, body: bytes.slice(from, end), end }
}

function chunked(bytes: string, from: number, start: string) {
  let at = from
  let body = ''
  for (;;) {
    const end = bytes.indexOf('\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.slice(at, end), 16) || 0
    at = end + 1
    if (size === 0) break
    if (at + size > bytes.length) return undefined
    body += bytes.slice(at, at + size)
    const next = bytes.indexOf('\n', at + size)
    if (next < 0) return undefined
    at = next + 1
  }
  // Trailers, up to an empty line.
  for (;;) {
    const end = bytes.indexOf('\n', at)
    if (end < 0) return undefined
    const line = bytes.slice(at, end).replace(/\r$/, '')
    at = end + 1
    if (line === '') return { start, body, end: at }
  }
}
