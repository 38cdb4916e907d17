import { remembered } from '../remembered.ts'
import { entropy, looksGenerated, looksSecret, mixOf } from './randomness.ts'

/** Where a value follows its name: in quotes, joined to it (`NAME=value`), at the end of a line, or in prose. */
export type Setting = 'quoted' | 'joined' | 'line' | 'prose'

/** Whether the value after a secret's name is a secret, and not a reference, a type, code or a plain word. */
export function isSecretValue(given: string, name: SecretName, setting: Setting): boolean {
  const value = given.replace(SCHEME, '')
  if (value === '' || value.length > 4096 || REFERENCE.test(value) || isDummy(value)) return false
  if (name === 'token') return tokenValue(value, setting)
  if (name === 'password') return passwordValue(value, setting)
  if (value.length < 16 || isCode(value) || KEY_ID.test(value)) return false
  return (looksSecret(value, 16) && isRandom(value)) || pairInBase64(value) !== undefined
}

/** The scheme of a header, and the number by which a public key is called. */
const SCHEME = /^(?:bearer|basic|token) {1,4}(?=\S)/i
const KEY_ID = /^(?:0x[0-9A-Fa-f]{8,40}|(?:[0-9A-F]{8}){1,5})$/

/** Whether a value refers to a secret kept elsewhere, replaces a removed one, or is a word that stands for any. */
export const pointsElsewhere = (value: string): boolean => ELSEWHERE.test(value) || isDummy(value)

/** Whether a value is a word for any, or the pair of Basic authentication with one. */
export function isDummy(value: string): boolean {
  if (TRIVIAL.test(value)) return true
  const [user, password] = pairInBase64(value)?.split(':') ?? []
  return password !== undefined && (password === user || TRIVIAL.test(password))
}

