import { matchesOf } from '../matches.ts'
import { type Cues, cuesOf, type Pairs } from './pairs.ts'
import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { type Rule, rule, ruleSpans, secretOf } from './rules.ts'
import { pointsElsewhere } from './value.ts'

/** Passwords where a command line, a statement or a call expects them, and pairs beside the word "login". */
export function commandSpans(
  text: string,
  { pair, flags, pairs }: { readonly pair: boolean; readonly flags: boolean; readonly pairs: Pairs },
  spans: Span[],
): void {
  ruleSpans(text, STATEMENTS, pairs, spans)
  if (flags) ruleSpans(text, ARGUMENTS, pairs, spans)
  if (pair)
    for (const [cues, pattern] of PAIRS)
      if (pairs.hasOne(cues)) for (const match of matchesOf(pattern, text)) userPassword(match, spans)
}

const password = (cues: string, pattern: RegExp, is?: Rule['is']): Rule => rule('password', cues, pattern, is)

/** Passwords in statements, calls and pipes. */
export const STATEMENTS: readonly Rule[] = [
  password(
    'chpasswd',
    /\becho[ \t]{1,4}["']?[\w.-]{1,64}:([^\s"'`|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd/g,
  ),
  password(
    'DENTIFIED|dentified',
    /\bidentified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?["']([^"'\s]{3,256})["']/gi,
  ),
  password(
    'PASSWORD|assword',
    /\b(?:with|encrypted|set|role|user)\s{1,4}(?:\S{1,64}\s{1,4}){0,2}?password\s{1,4}(?:=\s{0,4})?N?["']([^"'\s]{3,256})["']/gi,
  ),
  password(
    'echo ',
    /\becho[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?["']?([^\s"'`|]{4,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}-\w{0,4}S|(?:docker|podman|gh|glab|helm|vercel|netlify|wrangler|fly|flyctl|vault|pass|npx|heroku)[ \t][^\n|]{0,60}?\b(?:login|auth|registry|secrets?|env|kv|insert)\b)/g,
  ),
  // What a provider of mail makes for one program.
  password('pass', /pass\w{0,12}["']?\s?[:=]\s?["']?((?:[a-z]{4} ){3}[a-z]{4})(?!\w)/gi),
  password('-b |--cookie', /\s(?:-b|--cookie)[ \t=]{1,2}["'][^\s"'`=;]{1,80}=([^\r\n"'`]{12,4096})["']/g, secretOf(12)),
  password('/p:', /\s\/p:["']?([^\s"'`]{3,256})/g, secretOf(4)),
  // `reg add KEY /v DefaultPassword /d VALUE`
  password(
    'assword',
    /\s\/v[ \t]{1,4}["']?\w{0,30}password\w{0,30}["']?[ \t][^\n]{0,80}?\/d[ \t]{1,4}["']?([^\s"'`]{3,256})/gi,
  ),
  password('pass:', /\bpass:([^\s"'`]{4,256})/g),
  password('ogin(', /\blogin\(\s?["']([^"'\s]{20,256})["']\s?\)/g, secretOf(20)),
  password(
    'SecureString',
    /\bConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?\\?["']?([^\s"'`\\-][^\s"'`\\]{2,256})/g,
  ),
  password(
    'net use',
    /\bnet[ \t]{1,4}use(?:r[ \t]{1,4}["']?[\w.\\-]{1,64}["']?|(?:[ \t]{1,4}[A-Za-z*]:?)?[ \t]{1,4}\\\\[\w.$\\-]{1,100})[ \t]{1,4}["']?([^\s"'`/*][^\s"'`]{3,128})/g,
  ),
  password(
    'auth |login |token ',
    /\b[a-z][\w-]{1,20}[ \t](?:[\w-]{1,20}[ \t])?(?:auth|login|(?:add-)?(?:auth)?token)[ \t]{1,4}["']?((?=(?:[A-Za-z_-]{0,40}\d){5})[\w-]{24,256})(?![\w./:@-])/g,
    secretOf(24),
  ),
  password(
    'user |password ',
    /\b(?:(?:add|create)_?user|(?:change|set)_password)[ \t]{1,4}["']?[\w.@-]{1,64}["']?[ \t]{1,4}["']?([^\s"'`-][^\s"'`]{5,256})/g,
    secretOf(6),
  ),
  password(
    'sqlplus|impdp|expdp|jdbc:',
    /\b(?:jdbc:oracle:thin:|(?:sqlplus|impdp|expdp)[ \t](?:[^\n]{0,80}?[ \t])?)[^\s/:@"'`]{1,64}\/([^\s"'`@/]{3,128})@/g,
  ),
  // A file of a user and a password, a line each.
  password(
    'echo -e|printf',
    /\b(?:echo[ \t]-e|printf)[ \t]["'][\w.@-]{1,64}\\n([^\s"'`\\]{6,256})(?:\\n)?["'][ \t]{0,4}[>)]/g,
    secretOf(6),
  ),
  // `Client("account", "token")`
  password(
    'lient|redential|uth',
    /\b\w{0,30}(?:Client|Credentials?|Auth)(?:\.\w{1,20})?\s?\(\s?["'][\w.@-]{1,100}["']\s?,\s?["']((?=(?:[A-Za-z_-]{0,40}\d){5})[\w-]{24,256})["']/g,
    secretOf(24),
  ),
  password(
    'pass|key |psk ',
    /\b(?:nmcli|rclone|netsh|ipmitool|wpa_cli)[ \t][^\n]{0,200}[ \t](?:password|pass|psk|key)[ \t]{1,4}["']?([^\s"'`]{5,256})/g,
    secretOf(5),
  ),
  // What a script types where a program asks.
  password(
    'assword',
    /assword:?[^\n]{0,6}["']\)?\s?;?\s{0,8}(?:\w{1,20}\.)?send(?:line)?[ (]{1,2}["']([^"'\s\\]{4,256})/gi,
  ),
  // `login("user", "password")`
  password(
    'ogin|og_in|ign|uthenticate|asic',
    /\b(?:log_?in|sign_?in|authenticate|basic_?auth)\w{0,12}\s?\(\s?["'][^"'\n]{1,100}["']\s?,\s?["']([^"'\s]{4,256})["']/gi,
    secretOf(4),
  ),
]

/** A password after a flag of a program. */
const argument = (cues: string, program: string, flag: string): Rule =>
  password(
    cues,
    new RegExp(
      String.raw`\b(?:${program})[ \t](?:(?:[^\n|;"']|"[^"\n]{0,200}"|'[^'\n]{0,200}'){0,200}?[ \t])?${flag}["']?([^\s"'\x60-][^\s"'\x60]{2,256})`,
      'g',
    ),
  )

/** Passwords among the arguments of known programs, and after `-p` beside a user. */
export const ARGUMENTS: readonly Rule[] = [
  argument('mysql|mariadb|7z', 'mysql(?:dump|admin)?|mariadb(?:-dump|-admin)?|7z[ar]?', '-p'),
  argument('mongo|sshpass', 'mongo(?:sh|dump|restore|export|import)?|sshpass', '-p[ \\t]{0,4}'),
  argument(' login', '(?:docker|podman|az|oc)[ \\t]{1,4}login', '-p[ \\t]{1,4}'),
  argument('zip', '(?:un)?zip', '-\\w{0,4}P[ \\t]{1,4}'),
  argument('ldap', 'ldap(?:search|add|modify|delete|passwd|whoami)', '-w[ \\t]{1,4}'),
  argument('sqlcmd', 'sqlcmd', '-P[ \\t]{0,4}'),
  argument('lftp', 'lftp', '-u[ \\t]{1,4}[\\w.@-]{1,64},'),
  argument('redis-cli', 'redis-cli', '-a[ \\t]{1,4}'),
  argument('codecov', 'codecov(?:\\.io/bash\\))?', '-t[ \\t]{1,4}'),
  argument('http', 'https?', '(?:-a|--auth)[ \\t=]{1,4}["\']?[\\w.@-]{1,64}:'),
  password('pass ', /[ \t]-(?:store|key|src|dest|dst)(?:store)?pass[ \t]{1,4}["']?([^\s"'`-][^\s"'`]{2,256})/g),
  password('%', /[ \t](?:-U|--user)[ \t=]{0,4}["']?[\w.\\/-]{1,64}%([^\s"'`%]{3,256})/g),
  password(
    'htpasswd',
    /\bhtpasswd[ \t]{1,4}-\w{0,6}b\w{0,6}[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,3}(?:\S{1,200}[ \t]{1,4}){1,2}["']?([^\s"'`]{3,256})/g,
  ),
  password(
    ' -p | -P ',
    /[ \t]-[pP][ \t]{1,4}["']?([^\s"'`/-][^\s"'`/]{4,256})/g,
    (value, line) =>
      secretOf(5)(value) &&
      !/^\w+=|^[\w.]*:\d+$|\.\w{2,4}$/.test(value) &&
      /[ \t](?:-[uUh]|--user(?:name)?|--host|log-?in|auth)[ \t=]/.test(line()),
  ),
]

const PAIRS: readonly (readonly [cues: Cues, pattern: RegExp])[] = [
  [
    cuesOf(['-u', '-U', '-user']),
    /(?:^|\s|["'])(?:-u|-U|--user|--proxy-user)(?:[ \t=]{1,4}|(?=[\w.@-]))["']?([^\s:"'`$<{]{1,100}):([^\s"'`]{1,256})/g,
  ],
  [
    cuesOf(['og', 'OG', 'red', 'RED', 'uth', 'UTH', 'ser', 'SER']),
    /\b(?:log(?:ged)? ?in|credentials?|creds|auth(?:enticate)?|user(?:name)?)\b[^\n:]{0,30}?[\s"'(]([A-Za-z0-9._@-]{2,64}):([^\s"'`/][^\s"'`]{4,256})/gi,
  ],
]

/** Adds the password of `user:password`; ids of user and group (`1000:1000`), times and addresses have none. */
function userPassword(match: RegExpExecArray, spans: Span[]): void {
  const password = match[2]!.replace(/(?<![.,;)])[.,;)]+$/, '')
  if (password.startsWith('//') || pointsElsewhere(password) || password === match[1] || /^[0-9:.]*$/.test(password))
    return
  if (!looksSecret(password, 4) && password.length < 6) return
  const start = match.index + match[0].length - match[2]!.length
  const values = [password, `${match[1]}:${password}`]
  spans.push({ start, end: start + password.length, kind: 'user-password', values })
}
