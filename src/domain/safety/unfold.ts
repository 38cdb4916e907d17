import { type Replaced, replacedIn } from '../matches.ts'

/** A text as it is read or run. */
export interface Unfolded extends Replaced {
  /** Whether there is more to undo than was undone. */
  readonly isDeeper?: boolean
}

/**
 * Undoes the splitting and disguising of words, again and again where one hides another: continued lines, quotes inside
 * words, added string pieces, escapes, entities, invisible characters, look-alike letters, runs of blanks. Undefined when
 * there is nothing to undo.
 */
export function unfolded(text: string): Unfolded | undefined {
  let out: Unfolded | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const before = out
    const next = unfoldOnce(before?.text ?? text)
    if (next === undefined) return out
    out = before === undefined ? next : { text: next.text, origin: (position) => before.origin(next.origin(position)) }
  }
  return out && { ...out, isDeeper: unfoldOnce(out.text) !== undefined }
}

/** Disguises within one another that are undone. */
const ROUNDS = 4

const unfoldOnce = (text: string): Replaced | undefined =>
  SPLIT.test(text) || LIST.test(text) ? replacedIn(text, FOLD, plainOf) : undefined

/** Programs whose arguments may be written as a list: `["git", "push"]` is `git push`. */
const PROGRAMS =
  'git|curl|wget|sh|bash|nc|ncat|scp|rsync|ssh|crontab|python3?|node|gh|aws|systemctl|launchctl|claude|codex|npm|npx|pip3?|chmod|rm|dd|tar|base64|dig|nslookup|openssl|security|cp|tee|hg|docker|powershell|schtasks|env|printenv'

/** The words in a list or call as one command. */
const command = (all: string): string =>
  `${all[0]}${(all.match(/["'][^"'\n]{0,200}["']/g) ?? []).map((word) => word.slice(1, -1)).join(' ')}`

/** The forms that are undone, and what each says: nothing, where nothing is told. Each begins with a distinct character. */
const FOLDS: readonly (readonly [pattern: string, plain?: (all: string) => string])[] = [
  [String.raw`(?:\\|(?<=[ \t])[\x60^])\r?\n[ \t]{0,80}`],
  [String.raw`(?<=\S)[ \t]{5,}(?=\S)`, () => ' '],
  [`(?<=[A-Za-z0-9_/.-])(?:''|"")(?=[A-Za-z0-9_/.-])`],
  [String.raw`(?<=[a-z])(?:"[a-z]{1,3}"|'[a-z]{1,3}')(?=[a-z\s-])`, (all) => all.slice(1, -1)],
  [String.raw`(?<![\w])(?:"[a-z]{1,3}"|'[a-z]{1,3}')(?=[a-z]{1,6}\s)`, (all) => all.slice(1, -1)],
  [String.raw`["'\x60]\s{0,10}(?:\+|\|\|)\s{0,10}["'\x60]`],
  [
    String.raw`["']{2}\.join\(\s?\[[^\]\n]{3,2000}\]\s?\)`,
    (all) => [...all.matchAll(/["']([^"'\n]{0,40})["']/g)].map(([, piece]) => piece).join(''),
  ],
  [String.raw`\[\s{0,4}["'](?:${PROGRAMS})["'](?:\s{0,4},\s{0,4}["'][^"'\n]{0,200}["']){1,20}`, command],
  [
    String.raw`\(\s{0,4}["'](?:${PROGRAMS})["']\s{0,4},\s{0,4}\[(?:\s{0,4},?\s{0,4}["'][^"'\n]{0,200}["']){1,20}`,
    command,
  ],
  [String.raw`(?<=[a-z])(?:\\[a-z]){2,40}`, (all) => all.replaceAll('\\', '')],
  [String.raw`\$\{?IFS\}?(?:\$[0-9@*])?`, () => ' '],
  [String.raw`(?:\\x[0-9a-fA-F]{2}){2,4000}`, fromHex],
  [String.raw`(?:\\u00[0-9a-fA-F]{2}){2,4000}`, fromHex],
  ['(?:%[0-9a-fA-F]{2}){3,4000}', fromHex],
  [String.raw`String\.from(?:CharCode|CodePoint)\s?\([\s\d,xa-fA-F]{3,8000}\)`, fromNumbers],
  [String.raw`(?:chr\(\s?(?:0x)?[0-9a-fA-F]{1,4}\s?\)\s{0,4}[+.]?\s{0,4}){2,2000}`, fromNumbers],
  ['(?:&#(?:x[0-9a-fA-F]{1,5}|[0-9]{1,6});){1,4000}', (all) => fromNumbers(all.replaceAll('&#x', '0x'))],
  [
    String.raw`[\p{DI}\u0370-\u058F\u13A0-\u13FF\u24B6-\u24E9\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u{1F130}-\u{1F189}]+`,
    latin,
  ],
]
const FOLD = new RegExp(FOLDS.map(([pattern]) => `(${pattern})`).join('|'), 'gu')

const plainOf = (match: RegExpExecArray): string =>
  FOLDS[match.findIndex((group, i) => i > 0 && group !== undefined) - 1]![1]?.(match[0]) ?? ''

/** The beginning of a list that is a command. */
const LIST = new RegExp(`[[(]\\s{0,4}["'](?:${PROGRAMS})["']\\s{0,4},`)
/** Joints, escapes and calls that put text together, quotes and backslashes inside words, look-alike characters. */
const SPLIT =
  /''|""|["'`] ?(?:\+|\|\|)|[\\^][\r\n]| `\n|IFS|\\x|\\u00|fromC|chr\(|&#|\.join\(|\S[ \t]{5}|%[0-9a-fA-F]{2}%|[a-z]["'][a-z]{1,3}["'][a-z\s-]|["'][a-z]{1,3}["'][a-z]|[a-z]\\[a-z]\\[a-z]|[a-z]\uFE0F[a-z]|(?![\u{FE0F}\u{200D}])\p{DI}|[\u0370-\u058F\u13A0-\u13FF\u24B6-\u24E9\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u{1F130}-\u{1F189}]/u

function fromHex(text: string): string {
  return (text.match(/[0-9a-fA-F]{2,4}/g) ?? []).map((code) => character(Number.parseInt(code, 16))).join('')
}

function fromNumbers(text: string): string {
  return (text.match(/0x[0-9a-fA-F]{1,6}|\d{1,7}/g) ?? []).map((code) => character(Number(code))).join('')
}

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

/**
 * Compatibility forms made plain, invisible characters dropped, letters of other scripts replaced by what they look
 * like.
 */
function latin(text: string): string {
  let out = ''
  for (const char of text.normalize('NFKC').replace(INVISIBLE, '')) out += LOOKALIKE.get(char) ?? char
  return out
}

const INVISIBLE = /[\p{Cf}\p{DI}]/gu

/** Cyrillic, Greek and Armenian letters that a reader takes for Latin ones (Unicode TR 39, the common part). */
const LOOKALIKE: ReadonlyMap<string, string> = new Map(
  [
    ['аеорсухіјһԁԛѕɡո', 'aeopcyxijhdqsgn'],
    ['АВЕКМНОРСТХІЈЅ', 'ABEKMHOPCTXIJS'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναιρτυ', 'ABEZHIKMNOPTYXovaipty'],
    ['ıӏǀ', 'ill'],
  ].flatMap(([from = '', to = '']) => [...from].map((char, i) => [char, [...to][i] ?? char] as const)),
)
