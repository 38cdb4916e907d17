import type { Judge } from './rule.ts'

/** A cheap test for a text that may hold a number of a person. */
export const NUMBERED =
  /\d{3}[ -]\d{2}[ -]\d{4}|\bcv[vc]|\d{5}|\d\D?\d{5}|\d[ -]?[0-9A-Z]{4}[ -]?[0-9A-Z]{4}|\d{3}\)?[ ./-]?\d{3}|\+[1-9]\d/

/** A phone number has 9 to 15 digits and continues no word or number. */
export const isPhone: Judge = (value, { input }, start) => {
  const digits = value.replace(/\D/g, '').length
  return digits >= 9 && digits <= 15 && !/[\w+.\n-]/.test(input[start - 1] ?? ' ')
}

const COUNTRIES = new Set(
  'AD AE AL AT AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV MC MD ME MK MR MT MU NL NO PK PL PS PT QA RO RS SA SC SE SI SK SM ST SV TL TN TR UA VA VG XK'.split(
    ' ',
  ),
)

/** Issuers' first digits, and the check digit (Luhn, ISO/IEC 7812), for which the digits of a double are added. */
export const isCard: Judge = (text) => {
  const digits = text.replace(/\D/g, '')
  // Numbers for tests repeat two or three digits.
  if (new Set(digits).size <= 3 || !ISSUED.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, digit, i) => all + +(i % 2 === 0 ? digit : '0246813579'[+digit]!), 0)
  return sum % 10 === 0
}

const ISSUED = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12})$/

/** Digits without separators may be any number, so the text must also mention cards or payments. */
export const isPaid: Judge = (value, match, start) => isCard(value, match, start) && CARD_WORD.test(match.input)

const CARD_WORD = /\b(?:card|credit|debit|visa|mastercard|amex|pay(?:ment)?|pan|cvv|cvc)\b/i

/** The remainder of the rearranged number by 97 is 1 (ISO 7064). */
export const isAccount: Judge = (text) => {
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
export const isPersonal: Judge = (value, { input }) => {
  if (value.length === 18) return [...value].reduce((rest, x) => (rest * 2 + (x === 'X' ? 10 : +x)) % 11, 0) === 1
  const number = +value.slice(0, 8).replace(/[XYZ]/, (letter) => `${'XYZ'.indexOf(letter)}`)
  return /(?<![a-z])(?:dni|nie|nif)(?![a-z])/i.test(input) && 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === value[8]
}
