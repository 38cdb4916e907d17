import { matchesOf } from '../matches.ts'
import { cuesOf, type Pairs } from './pairs.ts'
import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pairInBase64, pointsElsewhere } from './value.ts'

/** Passwords and tokens before the host of a URL, and the paths of web hooks, which are secrets as a whole. */
export function urlSpans(text: string, spans: Span[]): void {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    PASSWORD.lastIndex = at + 3
    const password = PASSWORD.exec(text)
    if (password !== null) withPassword(password[1]!, password[2]!, at + 3, spans)
    else {
      TOKEN.lastIndex = at + 3
      const user = TOKEN.exec(text)?.[1]
      if (user !== undefined && looksSecret(user, 16) && !pointsElsewhere(user))
        spans.push({ start: at + 3, end: at + 3 + user.length, kind: 'url-token' })
    }
  }
  if (text.includes('ook')) for (const match of matchesOf(WEBHOOK, text)) webhook(match, text, spans)
}

const PASSWORD = /([^\s/:@"'`<>]{0,200}):([^\s/"'`<>]{1,256})@/y
const TOKEN = /([^\s/:@"'`<>]{16,256})@/y
/** `hooks.example.com/…`, `webhook.example.com/…`, `example.com/api/webhooks/…`. */
const WEBHOOK = /hooks?\w{0,3}(\.[\w.-]{2,60})?\/([\w@/.~%-]{6,300})/gi

function withPassword(user: string, password: string, start: number, spans: Span[]): void {
  const at = start + user.length + 1
  if (!pointsElsewhere(password) && password !== user) {
    // Basic authentication would encode the pair, with the password percent-decoded.
    const plain = percentDecoded(password)
    spans.push({
      start: at,
      end: at + password.length,
      kind: 'url-password',
      values: [password, plain, `${user}:${plain}`],
    })
  }
  if (looksSecret(user, 16)) spans.push({ start, end: at - 1, kind: 'url-token' })
}

/** The path of a web hook in a URL, where a part of it is random. */
function webhook(match: RegExpExecArray, text: string, spans: Span[]): void {
  const path = match[2]!
  const isHost = match[1] !== undefined
  const atLeast = isHost ? 6 : 16
  const parts = path.split(/[/@]/).filter((part) => looksSecret(part, atLeast) && /^(?=.*\d)[\w-]+$/.test(part))
  const before = text.slice(Math.max(0, match.index - 80), match.index).split(/[\s"'`]/)
  const isUrl = isHost || /:\/\/|\.[a-z]{2,8}\//.test(before.at(-1)!)
  const end = match.index + match[0].length
  if (isUrl && parts.length > 0)
    spans.push({ start: end - path.length, end, kind: 'webhook', values: [path, ...parts] })
}

/** A text without percent-encoding; as it stands where it is none. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What HTTP headers carry: credentials of any scheme, and cookies. */
export function headerSpans(text: string, pairs: Pairs, spans: Span[]): void {
  if (!pairs.hasOne(CUES)) return
  for (const match of matchesOf(SCHEME, text)) if (isCredential(match[2]!)) credentials(match, match[2]!, spans)
  for (const match of matchesOf(AUTHORIZATION, text)) credentials(match, match[1]!, spans)
  for (const match of matchesOf(COOKIE, text)) {
    const end = match.index + match[0].length
    const values = match[1]!.split(/; */).map((pair) => pair.slice(pair.indexOf('=') + 1))
    const start = end - match[1]!.length
    // `theme=dark; Path=/` is a preference.
    if (values.every((value) => value.length < 12 && !looksSecret(value, 4))) continue
    spans.push({ start, end, kind: 'cookie', values: values.filter((value) => looksSecret(value, 8)) })
  }
}

const CUES = cuesOf(['earer ', 'asic ', 'uthorization', 'UTHORIZATION', 'ookie', 'OOKIE'])

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
