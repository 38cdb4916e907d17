import type { Pairs } from './pairs.ts'
import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pairInBase64, pointsElsewhere } from './value.ts'

/** What HTTP headers carry: credentials of any scheme, and cookies. */
export function headerSpans(text: string, pairs: Pairs, spans: Span[]): void {
  if (!pairs.hasOne(CUES)) return
  for (const match of text.matchAll(SCHEME)) if (isCredential(match[2]!)) credentials(match, match[2]!, spans)
  for (const match of text.matchAll(AUTHORIZATION)) credentials(match, match[1]!, spans)
  for (const match of text.matchAll(COOKIE)) {
    const end = match.index + match[0].length
    const values = match[1]!.split(/; */).map((pair) => pair.slice(pair.indexOf('=') + 1))
    const start = end - match[1]!.length
    spans.push({ start, end, kind: 'cookie', values: values.filter((value) => looksSecret(value, 8)) })
  }
}

const CUES = ['earer ', 'asic ', 'uthorization', 'UTHORIZATION', 'ookie', 'OOKIE']

const SCHEME = /\b(bearer|basic)[ \t]{1,4}(?:\\?["'])?([A-Za-z0-9._~+/=-]{6,4096}(?::[A-Za-z0-9]{16,64})?)/gi
const AUTHORIZATION =
  /\bauthorization(?:\\?["'`])?[ \t]{0,4}[:=,][ \t]{0,4}(?:\\?["'`])?(?:[A-Za-z0-9-]{2,24}[ \t]{1,4})?([^\s"'`,;\\]{6,4096})/gi
const COOKIE =
  /\b(?:set-)?cookie(?:\\?["'`])?[ \t]{0,4}:[ \t]{0,4}(?:\\?["'`])?([^\s"'`=;[]{1,80}=[^\r\n"'`]{6,4096})/gi

/** The value after a scheme may be too short to be a credential. */
const SCHEME_ONLY = /^(?:bearer|basic|digest|negotiate|apikey|token)$/i

/** "Bearer authentication" and "basic understanding" are prose. */
const isCredential = (value: string): boolean =>
  looksSecret(value, 6) || value.length >= 20 || pairInBase64(value) !== undefined

function credentials(match: RegExpExecArray, value: string, spans: Span[]): void {
  if (pointsElsewhere(value) || SCHEME_ONLY.test(value)) return
  const pair = pairInBase64(value)
  const inner = pair === undefined ? [] : [pair, pair.slice(pair.indexOf(':') + 1)]
  const end = match.index + match[0].length
  spans.push({ start: end - value.length, end, kind: 'authorization', values: [value, ...inner] })
}
