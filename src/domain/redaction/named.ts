import { mayNameSecret, type SecretName, secretName } from './naming.ts'
import type { Span } from './placeholder.ts'
import { isSecretValue, type Setting } from './value.ts'

/**
 * Secrets known by the name before them (`name=value`, `name: value`, `--name value`, `name is value`). Returns which
 * other places are worth a look, so that the rest of the text need not be searched for them.
 */
export function namedSpans(text: string, spans: Span[]): { readonly header: boolean; readonly pair: boolean } {
  const seen = { header: false, pair: false, done: 0 }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127 ? code === 0xff1a || code === 0x662f : OPERATOR_START[code] === 1) before(text, i, spans, seen)
  }
  for (const word of [' is ', ' was '])
    for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 3)) before(text, i, spans, seen)
  for (let i = text.indexOf('--'); i >= 0; i = text.indexOf('--', i + 2)) flag(text, i, spans)
  return seen
}

/** What stands between a name and its value. */
const OPERATOR_START = new Uint8Array(128)
for (const char of '=:') OPERATOR_START[char.charCodeAt(0)] = 1

/** Longest name that is looked for. */
const REACH = 64

/** Reads the name that ends before an operator, and the value after it if the name is one of a secret. */
function before(text: string, at: number, spans: Span[], seen: { header: boolean; pair: boolean; done: number }): void {
  if (at < seen.done) return
  let end = at
  for (let n = 0; n < 8 && isBlank(text.charCodeAt(end - 1)); n++) end--
  for (let n = 0; n < 3 && isClosing(text.charCodeAt(end - 1)); n++) end--
  const start = nameStart(text, end)
  if (start === end) return
  if (end === at && text.charCodeAt(at) === COLON && beginsPassword(text.charCodeAt(at + 1))) seen.pair = true
  const word = text.slice(start, end)
  if (!mayNameSecret(word)) return
  if (/^(?:proxy-)?authorization$|cookie$/i.test(word)) seen.header = true
  const name = secretName(word)
  if (name === undefined) return
  const span = valueAfter(text, start, end, name)
  if (span === undefined) return
  spans.push(span)
  seen.done = span.end
}

const COLON = 58

/** Neither a blank, a slash, a second colon nor the end of the text (NaN). */
const beginsPassword = (code: number): boolean => code > 32 && code !== 47 && code !== COLON

function flag(text: string, at: number, spans: Span[]): void {
  let end = at + 2
  while (end - at < REACH && isNameChar(text.charCodeAt(end))) end++
  if (!isBlank(text.charCodeAt(end)) || end === at + 2) return
  const name = secretName(text.slice(at + 2, end))
  const span = name === undefined ? undefined : valueAfter(text, at, end, name)
  if (span !== undefined) spans.push(span)
}

function nameStart(text: string, end: number): number {
  let start = end
  while (end - start < REACH && isNameChar(text.charCodeAt(start - 1))) start--
  return start
}

const isBlank = (code: number): boolean => code === 32 || code === 9
/** Quotes, a backslash before one, and the bracket of an index. */
const isClosing = (code: number): boolean => code === 34 || code === 39 || code === 96 || code === 92 || code === 93

/** Letters, digits, `_` and `-`; NaN (outside the text) is none. */
const isNameChar = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  (code > 191 && code !== 0xff1a && code !== 0x662f)

/** Between name and value: a closing quote or bracket, then an operator; or the word "is", or, after a flag, a blank. */
const OPERATOR =
  /(?:\\?["'`\]]){0,3}(?:[ \t]{0,8}(?:={1,3}>?|:=|:{1,2}|：|->|→|\|)[ \t]{0,8}|[ \t]{1,4}(?:is|was)[ \t]{1,4}|[ \t]{0,2}[是は為为이][ \t]{0,2}|([ \t]{1,4}))/y
const QUOTED = /[bfru]?(\\?["'`])((?:(?!\1)[^\r\n]){1,2048}?)\1/y
const BARE = /[^\s"'`<>]{1,2048}/y

function valueAfter(text: string, start: number, end: number, name: SecretName): Span | undefined {
  OPERATOR.lastIndex = end
  const operator = OPERATOR.exec(text)
  if (operator === null) return undefined
  const flag = text.startsWith('--', start)
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
  const before = text.slice(Math.max(0, start - 40), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
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
  const value = (cut < 0 ? raw : raw.slice(0, cut)).replace(/(?<![.,:)\]}!?*…])[.,:)\]}!?*…]+$/, (end) =>
    /^[!?*]/.test(end) ? end[0]! : '',
  )
  if (!isSecretValue(value, name, setting)) return undefined
  const first = value.split(/[,&|)\]}]/, 1)[0]!
  const values = first !== value && isSecretValue(first, name, setting) ? [value, first] : [value]
  return { start: at, end: at + value.length, kind: name, values }
}