const ELSEWHERE = /^(?:[$<{*\ufdd0]|YOUR_|your_|%(?![2-7][0-9A-F])|\[redacted|x{3,}$|x-oauth-basic$)/

/** References and replacements: `$VAR`, `${VAR}`, `<token>`, `***`, `xxxx`, a placeholder. */
const REFERENCE =
  /^(?:[$<{*\ufdd0]|%(?![2-7][0-9A-F])|\[redacted|\[\^|\.\*|(?:id|src|type)=|\(redacted|\.\.\.|…|x{3,}$|-+$|=|your[_-]|my[_-]?(?:secret|token|password|key)$|process\.env|import\.meta|os\.(?:environ|getenv)|env[.[(]|getenv|EN[CV][[(]|!(?:vault|secret|ref|sub|getatt|env|encrypted)$|secrets?[.[]|vars?\.|config[.[]|settings[.[]|self\.|this\.|args\.|req(?:uest)?\.|ctx\.|options?\.|params?\.|vault:|op:\/\/|ref:|arn:|file:|\/run\/secrets|@|\\[()"'nrtx$])/i
/** Types, literals, words for a missing value, words joined to one for any, and passwords of examples and tests. */
const TRIVIAL =
  /^(?:null|nil|none|true|false|undefined|void|string|str|text|number|int|integer|bool|boolean|bytes|buffer|any|unknown|object|optional|required|redacted|hidden|masked|removed|missing|empty|yes|no|on|off|n\/a|example|changeme\?|await|new|function|async|const|let|return|input|(?:passw(?:or)?d|pass|admin|root|test|user|secret|postgres(?:ql)?|mysql|mariadb)(?:123|1234)?|token|key|testing|[a-z0-9/+]{8,60}example(?:key)?|function\([^\s]{0,200}|guest|invalid|wrong|foo|bar|demo|local|redis|minioadmin|android|rabbitmq|default|(?:[a-z]{1,12}[-_.]){0,4}(?:(?:replace|change|fill)[-_.]?(?:me|this|in)|your|insert|placeholder|dummy|fake|sample|todo|fixme|x{3,64})(?:[-_.][a-z]{1,12}){0,4})[,;:.)\]}]*$/i

function tokenValue(value: string, setting: Setting): boolean {
  if (isCode(value)) return false
  if (setting === 'joined' || setting === 'quoted')
    return looksSecret(value, 6) || value.length >= 16 || (value.length >= 10 && /[a-z][A-Z]/.test(value))
  return looksSecret(value, 12)
}

function passwordValue(value: string, setting: Setting): boolean {
  if (setting === 'quoted') return value.length >= 3 && !isSentence(value)
  if (isCode(value)) return false
  const { lower, upper, digit, symbol } = mixOf(value)
  if (lower + upper === 0) return digit >= 4 && symbol === 0 && setting !== 'prose'
  if (setting === 'joined') return value.length >= 3
  if (setting === 'line') return looksSecret(value, 4) || (upper === 0 ? value.length >= 6 : isWords(value))
  return looksSecret(value, 5)
}

/** Whether a value is words without digits: `CorrectHorse` on a line of its own is a password, `SecretField` a type. */
const isWords = (value: string): boolean =>
  value.length >= 8 &&
  /[a-z][A-Z]/.test(value) &&
  !/(?:Str|String|Field|Type|Input|Value|Schema|Text|Column|Hash|Hasher|Handler|Service|Props|Provider|Encoder|Model|Dto)$/.test(
    value,
  )

/** Decodes base64 that holds `user:password`; undefined for anything else. */
export function pairInBase64(base64: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const text = Buffer.from(base64, 'base64').toString('latin1')
  return /^[\x20-\x39\x3b-\x7e\xa0-\xff]{1,200}:[\x20-\x7e\xa0-\xff]{1,200}$/.test(text) ? text : undefined
}

const isRandom = (value: string): boolean => mixOf(value).digit >= 2 && entropy(value) >= 3

/** Three or more plain words: a label or a message, no password. */
const isSentence = (value: string): boolean =>
  /^\p{L}+(?:[ ,.'’!?:;-]+\p{L}+){2,}[.!?:]?$/u.test(value) && / /.test(value)

/** Digits between letters, or letters between digits, again and again: no name has them. */
const MIXED = /\d[a-z]+\d|[a-z]\d+[a-z]+\d/i

/** Whether a value is code: a call, a member, an index, or itself the name of a secret (`db_password`, `AuthToken`). */
const isCode = (value: string): boolean =>
  (!looksGenerated(value) &&
    value.split('.').some((part) => !MIXED.test(part)) &&
    /^[A-Za-z_$][\w$]*(?:(?:[?!]?\.[A-Za-z_$][\w$]*)+[,;)]*$|(?:(?:[?!]?\.|::)[A-Za-z_$][\w$]*)*[([])/.test(value)) ||
  (/^[A-Za-z_]+(?:\d[A-Za-z]*)?(?:[-_][A-Za-z]+)*[,;)]*$/.test(value) &&
    /password|passwd|secret|token|key|credential|auth/i.test(value)) ||
  (/^[A-Za-z]:?[\\/]|^\.{0,2}\/|^~\//.test(value) && !looksGenerated(value))

/**
 * What the value must look like to be secret: of a password any word, of a token some length, of a key random
 * characters.
 */
export type SecretName = 'password' | 'token' | 'key'

/**
 * What kind of secret a name (`DB_PASSWORD`, `apiKey`, `X-Auth-Token`) announces; undefined for `max_tokens` and the
 * like.
 */
export const secretName = remembered((name: string): SecretName | undefined => {
  if (!mayNameSecret(name)) return undefined
  if (NON_LATIN.test(name)) return 'password'
  if (NO_ACCESS.test(name)) return undefined
  const words = name
    .split(/[^\p{L}\p{N}]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  while (words.length > 1 && QUALIFIER.test(words.at(-1)!)) words.pop()
  const last = words.at(-1) ?? ''
  const pair = (words.at(-2) ?? '') + last
  if (PASSWORD.test(last)) return 'password'
  if (TOKEN.test(last) || TOKEN.test(pair)) return 'token'
  return KEY.test(last) ? 'key' : undefined
})

/** Names of what everybody may know, and of keys that tell records or requests apart. */
const NO_ACCESS =
  /publi(?:c|shable)|(?:idempotency|cache|partition|sort|shard|routing|dedup\w{0,10}|surrogate|websocket|primary|foreign|correlation)[ _-]?keys?$/i

/** A cheap test before a name is split into words; true for every name of a secret. */
const mayNameSecret = (name: string): boolean => name.length >= 2 && name.length <= 80 && HINT.test(name.toLowerCase())

const HINT =
  /pass|psk|kennw|wachtw|pw|secret|token|key|auth|cred|bearer|jwt|cookie|dsn|pat|mnemonic|seed|otp|pin|sig|salt|webhook|contrase|clave|senha|парол|密|口令|パスワード|비밀번호|connectionstring/
const NON_LATIN = /парол|密[码碼]|口令|パスワード|비밀번호/i
/** Words after the decisive one that do not change the kind of the value. */
const QUALIFIER =
  /^(?:value|val|string|str|raw|plain|plaintext|text|env|var|prod|production|dev|staging|test|live|new|old|current|default|base64|b64|encoded|hash|[0-9]+|v[0-9]+|header|secure|admin|root|user|base|data)$/
const PASSWORD =
  /(?:passw(?:or[dt]|d)s?|passphrase|passcode|secrets?|credentials?|pwd|contraseña|contrasena|clave|senha|parola|passwort|kennwort|wachtwoord|(?:store|key|ssh|db|user|root|admin|smtp|ftp|mail|sudo|become)pass)$|^(?:pass|passe|pw|pswd|psw|psk|creds?|mnemonic|pgpass)$/
const TOKEN =
  /(?:token|(?:api|access|secret|private|auth|account|signing|encryption|master|storage|shared|session|service|client|license|ssh|deploy|webhook|hmac|app|crypt|cipher)keys?|bearer|jwt|authorization|cookies?|connectionstring)$|^(?:pat|otp|pin|seed|webhook|dsn|apitokens?)$/
const KEY = /(?:key|secretkeys)$|^(?:keys|auth|signature|sig|salt|tokens)$/
