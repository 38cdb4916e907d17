/**
 * What the value must look like to be secret: of a password any word, of a token some length, of a key random
 * characters.
 */
export type SecretName = 'password' | 'token' | 'key'

/**
 * What kind of secret a name (`DB_PASSWORD`, `apiKey`, `X-Auth-Token`) announces; undefined for `max_tokens` and the
 * like.
 */
export function secretName(name: string): SecretName | undefined {
  const known = judged.get(name)
  if (known !== undefined) return known === false ? undefined : known
  const kind = mayNameSecret(name) ? judge(name) : undefined
  if (judged.size >= MOST_JUDGED) judged.clear()
  judged.set(name, kind ?? false)
  return kind
}

/** A cache: the inputs of tools repeat few names. */
const judged = new Map<string, SecretName | false>()
const MOST_JUDGED = 1_000

function judge(name: string): SecretName | undefined {
  if (NON_LATIN.test(name)) return 'password'
  if (/public/i.test(name)) return undefined
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
}

/** A cheap test before a name is split into words; true for every name of a secret. */
export const mayNameSecret = (name: string): boolean =>
  name.length >= 2 && name.length <= 80 && HINT.test(name.toLowerCase())

const HINT =
  /pass|psk|kennw|wachtw|pw|secret|token|key|auth|cred|bearer|jwt|cookie|dsn|pat|mnemonic|seed|otp|pin|sig|salt|webhook|contrase|senha|парол|密|口令|パスワード|비밀번호|connectionstring/
const NON_LATIN = /парол|密[码碼]|口令|パスワード|비밀번호/i
/** Words after the decisive one that do not change the kind of the value. */
const QUALIFIER =
  /^(?:value|val|string|str|raw|plain|plaintext|text|env|var|prod|production|dev|staging|test|live|new|old|current|default|base64|b64|encoded|hash|[0-9]+|v[0-9]+|header|secure|admin|root|user|base|data)$/
const PASSWORD =
  /(?:passw(?:or[dt]|d)s?|passphrase|passcode|secrets?|credentials?|pwd|contraseña|contrasena|senha|parola|passwort|kennwort|wachtwoord|(?:store|key|ssh|db|user|root|admin|smtp|ftp|mail|sudo|become)pass)$|^(?:pass|passe|pw|pswd|psw|psk|creds?|mnemonic|pgpass)$/
const TOKEN =
  /(?:token|(?:api|access|secret|private|auth|account|signing|encryption|master|storage|shared|session|service|client|license|ssh|deploy|webhook|hmac|app|crypt|cipher)keys?|bearer|jwt|authorization|cookies?|connectionstring)$|^(?:pat|otp|pin|seed|webhook|dsn|apitokens?)$/
const KEY = /(?:key|secretkeys)$|^(?:keys|auth|signature|sig|salt|tokens)$/
