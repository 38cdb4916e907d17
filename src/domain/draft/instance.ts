import { impersonal } from './impersonal.ts'

/**
 * Whether a value belongs to one person, thing, day or case (an id, a name, a date, an amount) and is no constant of a
 * project (a path, a branch, a package, a flag, an enumerated word). `name` is that of the input, '' if it has none.
 * Structured values are instances if any part is.
 */
export function isInstance(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => isInstance(name.replace(/s$/i, ''), one))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([key, inner]) => isInstance(key, inner))
  const words = nameWords(name)
  if (typeof value === 'number') return isInstanceNumber(words, value)
  if (typeof value !== 'string' || value === '' || value.length > MAX_LOOKED_AT) return false
  return isOfOne(value) || isOfPerson(words) || isCode(words, value) || isPlace(words, value) || isSum(value)
}

/** Whether the name of an input denotes personal data, whose values are never shown. */
export const isOfPerson = (words: readonly string[]): boolean => PERSON.test(words.slice(-2).join(' '))

/** The words of a name in lower case: equal for `reservationId`, `reservation_id` and `reservation-id`. */
export const nameWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

/** Characters. Longer texts are prose: what several runs have in common there was written for all cases. */
const MAX_LOOKED_AT = 400
/** The placeholders that `impersonal` writes for a date, an address, an id or an issue number. */
const OF_ONE = /\((?:date|number|id|address)\)/

/** Whether a text has a date, number, id or address; not as part of a word (`gpt-4o-2024-08-06`), which is a name. */
function isOfOne(text: string): boolean {
  const plain = impersonal(text)
  if (plain === text) return false
  return /\s|:\/\//.test(text) ? OF_ONE.test(plain) : /^\W{0,8}\((?:date|number|id|address)\)\W{0,8}$/.test(plain)
}

const PERSON =
  /^(?:(?:first|last|full|given|family|middle|passenger|customer|contact|guest|patient|client|recipient) name|(?:\w+ )?(?:firstname|lastname|surname|email|e mail|mail address|phone|phone number|mobile|dob|birth ?date|birthday|date of birth|street|zip|zip ?code|postcode|postal code|ssn|iban|passport))$/
/** Last words of input names whose values identify single things. */
const CODED =
  /^(?:ids?|uuid|guid|numbers?|no|ref|reference|token|ticket|order|reservation|booking|invoice|account|customer|passenger|member|user|username|login|issue|pr|hash|sha|commit|session|tracking)$/
const AMOUNTS = /^(?:amount|price|cost|sum|balance|total|fare|refund)$/

/** By name, or at least 100,000 and no multiple of 1,000: round and small numbers are settings. */
function isInstanceNumber(words: readonly string[], value: number): boolean {
  const last = words.at(-1) ?? ''
  return AMOUNTS.test(last) || (CODED.test(last) && value > 9) || (value >= 100_000 && value % 1_000 !== 0)
}

function isCode(words: readonly string[], text: string): boolean {
  if (/\s/.test(text) || KNOWN.test(text)) return false
  if (CODED.test(words.at(-1) ?? '') && /^#?\w[\w-]*$/.test(text) && /\d\d|^[A-Z]{5,}$|[A-Z]\d|\d[A-Z]/.test(text))
    return true
  return RANDOM.some((shape) => shape.test(text))
}

/** Names of formats, ciphers and systems that look like codes. */
const KNOWN =
  /^(?:v?\d+\.\d.*|(?:SHA|UTF|RS|HS|ES|PS|AES|RSA|CP|ISO|RFC|EC|MP|ECDSA|ED|X|IPV|HTTP|BASE|INT|FLOAT|UINT)[-_]?\d+|(?:19|20)\d\d)$/i

const RANDOM: readonly RegExp[] = [
  /** Capitals and digits: `M20IZO`, `EUJUY6`; not a word with a version, which has six letters first (`WINDOWS10`). */
  /^(?![A-Z]{6})(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[A-Z\d]{6,}$/,
  /** `omar_davis_3817`, `credit_card_2929732`. */
  /^[A-Za-z]+[_-][A-Za-z]+[_-]\d{4,}$|^[A-Za-z]+[_-]\d{6,}$/,
  /** `#W2378156`, `1151293680`. */
  /^#[A-Z]{0,3}\d{2,}$|^[A-Z]{0,3}(?!\d+0{3}$)\d{6,}$/,
  /** A commit hash. */
  /^(?=(?:[a-f]*\d){2})(?=(?:\d*[a-f]){2})[\da-f]{7,40}$/,
  /** API keys. */
  /^(?=(?:\D*\d){3})(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[\w-]{16,}$/,
]

/** Whether a value is a town or an airport code of a trip, and no folder or bucket. */
const isPlace = (words: readonly string[], text: string): boolean =>
  /^(?:origin|destination|departure|arrival|city|airport|location)$/.test(words.at(-1) ?? '') &&
  /^(?:[A-Z]{3}|\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){0,3})$/u.test(text)

/** Whether a text is an arithmetic expression of numbers, which belongs to one case. */
export const isSum = (text: string): boolean =>
  /^[\d\s.,+*/()%-]+$/.test(text) && /[+*/%]|\d\s*-/.test(text) && (text.match(/\d{2,}/g) ?? []).length > 1
