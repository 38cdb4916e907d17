import { matchesOf } from '../matches.ts'
import { cuesOf } from './cues.ts'
import type { Span } from './placeholder.ts'
import { isSecretValue, type SecretName, type Setting, secretName } from './value.ts'

/**
 * Adds secrets known by the name before them (`name=value`, `name: value`, `--name value`, `name is value`); `isSaid`: the
 * text has parts of such names in sentences. Returns whether a pair such as `user:password` stands in it.
 */
export function namedSpans(text: string, isSaid: boolean, spans: Span[]): boolean {
  let hasPair = false
  let done = 0
  const progress = { read: 0 }
  for (const { 1: word = '', 2: gap = '', index: at } of matchesOf(isSaid ? SAID_OPERATOR : OPERATOR, text)) {
    if (at < done) continue
    const end = at - gap.length
    const start = end - word.length
    hasPair ||= gap === '' && text[at] === ':' && /[^\x00-\x20/:]/.test(text[at + 1] ?? ' ')
    const name = secretName(word)
    if (name === undefined || setsNothing(text, start, at)) continue
    const span = valueAfter(text, start, end, name, progress)
    if (span === undefined) continue
    spans.push(span)
    done = span.end
  }
  for (const { 1: word = '', index: at } of matchesOf(FLAG, text)) {
    const name = secretName(word)
    const span = name && valueAfter(text, at, at + 2 + word.length, name, { read: 0 })
    if (span !== undefined) spans.push(span)
  }
  return hasPair
}

/** A character of a name: letters, digits, `_` and `-`, not the operators of other scripts. */
const CHAR = String.raw`[\w\-\u00c0-\u306e\u3070-\u662e\u6630-\uff19\uff1b-\uffff]`
/**
 * The colon of full width, and "is" in Chinese and Japanese, are operators, too. Before one stand the name, the quotes and
 * brackets that end it, and blanks.
 */
const operator = (words: string): RegExp =>
  new RegExp(
    String.raw`(?:[=:：是は]| (?=(?:${words}) ))(?<=(${CHAR}{1,64})(["'\x60\\\]]{0,3}[ \t]{0,8})[=:：是は ])`,
    'g',
  )
const OPERATOR = operator('is|was')
/** The same in a sentence: "the password is …", "set the password to …". */
const SAID_OPERATOR = operator("is|was|to|ist|lautet|es|est|c'est|c’est|é|è")
const FLAG = new RegExp(`--(?!no-)(?=(${CHAR}{1,62})[ \\t])`, 'g')

/** Parts of the names of secrets in sentences. */
// biome-ignore format: a row
export const SAID = cuesOf('assw|assp|ASS|oken|ecret|key|wort|pw |clave|contrase|enha|mot de|salas|senord|chtwoord|hasł|heslo|jelsz|passord|adgangskode|parol|lozink|ifre|парол|WIFI:|code|Code|PIN|pin|OTP|otp|2FA|seed|Seed|ogin|og in|SEED|nemonic|NEMONIC|ecovery|allet'.split('|'))

/** In `ok ? 'pass' : 'fail'` and `${NAME:?message}` nothing is set, and what `arn:…:secret:name` names is elsewhere. */
const setsNothing = (text: string, start: number, at: number): boolean =>
  /\?\s?["'`]$|\barn:[\w:-]{0,80}$/.test(text.slice(Math.max(0, start - 90), start)) ||
  (text.startsWith('${', start - 2) && /[?+]/.test(text[at + 1] ?? ''))

/**
 * Between name and value: a closing quote or bracket, then an operator; or the word "is", or, after a flag, a blank.
 */
const BETWEEN =
  /(?:\\?["'`\]]){0,3}(?:[ \t]{0,8}(?:={1,3}>?|:[=-]|:{1,2}|：|->|→|\|)[ \t]{0,8}|[ \t]{1,4}(?:is|was|to|ist|lautet|es|(?:c['’])?est|é|è)[ \t]{1,4}|[ \t]{0,2}[是は為为이][ \t]{0,2}|([ \t]{1,4}))/y
const QUOTED = /[bfru]?(\\?["'`])((?:(?!\1)[^\r\n]){1,2048}?)\1/y
const BARE = /[^\s"'`<>]{1,2048}/y
const BEGINNING = /[^\s"'`<>]{1,32}/y

function valueAfter(
  text: string,
  start: number,
  end: number,
  name: SecretName,
  progress: { read: number },
): Span | undefined {
  BETWEEN.lastIndex = end
  const operator = BETWEEN.exec(text)
  if (operator === null) return undefined
  const flag = text.startsWith('--', start)
  if (operator[1] !== undefined && !flag) return undefined
  const at = BETWEEN.lastIndex
  QUOTED.lastIndex = at
  const quoted = QUOTED.exec(text)
  // In "pass it to 'make'" the quoted word is a program, in "the password is 'make'" a password.
  const strength = operator[0].trim() === 'to' ? 'prose' : 'quoted'
  if (quoted !== null && (isSecretValue(quoted[2]!, name, strength) || isPhrase(text.slice(start, end), quoted[2]!))) {
    const from = quoted.index + quoted[0].length - quoted[1]!.length - quoted[2]!.length
    return { start: from, end: from + quoted[2]!.length, kind: name }
  }
  if (quoted !== null) return undefined
  const read = (pattern: RegExp): Span | undefined => {
    pattern.lastIndex = at
    const bare = pattern.exec(text)?.[0] ?? ''
    progress.read = Math.max(progress.read, at + bare.length)
    const setting = flag ? 'joined' : settingOf(text, start, operator[0], at + bare.length)
    return bareSpan(at, bare, { name, setting, inQuery: /[?&]/.test(text[start - 1] ?? '') })
  }
  // A value within one that was read and is no secret: `key=key=key=…` would be read to its end from each name.
  if (at >= progress.read) return read(BARE)
  const beginning = read(BEGINNING)
  return beginning && (read(BARE) ?? beginning)
}

/** Whether a value is a passphrase of several words; a label that only asks for one is none. */
const isPhrase = (name: string, value: string): boolean =>
  /passphrase|mnemonic|seed/i.test(name) &&
  /^[\p{L}\d']{2,20}(?:[ -][\p{L}\d']{2,20}){3,24}$/u.test(value) &&
  !/\b(?:enter|your|pass|phrase|passphrase|please|must|required|invalid|wrong|mnemonic|the)\b/i.test(value)

function settingOf(text: string, start: number, operator: string, end: number): Setting {
  // `--from-literal=password=…` stands in no code.
  if (operator === '=' && text[start - 1] === '=') return 'quoted'
  if (/^(?:\\?["'`\]])*=$/.test(operator)) return 'joined'
  if (!/[=:：|]/.test(operator) || !/^[ \t]*(?:#.*)?(?:\r?\n|$)/.test(text.slice(end, end + 80))) return 'prose'
  const before = text.slice(Math.max(0, start - 40), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /^[\s>*+-]*(?:\w+[ \t])?["']?$/.test(line) || isSentence(line) ? 'line' : 'prose'
}

/** Whether a line is a sentence ("Deploy with the password: …") and not code (`const password: Shape`). */
const isSentence = (line: string): boolean =>
  /^[\s\p{L}\d',:.-]*[ \t]$/u.test(line) &&
  !/\b(?:const|let|var|val|readonly|private|public|protected|static|export|declare|def|func?|function|type|interface|class|final|mut|field)\b/.test(
    line,
  )

/** The span of a value without quotes: up to the separator of its setting, or the first comma or bracket. */
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
