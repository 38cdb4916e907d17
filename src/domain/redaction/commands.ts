import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pointsElsewhere } from './value.ts'

/** Passwords where a command line, a statement or a call expects them, and pairs beside the word "login". */
export function commandSpans(
  text: string,
  { pair, flags }: { readonly pair: boolean; readonly flags: boolean },
  spans: Span[],
): void {
  for (const { cue, pattern, is } of flags ? PASSWORDS : WITHOUT_FLAGS)
    if (text.includes(cue))
      for (const match of text.matchAll(pattern)) {
        const { start, found } = capture(match)
        if (!pointsElsewhere(found) && is?.(found) !== false)
          spans.push({ start, end: start + found.length, kind: 'password' })
      }
  if (!pair) return
  for (const pattern of PAIRS)
    for (const match of text.matchAll(pattern)) {
      const { start, found } = capture(match)
      userPassword(found, start, spans)
    }
}

/** A pattern that finds a password in a command; without its cue in the text it is not tried. */
interface PasswordPattern {
  readonly cue: string
  readonly pattern: RegExp
  readonly is?: (value: string) => boolean
}

const IDENTIFIED =
  /\bidentified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?["']([^"'\s]{3,256})["']/gi
const SQL_PASSWORD =
  /\b(?:with|encrypted|set|role|user)\s{1,4}(?:\S{1,64}\s{1,4}){0,2}?password\s{1,4}["']([^"'\s]{3,256})["']/gi

