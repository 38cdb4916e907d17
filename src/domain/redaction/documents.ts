import { matchesOf } from '../matches.ts'
import { type Cues, cuesOf, type Pairs } from './pairs.ts'
import type { Span } from './placeholder.ts'
import { type Rule, rule, ruleSpans } from './rules.ts'
import { percentDecoded } from './urls.ts'
import { isSecretValue, secretName } from './value.ts'

/** Secrets in the formats of settings files in which no operator joins name and value. */
export function documentSpans(text: string, pairs: Pairs, spans: Span[]): void {
  for (const [cues, pattern] of NAMED)
    if (pairs.hasOne(cues)) for (const match of matchesOf(pattern, text)) named(match, spans)
  ruleSpans(text, FILES, pairs, spans)
}

/** A name and its value: arguments of a call, an element of XML, the line below `password: |`, settings in lists, `config set`, `password%3D…`. */
const NAMED: readonly (readonly [cues: Cues, pattern: RegExp])[] = [
  [cuesOf(['</']), /<(?:[\w-]{1,30}:)?([\w.-]{2,64})(?:\s[^<>]{0,200})?>(?:\s{0,40}<value>)?([^<>]{3,256})(?=<\/)/gi],
  [
    cuesOf([': |', ': >']),
    /(?<![\w.-])([\w.-]{2,64})["']?[ \t]{0,4}: [|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,40}([^\s"'`][^\r\n]{2,256})/g,
  ],
  [
    cuesOf(['value']),
    /\b(?:name|key)["']?: ?["']?([\w.-]{2,64})["']?,?\s{1,40}["']?value["']?: ?["']?([^\s"'`][^\r\n"']{2,256})/g,
  ],
  [cuesOf([', ']), /["']([\w.-]{2,64})["'], ?["']((?=[^"'\s]{0,200}\d)(?=[^"'\s]{0,200}[A-Za-z])[^"'\s]{6,256})["']/g],
  [
    cuesOf(['set', 'ENV ']),
    /\b(?:conf(?:ig(?:ure)?)? set|set -\w{1,4}|setx|setenv|ENV) ([\w.:/-]{2,64}) ["']?([^\s"'`]{3,256})/g,
  ],
  [
    cuesOf(['%3D', '%3A', '%3d', '%3a']),
    /(?<![\w-])(?:%22)?([A-Za-z_][\w-]{1,63}?)(?:%22)?%3[AaDd](?:%22)?((?:[^\s%&"'<>]|%(?!2[26]|3[Bb]|0[AaDd])[0-9A-Fa-f]{2}){3,512})/g,
  ],
]

/** Formats recognised by their lines: netrc, pgpass, password hashes of `htpasswd` and `/etc/shadow`. */
export const FILES: readonly Rule[] = [
  rule('password', 'login ', /\blogin[ \t]{1,8}\S{1,100}\s{1,20}password\s{1,8}([^\s"'`]{3,256})/g),
  rule(
    'password',
    ':5432:|:*:',
    /(?<![^\s"'`])[\w.*-]{1,100}:(?:\d{4,5}|\*):[A-Za-z*][^:\s]{0,63}:[^:\s]{1,64}:([^\s:"'`]{4,256})/g,
  ),
  rule(
    'password-hash',
    '$apr1$|$1$|$2a$|$2b$|$2y$|$5$|$6$|$y$|$argon2',
    /(\$(?:apr1|2[aby]|[156y]|argon2(?:id|i|d))\$[^\s:"'`]{16,200})/g,
    (value) => !/[<{*]|\$$/.test(value),
  ),
]

/** Adds the value after the name of a secret, also as it is without percent-encoding. */
function named(match: RegExpExecArray, spans: Span[]): void {
  const kind = secretName(match[1]!)
  if (kind === undefined) return
  const value = match[2]!.trimEnd()
  const plain = percentDecoded(value)
  const start = match.index + match[0].lastIndexOf(value)
  if (isSecretValue(plain, kind, plain === value ? 'quoted' : 'joined'))
    spans.push({ start, end: start + value.length, kind, values: [value, plain] })
}
