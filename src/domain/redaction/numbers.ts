import type { Span } from './placeholder.ts'

/** Numbers of payment cards and bank accounts, recognised by their check digits, and of telephones. */
export function numberSpans(text: string, spans: Span[]): void {
  if (!DIGITS.test(text)) return
  for (const pattern of PHONES)
    for (const match of text.matchAll(pattern)) {
      const start = match.index + match[0].length - match[1]!.length
      const digits = match[1]!.replace(/\D/g, '').length
      if (digits >= 9 && digits <= 15 && !/[\w+.\n-]/.test(text[start - 1] ?? ' '))
        spans.push({ ...spanOf(match, 'phone'), start })
    }
  for (const match of text.matchAll(GROUPED)) if (isCard(match[0])) spans.push(spanOf(match, 'card'))
  for (const match of text.matchAll(ACCOUNT)) if (isAccount(match[0])) spans.push(spanOf(match, 'bank-account'))
  for (const match of text.matchAll(SOCIAL))
    spans.push({ ...spanOf(match, 'social-security-number'), start: match.index + match[0].length - 11 })
  for (const match of text.matchAll(JOINED))
    if (isCard(match[0]) && CARD_WORD.test(text)) spans.push(spanOf(match, 'card'))
}

const DIGITS = /\d{3}-\d{2}-\d{4}|\d[ -]?[0-9A-Z]{4}[ -]?[0-9A-Z]{4}|\d{3}\)?[ ./-]?\d{3}|\+[1-9]\d/

const spanOf = (match: RegExpExecArray, kind: string): Span => ({
  start: match.index,
  end: match.index + match[0].length,
  kind,
})

/** Telephone numbers: of any country, with an area code in brackets, and after their name. */
const PHONES = [
  /(\+[1-9]\d{0,2}(?:[ .-]?\(0?\d{1,4}\))?(?:[ ./-]?\d{2,12}){1,6})(?![\w-]|\.\d)/g,
  /(\(\d{3}\) ?\d{3}-\d{4})(?![\w-])/g,
  /\b(?:phone|tel(?:efon)?|mobile|cell|handy|call|sms|fax|whatsapp)(?: ?(?:number|no\.?|nr\.?))?[ :=]{1,3}(?:is |me (?:at|on) )?(\(?\d{3,5}\)?[ ./-]?\d{3,4}[ .-]?\d{3,6})(?![\w-])/gi,
]

const GROUPED = /(?<![\w.-])\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?![\w-])/g
/** A United States social security number after its name. */
const SOCIAL = /\b(?:ssn|social security(?: number| no\.?)?)[ :#=]{1,4}(?:is )?\d{3}-\d{2}-\d{4}(?![\w-])/gi
/** Digits without separators may be any number, so the text must also mention cards or payments. */
const JOINED = /(?<![\w.-])\d{15,16}(?![\w-])/g
const CARD_WORD = /\b(?:card|credit|debit|visa|mastercard|amex|pay(?:ment)?|pan|cvv|cvc)\b/i
/** ISO 13616: country, two check digits, up to thirty more, in groups of four or in a row. */
const ACCOUNT = /(?<![\w.-])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\w-])/g
const COUNTRIES = new Set(
  'AD AE AL AT AZ BA BE BG BH BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GI GL GR GT HR HU IE IL IQ IS IT JO KW KZ LB LC LI LT LU LV MC MD ME MK MR MT MU NL NO PK PL PS PT QA RO RS SA SC SE SI SK SM ST SV TL TN TR UA VA VG XK'.split(
    ' ',
  ),
)

/** Issuers' first digits, and the check digit (Luhn, ISO/IEC 7812). */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (!/^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12})$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const weighed = i % 2 === 1 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}

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