/** `login("user", "password")`. */
const CALL =
  /\b(?:log_?in|sign_?in|authenticate|basic_?auth)\w{0,12}\s?\(\s?["'][^"'\n]{1,100}["']\s?,\s?["']([^"'\s]{4,256})["']/gi
const isPassword = (value: string): boolean => looksSecret(value, 4)

/** Passwords in statements, calls and pipes. */
const WITHOUT_FLAGS: readonly PasswordPattern[] = [
  {
    cue: 'chpasswd',
    pattern:
      /\becho[ \t]{1,4}["']?[\w.-]{1,64}:([^\s"'`|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd/g,
  },
  { cue: 'DENTIFIED', pattern: IDENTIFIED },
  { cue: 'dentified', pattern: IDENTIFIED },
  { cue: 'PASSWORD', pattern: SQL_PASSWORD },
  { cue: 'assword', pattern: SQL_PASSWORD },
  {
    cue: 'echo ',
    pattern:
      /\becho[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?["']?([^\s"'`|]{4,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}-\w{0,4}S|docker[ \t]{1,4}login|gh[ \t]{1,4}auth|podman[ \t]{1,4}login|helm[ \t]{1,4}registry)/g,
  },
  { cue: 'pass:', pattern: /\bpass:([^\s"'`]{4,256})/g },
  { cue: 'jdbc:', pattern: /\bjdbc:oracle:thin:[^\s/:@"']{1,64}\/([^\s/@"']{1,128})@/g },
  {
    cue: 'ogin(',
    pattern: /\blogin\(\s?["']([^"'\s]{20,256})["']\s?\)/g,
    is: (value) => looksSecret(value, 20),
  },
  {
    cue: 'SecureString',
    pattern: /\bConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["']?([^\s"'`-][^\s"'`]{2,256})/g,
  },
  {
    cue: 'net user',
    pattern: /\bnet[ \t]{1,4}user[ \t]{1,4}["']?[\w.\\-]{1,64}["']?[ \t]{1,4}["']?([^\s"'`/*][^\s"'`]{3,128})/g,
    is: isPassword,
  },
  { cue: 'ogin', pattern: CALL, is: isPassword },
  { cue: 'og_in', pattern: CALL, is: isPassword },
  { cue: 'ign', pattern: CALL, is: isPassword },
  { cue: 'uthenticate', pattern: CALL, is: isPassword },
  { cue: 'asic', pattern: CALL, is: isPassword },
]

/** Passwords among the arguments of known programs. */
const PASSWORDS: readonly PasswordPattern[] = [
  ...WITHOUT_FLAGS,
  { cue: 'mysql', pattern: /\bmysql(?:dump|admin)?\b[^\n|;]{0,200}?[ \t]-p["']?([^\s"'`-][^\s"'`]{2,256})/g },
  { cue: 'mariadb', pattern: /\bmariadb\b[^\n|;]{0,200}?[ \t]-p["']?([^\s"'`-][^\s"'`]{2,256})/g },
  {
    cue: 'mongo',
    pattern:
      /\bmongo(?:sh|dump|restore|export|import)?[ \t][^\n|;]{0,200}?[ \t]-p[ \t]{0,4}["']?([^\s"'`-][^\s"'`]{2,256})/g,
  },
  { cue: 'pass ', pattern: /[ \t]-(?:store|key|src|dest|dst)(?:store)?pass[ \t]{1,4}["']?([^\s"'`-][^\s"'`]{2,256})/g },
  { cue: '%', pattern: /[ \t](?:-U|--user)[ \t=]{0,4}["']?[\w.\\/-]{1,64}%([^\s"'`%]{3,256})/g },
  {
    cue: 'htpasswd',
    pattern:
      /\bhtpasswd[ \t]{1,4}-\w{0,6}b\w{0,6}[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,3}(?:\S{1,200}[ \t]{1,4}){1,2}["']?([^\s"'`]{3,256})/g,
  },
  { cue: 'zip', pattern: /\b(?:un)?zip[ \t][^\n|;]{0,100}?-\w{0,4}P[ \t]{1,4}["']?([^\s"'`]{3,256})/g },
  { cue: '7z', pattern: /\b7z[ar]?[ \t][^\n|;]{0,100}?[ \t]-p["']?([^\s"'`]{3,256})/g },
  {
    cue: 'ldap',
    pattern: /\bldap(?:search|add|modify|delete|passwd|whoami)[ \t][^\n|;]{0,200}?-w[ \t]{1,4}["']?([^\s"'`]{3,256})/g,
  },
  { cue: 'sshpass', pattern: /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?([^\s"'`]{3,256})/g },
  {
    cue: ' login',
    pattern: /\b(?:docker|podman|az|oc)[ \t]{1,4}login\b[^\n|;]{0,200}?[ \t]-p[ \t]{1,4}["']?([^\s"'`]{3,256})/g,
  },
  { cue: 'sqlcmd', pattern: /\bsqlcmd\b[^\n|;]{0,200}?[ \t]-P[ \t]{0,4}["']?([^\s"'`-][^\s"'`]{2,256})/g },
  { cue: 'redis-cli', pattern: /\bredis-cli\b[^\n|;]{0,200}?[ \t]-a[ \t]{1,4}["']?([^\s"'`]{3,256})/g },
]

const PAIRS = [
  /(?:^|\s|["'])(?:-u|-U|--user|--proxy-user)(?:[ \t=]{1,4}|(?=[\w.@-]))["']?([^\s:"'`$<{]{1,100}:[^\s"'`]{1,256})/g,
  /\b(?:log(?:ged)? ?in|credentials?|creds|auth(?:enticate)?|user(?:name)?)\b[^\n:]{0,30}?[\s"'(]([A-Za-z0-9._@-]{2,64}:[^\s"'`/][^\s"'`]{4,256})/gi,
]

function capture(match: RegExpExecArray): { start: number; found: string } {
  const start = match.index + match[0].lastIndexOf(match[1]!)
  return { start, found: match[1]!.replace(/(?<![.,;)])[.,;)]+$/, '') }
}

/** Adds the password of `user:password`; ids of user and group (`1000:1000`), times and addresses have none. */
function userPassword(pair: string, start: number, spans: Span[]): void {
  const colon = pair.indexOf(':')
  const password = pair.slice(colon + 1)
  if (password.startsWith('//') || pointsElsewhere(password) || /^[0-9:.]*$/.test(password)) return
  if (!looksSecret(password, 4) && password.length < 6) return
  spans.push({ start: start + colon + 1, end: start + pair.length, kind: 'user-password', values: [password, pair] })
}
