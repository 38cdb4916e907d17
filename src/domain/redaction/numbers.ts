import { matchesOf } from '../matches.ts'
import { placeholder, type Span } from './placeholder.ts'

/** Numbers of payment cards and bank accounts, recognised by their check digits, and of telephones and persons. */
export function numberSpans(text: string, spans: Span[]): void {
  if (!DIGITS.test(text)) return
  for (const [kind, pattern, is] of NUMBERS)
    for (const match of matchesOf(pattern, text)) {
      const value = match[1] ?? match[0]
      const end = match.index + match[0].length
      const start = end - value.length
      if (is === undefined || is(value, text, start)) spans.push({ start, end, kind })
    }
}

const DIGITS =
  /\d{3}[ -]\d{2}[ -]\d{4}|\bcv[vc]|\d{5}|\d\D?\d{5}|\d[ -]?[0-9A-Z]{4}[ -]?[0-9A-Z]{4}|\d{3}\)?[ ./-]?\d{3}|\+[1-9]\d/

type Number = readonly [kind: string, pattern: RegExp, is?: (value: string, text: string, start: number) => boolean]

const isPhone = (value: string, text: string, start: number): boolean => {
  const digits = value.replace(/\D/g, '').length
  return digits >= 9 && digits <= 15 && !/[\w+.\n-]/.test(text[start - 1] ?? ' ')
}
const CARD_WORD = /\b(?:card|credit|debit|visa|mastercard|amex|pay(?:ment)?|pan|cvv|cvc)\b/i

/** The number is the first group, or all of the match. */
const NUMBERS: readonly Number[] = [
  ['phone', /(\+[1-9]\d{0,2}(?:[ .-]?\(0?\d{1,4}\))?(?:[ ./-]?\d{2,12}){1,6})(?![\w-]|\.\d)/g, isPhone],
  ['phone', /(\(\d{3}\) ?\d{3}-\d{4})(?![\w-])/g, isPhone],
  [
    'phone',
    /\b(?:phone|tel(?:efon)?|mobile|cell|handy|call(?:ed)?|reach(?:ed|able)?|sms|fax|whatsapp)(?:(?: ?(?:number|no\.?|nr\.?))?[ :=]{1,3}(?:is |me (?:at|on) )?|[^\n]{1,40}? (?=\(?0\d{1,4}\)?[ /-]))(\(?\d{3,5}\)?[ ./-]?\d{3,4}[ .-]?\d{3,6})(?![\w-])/gi,
    isPhone,
  ],
  ['card', /(?<![\w.-])\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?![\w-])/g, isCard],
  // Digits without separators may be any number, so the text must also mention cards or payments.
  ['card', /(?<![\w.-])\d{15,16}(?![\w-])/g, (value, text) => isCard(value) && CARD_WORD.test(text)],
  ['card-code', /\b(?:cvv2?|cvc2?)(?: code)?[ :=#]{1,3}(?:is )?(\d{3,4})(?![\w.-])/gi],
  // ISO 13616: country, two check digits, up to thirty more, in groups of four or in a row.
  ['bank-account', /(?<![\w.-])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\w-])/g, isAccount],
  // Numbers that states give to a person, after their names.
  [
    'personal-number',
    /(?<![\p{L}\p{N}])(?:ssn|social security|passport|national insurance|driver['’]?s? licen[cs]e|driving licen[cs]e|tax[ -]id(?:entification)?|steuer-?(?:id|identifikationsnummer)|sozialversicherungsnummer|personnummer|personal identity code|hetu|henkilötunnus|codice fiscale|sécurité sociale|NIR|CPF|DNI|NIE|PESEL|BSN|NINO|aadhaar|cédula)(?:[ _-]?(?:number|nummer|no\.?|nr\.?|code))?["']?[ :=#]{1,4}["']?(?:is |ist |on )?((?=\D{0,8}\d)[A-Z0-9](?:[ ./-]?[A-Z0-9+]){5,19})(?![\w-])/giu,
    // Of a sample all digits may be the same.
    (value) => /(?:\d\D{0,2}){5}/.test(value) && new Set(value.replace(/\D/g, '')).size > 1,
  ],
  [
    'personal-number',
    /(?<![\w.-])(?:(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])\d{4}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]|[XYZ\d]\d{7}[A-Z])(?![\w-])/g,
    isPersonal,
  ],
]

const COUNTRIES = new Set(
  'AD AE AL AT AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV MC MD ME MK MR MT MU NL NO PK PL PS PT QA RO RS SA SC SE SI SK SM ST SV TL TN TR UA VA VG XK'.split(
    ' ',
  ),
)

