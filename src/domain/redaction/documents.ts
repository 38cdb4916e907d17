import { secretName } from './naming.ts'
import type { Span } from './placeholder.ts'
import { type Rule, ruleSpans } from './rules.ts'
import { isSecretValue } from './value.ts'

/** Secrets in the formats of settings files in which no operator joins name and value. */
export function documentSpans(text: string, spans: Span[]): void {
  if (text.includes('</')) for (const match of text.matchAll(ELEMENT)) named(match, spans)
  if (text.includes(': |') || text.includes(': >')) for (const match of text.matchAll(BLOCK_SCALAR)) named(match, spans)
  if (text.includes('value')) for (const match of text.matchAll(LABELLED)) named(match, spans)
  if (text.includes('set')) for (const match of text.matchAll(SET)) named(match, spans)
  if (text.includes('%3D') || text.includes('%3A') || text.includes('%3d') || text.includes('%3a'))
    for (const match of text.matchAll(ENCODED)) encoded(match, spans)
  ruleSpans(text, FILES, spans)
}

/** `<password>…</password>`, with a prefix and attributes or without. */
const ELEMENT = /<(?:[\w-]{1,30}:)?([\w.-]{2,64})(?:\s[^<>]{0,200})?>([^<>]{3,256})(?=<\/)/g
/** The line below `password: |`; a private key of several lines is known by its own shape. */
const BLOCK_SCALAR =
  /(?<![\w.-])([\w.-]{2,64})["']?[ \t]{0,4}: [|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,40}([^\s"'`][^\r\n]{2,256})/g
/** A name and its value in lists of settings. */
const LABELLED =
  /\b(?:name|key)["']?: ?["']?([\w.-]{2,64})["']?,?\s{1,40}["']?value["']?: ?["']?([^\s"'`][^\r\n"']{2,256})/g
/** `config set name value`. */
const SET = /\b(?:conf(?:ig(?:ure)?)? set|set -\w{1,4}|setx|setenv) ([\w.:/-]{2,64}) ["']?([^\s"'`]{3,256})/g
/** `password%3D…%26`, `%22password%22%3A%22…%22`. */
const ENCODED =
  /(?<![\w-])(?:%22)?([A-Za-z_][\w-]{1,63}?)(?:%22)?%3[AaDd](?:%22)?((?:[^\s%&"'<>]|%(?!2[26]|3[Bb]|0[AaDd])[0-9A-Fa-f]{2}){3,512})/g

/** Formats recognised by their lines: netrc, pgpass, password hashes of `htpasswd` and `/etc/shadow`. */
const FILES: readonly Rule[] = [
  {
    cues: ['login '],
    pattern: /\blogin[ \t]{1,8}\S{1,100}\s{1,20}password\s{1,8}([^\s"'`]{3,256})/g,
    kind: 'password',
  },
  {
    cues: [':5432:', ':*:'],
    pattern: /(?<![^\s"'`])[\w.*-]{1,100}:(?:\d{4,5}|\*):[A-Za-z*][^:\s]{0,63}:[^:\s]{1,64}:([^\s:"'`]{4,256})/g,
    kind: 'password',
  },
  {
    cues: ['$apr1$', '$1$', '$2a$', '$2b$', '$2y$', '$5$', '$6$', '$y$', '$argon2'],
    pattern: /(\$(?:apr1|2[aby]|[156y]|argon2(?:id|i|d))\$[^\s:"'`]{16,200})/g,
    kind: 'password-hash',
    is: () => true,
  },
]

const lastOf = (match: RegExpExecArray, value: string, kind: string): Span => {
  const start = match.index + match[0].lastIndexOf(value)
  return { start, end: start + value.length, kind }
}

function named(match: RegExpExecArray, spans: Span[]): void {
  const kind = secretName(match[1]!)
  const value = match[2]!.trimEnd()
  if (kind !== undefined && isSecretValue(value, kind, 'quoted')) spans.push(lastOf(match, value, kind))
}

function encoded(match: RegExpExecArray, spans: Span[]): void {
  const kind = secretName(match[1]!)
  const raw = match[2]!
  if (kind === undefined) return
  let value = raw
  try {
    value = decodeURIComponent(raw)
  } catch {
    // It is looked at as it stands.
  }
  if (isSecretValue(value, kind, 'joined')) spans.push({ ...lastOf(match, raw, kind), values: [raw, value] })
}
