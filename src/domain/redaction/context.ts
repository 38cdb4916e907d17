import { type SecretName, secretName } from './naming.ts'
import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { isSecretValue, type Setting } from './value.ts'

/** Secrets known by what stands before them: a telling name, a header, a flag, a URL with a password in it. */
export function* contextSpans(text: string): Generator<Span> {
  if (text.includes('://') || text.includes('hooks.slack')) yield* inUrls(text)
  if (TELLING.test(text)) {
    yield* named(text)
    yield* inHeaders(text)
  }
  if (COMMAND.test(text)) yield* inCommands(text)
}

const TELLING =
  /pass|pwd|secret|token|key|auth|cred|bearer|jwt|cookie|dsn|_pat\b|mnemonic|seed|otp\b|pin\b|sig=|salt|webhook|contrase|senha|parol|парол|密[码碼]|口令|パスワード|비밀번호/i
const WORD = new RegExp(TELLING.source, 'gi')
/** Longest name around a telling word, to each side. */
const REACH = 48

function* named(text: string): Generator<Span> {
  WORD.lastIndex = 0
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    let start = match.index
    let end = WORD.lastIndex
    for (let n = 0; n < REACH && isNameChar(text.charCodeAt(start - 1)); n++) start--
    for (let n = 0; n < REACH && isNameChar(text.charCodeAt(end)); n++) end++
    const word = text.slice(start, end)
    const name = NON_LATIN.test(word) ? 'password' : secretName(word)
    if (name !== undefined) {
      const span = valueAfter(text, start, end, name)
      if (span !== undefined) {
        yield span
        end = Math.max(end, span.end)
      }
    }
    WORD.lastIndex = Math.max(end, WORD.lastIndex)
  }
}

const NON_LATIN = /парол|密[码碼]|口令|パスワード|비밀번호/i

/** Letters of the scripts that part words, digits, `_` and `-`; NaN (outside the text) is none. */
const isNameChar = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  (code > 191 && code < 0x530)

