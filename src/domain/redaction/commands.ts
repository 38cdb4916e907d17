import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pointsElsewhere } from './value.ts'

/** Passwords where a command line expects them (`-u user:password`, `-pSECRET`), and pairs beside the word "login". */
export function commandSpans(text: string, pair: boolean, spans: Span[]): void {
  for (const { cue, pattern } of PASSWORDS)
    if (text.includes(cue))
      for (const match of text.matchAll(pattern)) {
        const { start, found } = capture(match)
        if (!pointsElsewhere(found)) spans.push({ start, end: start + found.length, kind: 'password' })
      }
  if (!pair) return
  for (const pattern of PAIRS)
    for (const match of text.matchAll(pattern)) {
      const { start, found } = capture(match)
      userPassword(found, start, spans)
    }
}

/** Where a password stands on the command line of a program; the cue spares the search. */
const PASSWORDS: readonly { readonly cue: string; readonly pattern: RegExp }[] = [
  { cue: 'mysql', pattern: /\bmysql(?:dump|admin)?\b[^\n|;]{0,200}?[ \t]-p([^\s"'`-][^\s"'`]{2,256})/g },
  { cue: 'mariadb', pattern: /\bmariadb\b[^\n|;]{0,200}?[ \t]-p([^\s"'`-][^\s"'`]{2,256})/g },
  { cue: 'sshpass', pattern: /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?([^\s"'`]{3,256})/g },
  {
    cue: ' login',
    pattern: /\b(?:docker|podman|az|oc)[ \t]{1,4}login\b[^\n|;]{0,200}?[ \t]-p[ \t]{1,4}["']?([^\s"'`]{3,256})/g,
  },
  { cue: 'redis-cli', pattern: /\bredis-cli\b[^\n|;]{0,200}?[ \t]-a[ \t]{1,4}["']?([^\s"'`]{3,256})/g },
  {
    cue: 'echo ',
    pattern:
      /\becho[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?["']?([^\s"'`|]{4,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}-\w{0,4}S|docker[ \t]{1,4}login|gh[ \t]{1,4}auth|podman[ \t]{1,4}login|helm[ \t]{1,4}registry)/g,
  },
  { cue: 'pass:', pattern: /\bpass:([^\s"'`]{4,256})/g },
  { cue: 'jdbc:', pattern: /\bjdbc:oracle:thin:[^\s/:@"']{1,64}\/([^\s/@"']{1,128})@/g },
]

const PAIRS = [
  /(?:^|\s|["'])(?:-u|-U|--user|--proxy-user)(?:[ \t=]{1,4}|(?=[\w.@-]))["']?([^\s:"'`$<{]{1,100}:[^\s"'`]{1,256})/g,
  /\b(?:log(?:ged)? ?in|credentials?|creds|auth(?:enticate)?|user(?:name)?)\b[^\n:]{0,30}?[\s"'(]([A-Za-z0-9._@-]{2,64}:[^\s"'`/][^\s"'`]{4,256})/gi,
]

function capture(match: RegExpExecArray): { start: number; found: string } {
  const start = match.index + match[0].lastIndexOf(match[1]!)
  return { start, found: match[1]!.replace(/(?<![.,;)])[.,;)]+$/, '') }
}

/** `user:password`; ids of a user and group (`1000:1000`), times and addresses are none. */
function userPassword(pair: string, start: number, spans: Span[]): void {
  const colon = pair.indexOf(':')
  const password = pair.slice(colon + 1)
  if (password.startsWith('//') || pointsElsewhere(password) || /^[0-9:.]*$/.test(password)) return
  if (!looksSecret(password, 4) && password.length < 6) return
  spans.push({ start: start + colon + 1, end: start + pair.length, kind: 'user-password', values: [password, pair] })
}