/** Issuers' first digits, and the check digit (Luhn, ISO/IEC 7812), for which the digits of a double are added. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  // Numbers for tests repeat two or three digits.
  if (new Set(digits).size <= 3 || !ISSUED.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, digit, i) => all + +(i % 2 === 0 ? digit : '0246813579'[+digit]!), 0)
  return sum % 10 === 0
}

const ISSUED = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12})$/

/** The remainder of the rearranged number by 97 is 1 (ISO 7064). */
function isAccount(text: string): boolean {
  const plain = text.replaceAll(' ', '')
  if (plain.length < 15 || plain.length > 34 || !COUNTRIES.has(plain.slice(0, 2))) return false
  let rest = 0
  for (const char of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** The check digit of China's identity number (GB 11643), or the letter of Spain's in a text that speaks of one. */
function isPersonal(value: string, text: string): boolean {
  if (value.length === 18) return [...value].reduce((rest, x) => (rest * 2 + (x === 'X' ? 10 : +x)) % 11, 0) === 1
  const number = +value.slice(0, 8).replace(/[XYZ]/, (letter) => `${'XYZ'.indexOf(letter)}`)
  return /(?<![a-z])(?:dni|nie|nif)(?![a-z])/i.test(text) && 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === value[8]
}

/** Replaces e-mail addresses, and home folders by `~`, so that paths stay comparable and name no person. */
export function withoutPersonal(text: string): string {
  let out = text
  if (out.includes('@') || out.includes('%40'))
    out = out.replace(EMAIL, (address, at: number, all: string) =>
      isOfProgram(
        address,
        all.slice(Math.max(0, at - 200), at),
        all.slice(at + address.length, at + address.length + 40),
      )
        ? address
        : placeholder('email'),
    )
  if (HOME_HINT.test(out)) out = redactHome(out)
  return out
}

/** Tries each pattern only if the text holds a literal part of it. */
function redactHome(text: string): string {
  let out = text
  if (out.includes('/home/') || out.includes('/Users/')) out = out.replace(POSIX_HOME, '~')
  if (WINDOWS_HINT.test(out)) out = out.replace(WINDOWS_HOME, '~')
  if (out.includes('-home-') || out.includes('-Users-')) out = out.replace(FLAT_HOME, '$1~')
  return out.includes('%2') ? out.replace(ENCODED_HOME, '~') : out
}

/**
 * Whether an address is an account at a host, of a URL, of a copy over SSH, or after the name of a program that takes
 * one, and no mailbox; git's own settings and searches need the address that they name.
 */
const isOfProgram = (address: string, before: string, after: string): boolean =>
  address.endsWith('.gserviceaccount.com') ||
  // A mailbox that no person reads.
  /^(?:no-?reply|do-?not-?reply|ci|(?:[\w.-]{1,40}[.-])?bot)@/i.test(address) ||
  (address.includes('@') && before.endsWith('://')) ||
  // The comment of a public key.
  /[A-Za-z0-9+/]{60,200}={0,2} $/.test(before) ||
  /^:(?:[~/.]|[\w.-]{1,30}\/)/.test(after) ||
  takesAccount(before.split(/[\n;|&(`]/).at(-1)!)

/** Whether a command has come to an account: programs that log in to a host, a context of kubectl, settings of git. */
function takesAccount(command: string): boolean {
  if (/\bgit\s/.test(command) && /(?:--(?:author|committer)=|user\.email[=\s]{1,4})["']?$/.test(command)) return true
  const words = command.split(/\s+/)
  if (/^(?:--context=?|use-context)$/.test(words.at(-2) ?? '')) return true
  const program = words.findLastIndex((word) =>
    /^["']?(?:ssh|scp|sftp|rsync|mosh|sshfs|autossh|ssh-copy-id)$/.test(word),
  )
  // Flags, their values, and paths: no words of a sentence.
  const given = words.slice(program + 1, -1)
  return program >= 0 && given.every((word, i) => /^-|[/.:~$\d]/.test(word) || given[i - 1]?.startsWith('-'))
}

const WINDOWS_HINT = /:[\\/]{1,4}users/i

/** An address with a dotted domain; `git@host:path` is a remote, `@scope/name` and `name@1.2.3` are packages. */
const EMAIL =
  /(?<![A-Za-z0-9._%+-])(?!git@|hg@|svn@)[A-Za-z0-9\u00c0-\uffdc](?:[A-Za-z0-9._%+'\u00c0-\uffdc-]{0,63})(?:@|%40)(?:[A-Za-z0-9\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f-]{0,62})\.){1,6}(?:xn--[A-Za-z0-9-]{2,30}|[A-Za-z\u00c0-\u024f]{2,24})(?![A-Za-z0-9(])/g

const HOME_HINT = /home|users/i

const NAME = String.raw`[^\s\\/:;,*?"'\x60<>|()[\]{}$&~%][^\s\\/:;,*?"'\x60<>|()[\]{}&%]{0,63}`

/** A home folder with its user's name, at the start of a path: Linux, macOS, and Windows' seen from WSL or Git Bash. */
const POSIX_HOME = new RegExp(
  String.raw`(?<![\w.~-]|:\/)(?:(?:\/(?:var|usr|export|data))?\/home\/(?!linuxbrew\b)|(?:\/System\/Volumes\/Data)?\/Users\/(?!Shared\b)|(?:\/mnt)?\/[a-z]\/Users\/(?!Public\b))${NAME}`,
  'g',
)

/** Windows' own, also with doubled backslashes as in JSON; the name may hold blanks if the path goes on. */
const WINDOWS_HOME = new RegExp(
  String.raw`(?<![\w.~-])(?:\\{2,4}\?\\{1,2})?[a-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/)(?!Public\b)(?:${NAME}(?: ${NAME}){1,2}(?=\\)|${NAME})`,
  'gi',
)

/** The same folder flattened into one name by tools: `-home-alice-project`, at the start of a path part. */
const FLAT_HOME = /(^|[/\\\s"'])-(?:home|Users)-[A-Za-z0-9._]{1,63}(?=-|$|[/\\\s"'])/g

/** The same folder percent-encoded. */
const ENCODED_HOME = /%2F(?:home|Users)%2F[A-Za-z0-9._-]{1,63}/gi