/** Between name and value: a closing quote or bracket, then an operator; or the word "is", or, after a flag, a blank. */
const OPERATOR =
  /(?:\\?["'`\]]){0,3}(?:[ \t]{0,8}(?:={1,3}>?|:=|:{1,2}|：|->|→|\|)[ \t]{0,8}|[ \t]{1,4}(?:is|was)[ \t]{1,4}|[ \t]{0,2}[是は為为이][ \t]{0,2}|([ \t]{1,4}))/y
const QUOTED = /[bfru]?(\\?["'`])((?:(?!\1)[^\r\n]){1,2048}?)\1/y
const BARE = /[^\s"'`<>]{1,2048}/y

function valueAfter(text: string, start: number, end: number, name: SecretName): Span | undefined {
  OPERATOR.lastIndex = end
  const operator = OPERATOR.exec(text)
  if (operator === null) return undefined
  const flag = text.startsWith('--', start) || (text[start] === '-' && text[start - 1] !== '-')
  if (operator[1] !== undefined && !flag) return undefined
  const at = OPERATOR.lastIndex
  QUOTED.lastIndex = at
  const quoted = QUOTED.exec(text)
  if (quoted !== null && isSecretValue(quoted[2]!, name, 'quoted')) {
    const from = quoted.index + quoted[0].length - quoted[1]!.length - quoted[2]!.length
    return { start: from, end: from + quoted[2]!.length, kind: name }
  }
  if (quoted !== null) return undefined
  BARE.lastIndex = at
  const bare = BARE.exec(text)
  if (bare === null) return undefined
  const setting = flag ? 'joined' : settingOf(text, start, operator[0], at + bare[0].length)
  return bareSpan(at, bare[0], { name, setting, inQuery: /[?&;]/.test(text[start - 1] ?? '') })
}

function settingOf(text: string, start: number, operator: string, end: number): Setting {
  if (/^(?:\\?["'`\]])*=$/.test(operator)) return 'joined'
  if (!/[=:：|]/.test(operator)) return 'prose'
  const line = text.slice(Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - 40), start)
  return /^[\s>*+-]*(?:\w+[ \t])?["']?$/.test(line) && /^[ \t]*(?:#.*)?(?:\r?\n|$)/.test(text.slice(end, end + 80))
    ? 'line'
    : 'prose'
}

/** A value without quotes ends at a separator of its setting; what follows a comma or bracket is given up as well. */
function bareSpan(
  at: number,
  raw: string,
  { name, setting, inQuery }: { name: SecretName; setting: Setting; inQuery: boolean },
): Span | undefined {
  const cut = raw.search(inQuery ? /[&#;]/ : /[;\\]/)
  const value = (cut < 0 ? raw : raw.slice(0, cut)).replace(/[.,:)\]}!?*…]+$/, (end) =>
    /^[!?*]/.test(end) ? end[0]! : '',
  )
  if (!isSecretValue(value, name, setting)) return undefined
  const first = value.split(/[,&|)\]}]/, 1)[0]!
  const values = first !== value && isSecretValue(first, name, setting) ? [value, first] : [value]
  return { start: at, end: at + value.length, kind: name, values }
}

const URL_PASSWORD = /[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@"'`<>]{0,200}):([^\s/"'`<>]{1,256})@/gi
const URL_TOKEN = /[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@"'`<>]{16,256})@/gi
const WEBHOOK =
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{20,})|discord(?:app)?\.com\/api\/webhooks\/([0-9]{5,}\/[A-Za-z0-9_-]{20,})/g

function* inUrls(text: string): Generator<Span> {
  for (const match of text.matchAll(URL_PASSWORD)) {
    const [all, user = '', password = ''] = match
    const end = match.index + all.length - 1
    if (!REFERENCE.test(password))
      yield { start: end - password.length, end, kind: 'url-password', values: decoded(password, user) }
    if (looksSecret(user, 16))
      yield { start: end - password.length - 1 - user.length, end: end - password.length - 1, kind: 'url-token' }
  }
  for (const match of text.matchAll(URL_TOKEN)) {
    const end = match.index + match[0].length - 1
    if (looksSecret(match[1]!, 16) && !REFERENCE.test(match[1]!))
      yield { start: end - match[1]!.length, end, kind: 'url-token' }
  }
  for (const match of text.matchAll(WEBHOOK)) {
    const path = (match[1] ?? match[2])!
    const end = match.index + match[0].length
    yield {
      start: end - path.length,
      end,
      kind: 'webhook',
      values: [path, ...path.split('/').filter((part) => part.length >= 20)],
    }
  }
}

const REFERENCE = /^(?:[$<{*%]|\[redacted|x{3,}$|x-oauth-basic$)/

/** A password as it stands and percent-decoded, and the pair that basic authentication would encode. */
function decoded(password: string, user: string): string[] {
  const plain = percentDecoded(password)
  return [...new Set([password, plain, `${user}:${plain}`])]
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const SCHEME = /\b(bearer|basic)[ \t]{1,4}(?:\\?["'])?([A-Za-z0-9._~+/=-]{6,4096})/gi
const AUTHORIZATION =
  /\bauthorization(?:\\?["'`])?[ \t]{0,4}[:=,][ \t]{0,4}(?:\\?["'`])?(?:[A-Za-z0-9-]{2,24}[ \t]{1,4})?([^\s"'`,;\\]{6,4096})/gi
const COOKIE = /\b(?:set-)?cookie(?:\\?["'`])?[ \t]{0,4}:[ \t]{0,4}(?:\\?["'`])?([^\s"'`=;]{1,80}=[^\r\n"'`]{6,4096})/gi

function* inHeaders(text: string): Generator<Span> {
  for (const match of text.matchAll(SCHEME)) yield* header(match, match[2]!, match[1]!.toLowerCase())
  for (const match of text.matchAll(AUTHORIZATION)) yield* header(match, match[1]!, 'authorization')
  for (const match of text.matchAll(COOKIE)) {
    const end = match.index + match[0].length
    const values = match[1]!.split(/; */).map((pair) => pair.slice(pair.indexOf('=') + 1))
    yield {
      start: end - match[1]!.length,
      end,
      kind: 'cookie',
      values: values.filter((value) => looksSecret(value, 8)),
    }
  }
}

function* header(match: RegExpExecArray, value: string, scheme: string): Generator<Span> {
  if (!looksSecret(value, 6) && value.length < 20 && scheme !== 'authorization') {
    // "Bearer authentication" is prose; `Basic dXNlcjpwdw` is not, if it decodes to a pair.
    if (scheme !== 'basic' || pairIn(value) === undefined) return
  }
  if (REFERENCE.test(value)) return
  const pair = pairIn(value)
  const inner = pair === undefined ? [] : [pair, pair.slice(pair.indexOf(':') + 1)]
  const end = match.index + match[0].length
  yield {
    start: end - value.length,
    end,
    kind: scheme === 'authorization' ? 'bearer' : scheme,
    values: [value, ...inner],
  }
}

/** `user:password` inside base64, if that is what it is. */
function pairIn(base64: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const text = Buffer.from(base64, 'base64').toString('latin1')
  return /^[\x20-\x7e\xa0-\xff]{1,200}:[\x20-\x7e\xa0-\xff]{1,200}$/.test(text) ? text : undefined
}

const COMMAND = /(?:^|[\s"'])-(?:u|p|a|U)|--(?:proxy-)?user\b|log ?in|credential|\bcreds\b|user|\becho\b|\bpass:|jdbc:/
const COMMANDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'user-password',
    /(?:^|\s|["'])(?:-u|-U|--user|--proxy-user)(?:[ \t=]{1,4}|(?=[\w.@-]))["']?([^\s:"'`$<{]{1,100}:[^\s"'`]{1,256})/g,
  ],
  [
    'user-password',
    /\b(?:log(?:ged)? ?in|credentials?|creds|auth(?:enticate)?|user(?:name)?)\b[^\n:]{0,30}?[\s"'(]([A-Za-z0-9._@-]{2,64}:[^\s"'`/][^\s"'`]{4,256})/gi,
  ],
  ['password', /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,200}?[ \t]-p([^\s"'`-][^\s"'`]{2,256})/g],
  ['password', /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?([^\s"'`]{3,256})/g],
  ['password', /\bdocker[ \t]{1,4}login\b[^\n|;]{0,200}?[ \t]-p[ \t]{1,4}["']?([^\s"'`]{3,256})/g],
  ['password', /\bredis-cli\b[^\n|;]{0,200}?[ \t]-a[ \t]{1,4}["']?([^\s"'`]{3,256})/g],
  [
    'password',
    /\becho[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?["']?([^\s"'`|]{4,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+-\w*S|docker[ \t]+login|gh[ \t]+auth|podman[ \t]+login|helm[ \t]+registry)/g,
  ],
  ['password', /\bpass:([^\s"'`]{4,256})/g],
  ['url-password', /\bjdbc:oracle:thin:[^\s/:@"']{1,64}\/([^\s/@"']{1,128})@/g],
]

function* inCommands(text: string): Generator<Span> {
  for (const [kind, pattern] of COMMANDS) {
    for (const match of text.matchAll(pattern)) {
      const found = match[1]!.replace(/[.,;)]+$/, '')
      const start = match.index + match[0].lastIndexOf(match[1]!)
      if (kind === 'user-password') yield* userPassword(found, start)
      else if (!REFERENCE.test(found)) yield { start, end: start + found.length, kind }
    }
  }
}

/** `user:password`; ids of a user and group (`1000:1000`), times and addresses are none. */
function* userPassword(pair: string, start: number): Generator<Span> {
  const colon = pair.indexOf(':')
  const password = pair.slice(colon + 1)
  if (password.startsWith('//') || REFERENCE.test(password) || /^[0-9:.]*$/.test(password)) return
  if (!looksSecret(password, 4) && password.length < 6) return
  yield { start: start + colon + 1, end: start + pair.length, kind: 'user-password', values: [password, pair] }
}
