import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pointsElsewhere } from './value.ts'

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
  if (text.includes('hooks')) for (const match of text.matchAll(WEBHOOK)) webhook(match, spans)
}

const PASSWORD = /([^\s/:@"'`<>]{0,200}):([^\s/"'`<>]{1,256})@/y
const TOKEN = /([^\s/:@"'`<>]{16,256})@/y
const WEBHOOK =
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{20,200})|\b(?:discord(?:app)?|webhook\.office)\.com\/[a-z0-9/]{0,40}webhooks?\/([A-Za-z0-9@/_-]{20,300})/g

function withPassword(user: string, password: string, start: number, spans: Span[]): void {
  const at = start + user.length + 1
  if (!pointsElsewhere(password)) {
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

function webhook(match: RegExpExecArray, spans: Span[]): void {
  const path = (match[1] ?? match[2])!
  const end = match.index + match[0].length
  const parts = path.split('/').filter((part) => part.length >= 20)
  spans.push({ start: end - path.length, end, kind: 'webhook', values: [path, ...parts] })
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
