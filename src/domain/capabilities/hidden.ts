import { matchesOf } from '../matches.ts'
import { decoded } from '../safety/decoded.ts'
import { hitsOf } from '../safety/rule.ts'
import { UNICODE } from '../safety/unicode.ts'
import type { Add, Piece } from './said.ts'

type Hidden = Piece & { readonly how: string }

/** What a text hides: unseen characters, and pieces that say something once they are decoded, which are returned. */
export function hiddenIn(text: string, add: Add): readonly Piece[] {
  for (const rule of UNICODE) {
    const first = [...hitsOf(rule, text)].find(({ severity }) => severity !== 'note')
    if (first !== undefined) add('unread', rule.why, first.at)
  }
  const undone = text.search(UNDONE_BY_NONE)
  if (undone >= 0) add('unread', 'text in an encoding that is not undone', undone)
  const pieces = [...encodedIn(text), ...turnedIn(text)].filter(({ text: plain }) => saysSomething(plain))
  for (const { at, how } of pieces) add('follows_text', `text that is ${how}`, at)
  return pieces
}

function* encodedIn(text: string): Generator<Hidden> {
  for (const { text: plain, at } of decoded(text)) yield { text: plain, at, how: 'encoded (base64 or hex)' }
  for (const [form, pattern, undone] of FORMS)
    for (const { 0: all, index: at } of matchesOf(pattern, text))
      for (const plain of undone(all)) yield { text: plain, at, how: `encoded (${form})` }
}

const fromCodes = (codes: readonly string[] | null, base: number): string =>
  String.fromCharCode(...(codes ?? []).map((code) => Number.parseInt(code, base) || 0))
const fromBits = (bits: string): string => fromCodes(bits.match(/[01]{8}/g), 2)
const bitsOf32 = (char: string): string => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0')

/** Base32, codes of characters one after the other, and marks with a code each. */
const FORMS: readonly (readonly [form: string, pattern: RegExp, undone: (all: string) => readonly string[]])[] = [
  [
    'base32',
    /(?<![A-Za-z0-9+/=])[A-Z2-7]{24,20000}={0,6}(?![A-Za-z0-9+/=])/g,
    (all) => [fromBits([...all.replaceAll('=', '')].map(bitsOf32).join(''))],
  ],
  [
    'numbers',
    /(?<!\w)(?:[01]{8}[ ,\n]{0,2}|[01]{7}[ ,\n]{1,2}){8,4000}(?!\w)/g,
    (all) => [fromBits(all.replace(/[\s,]/g, ''))],
  ],
  [
    'numbers',
    /(?<![\w.])(?:(?:0x)?[0-9a-f]{2,3}[ ,;\n]{1,3}){11,4000}[0-9a-f]{2,3}(?!\w)/gi,
    (all) => [8, 10, 16].map((base) => fromCodes(all.match(/[0-9a-f]{2,3}(?!x)/gi), base)),
  ],
  [
    '%XX',
    /(?:[%=][0-9a-f]{2}[\w.]{0,2}){8,4000}/gi,
    (all) => [all.replace(/[%=]([0-9a-f]{2})/gi, (_, code: string) => fromCodes([code], 16))],
  ],
]
/** Morse code, uuencode and ascii85, which nothing here undoes. */
const UNDONE_BY_NONE = /(?:[.·-]{1,6}[ /|]{1,3}){12}|^begin \d{3} \S{1,80}\n[!-`]{2,}|<~[!-u\s]{20}/m

/** Lines that make sense when they are read backwards, in another alphabet, or some letters on. */
function* turnedIn(text: string): Generator<Hidden> {
  for (const { 0: line, index: at } of text.matchAll(/[^\n]{16,4000}/g)) {
    const counts = new Map<string, number>()
    const words = line.toLowerCase().matchAll(/(?<![a-z0-9])[a-z0-9]{3,12}(?![a-z0-9])/g)
    // A word that comes again says nothing more: `max` is `the`, some letters on.
    for (const word of new Set([...words].map(([each]) => each)))
      for (const how of MADE_OF.get(word) ?? (isInDigits(word) ? [DIGITS] : []))
        counts.set(how, (counts.get(how) ?? 0) + 1)
    for (const [how, decode] of TURNS)
      if ((counts.get(how) ?? 0) >= 3 && counts.get(how)! > 2 * (counts.get(PLAIN) ?? 0))
        yield { text: decode(line), at, how }
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const backwards = (text: string): string => [...text].reverse().join('')
const written = (alphabet: string) => (text: string) =>
  text.replace(/[a-z]/gi, (letter) => alphabet[LETTERS.indexOf(letter.toLowerCase())]!)
const atbash = written(backwards(LETTERS))
const shifted = (by: number) => written(LETTERS.slice(by) + LETTERS.slice(0, by))

const DIGITS = 'written with digits'
const fromDigits = (text: string): string => text.replace(/[0134]/g, (digit) => 'oi ea'[Number(digit)]!)
const isInDigits = (word: string): boolean => MADE_OF.get(fromDigits(word))?.includes(PLAIN) === true

type Turn = (text: string) => string
const TURNS: readonly (readonly [how: string, decode: Turn, encode: Turn])[] = [
  ['written backwards', backwards, backwards],
  ['written in another alphabet (atbash)', atbash, atbash],
  [DIGITS, fromDigits, () => ''],
  ...[...LETTERS].slice(1).map((_, i) => [`shifted (rot${i + 1})`, shifted(25 - i), shifted(i + 1)] as const),
]
const PLAIN = 'plain'
const COMMON =
  'the and all you your this that with from send ignore previous instruction instructions user run read then curl http https'
/** What a common word becomes, with the ways that make it so. */
const MADE_OF = new Map<string, string[]>()
for (const word of COMMON.split(' '))
  for (const [how, encode] of [[PLAIN, String] as const, ...TURNS.map(([name, , turn]) => [name, turn] as const)])
    MADE_OF.set(encode(word), [...(MADE_OF.get(encode(word)) ?? []), how])

/** Words, an address or a command; not what an identifier decodes to by accident. */
const saysSomething = (text: string): boolean =>
  !/[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]/.test(text) &&
  (/[a-z]{2} [a-z]{1,20} [a-z]/i.test(text) || /https?:\/\/|<script|\b(?:curl|bash|sh|eval)\b/.test(text))
