import { entropy, looksGenerated, looksSecret, mixOf } from './randomness.ts'
import type { Judge } from './rule.ts'
import { isSecretValue, pairInBase64, pointsElsewhere, secretName } from './value.ts'

/** The value after the name of a secret, which is all of the match but its last group; also without percent-encoding. */
export const named: Judge = (_, [, name, given], start) => {
  const kind = secretName(name!)
  const value = given!.trimEnd()
  const plain = percentDecoded(value)
  return (
    kind !== undefined &&
    isSecretValue(plain, kind, plain === value ? 'quoted' : 'joined') && {
      ...{ kind, end: start + value.length },
      values: [value, plain],
    }
  )
}

/** The password of `user:password`; ids of user and group (`1000:1000`), times and addresses have none. */
export const userPassword: Judge = (password, [, user]) =>
  !password.startsWith('//') &&
  !pointsElsewhere(password) &&
  password !== user &&
  !/^[0-9:.]*$/.test(password) &&
  (password.length >= 6 || looksSecret(password, 4)) && { values: [password, `${user}:${password}`] }

/** A password before the host of a URL; Basic authentication would encode the pair, with the password decoded. */
export const urlPassword: Judge = (_, [, user, password], start) => {
  const plain = percentDecoded(password!)
  const values = [password!, plain, `${user}:${plain}`]
  return !pointsElsewhere(password!) && password !== user && { end: start + password!.length, values }
}

/** A text without percent-encoding; as it stands where it is none. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The path of a web hook in a URL, where a part of it is random. */
export const webhook: Judge = (path, { 1: host, index, input }) => {
  const parts = path
    .split(/[/@]/)
    .filter((part) => looksSecret(part, host === undefined ? 16 : 6) && /^(?=.*\d)[\w-]+$/.test(part))
  const before = input.slice(Math.max(0, index - 80), index).split(/[\s"'`]/)
  const isUrl = host !== undefined || /:\/\/|\.[a-z]{2,8}\//.test(before.at(-1)!)
  return isUrl && parts.length > 0 && { values: [path, ...parts] }
}

/** Credentials of any scheme, with the mark that they may end in; the value after a scheme may be too short to be one. */
export const credentials: Judge = (_, match, start) => {
  const value = match.at(-1)!
  const pair = pairInBase64(value)
  const inner = pair === undefined ? [] : [pair, pair.slice(pair.indexOf(':') + 1)]
  const isScheme = /^(?:bearer|basic|digest|negotiate|apikey|token)$/i.test(value)
  return !isScheme && !pointsElsewhere(value) && { end: start + value.length, values: [value, ...inner] }
}

/** "Bearer authentication" and "basic understanding" are prose. */
export const afterScheme: Judge = (value, match, start) =>
  (looksSecret(value, 6) || match.at(-1)!.length >= 20 || pairInBase64(match.at(-1)!) !== undefined) &&
  credentials(value, match, start)

/** `theme=dark; Path=/` is a preference. */
export const cookies: Judge = (list) => {
  const values = list.split(/; */).map((pair) => pair.slice(pair.indexOf('=') + 1))
  return (
    values.some((value) => value.length >= 12 || looksSecret(value, 4)) && {
      values: values.filter((value) => looksSecret(value, 8)),
    }
  )
}

/** A private key: each of its lines is also a value to remove elsewhere. */
export const withLines: Judge = (key) => ({
  values: [
    key,
    ...key
      .split(/[^A-Za-z0-9+/=]+/)
      .filter((line) => line.length >= 32)
      .slice(0, 200),
  ],
})

/** Whether a word of capitals and small letters has no name's look; a fingerprint in hex has one case. */
export const isRandomWord: Judge = (word) => {
  const { lower, upper, changes } = mixOf(word)
  return looksGenerated(word) || (lower >= 3 && upper >= 3 && changes / word.length >= 0.4 && entropy(word) >= 3.6)
}

/** Whether a word is of letters, digits and marks as people choose for passwords: no path, pattern, number of an issue or pair of names. */
export const isChosen: Judge = (word) => {
  const { lower, upper, digit } = mixOf(word)
  const isMarked =
    /^[\w-]+[!#%^&?~][\w!#%^&?~-]*$/.test(word) && !/#\d+$|%[0-9A-F]{2}|&&|^[A-Za-z]\w*[#%&][A-Za-z]\w*$/.test(word)
  return isMarked && word.length >= 10 && lower > 0 && upper > 0 && digit > 0
}

/** Whether the value of `-p` stands beside a user, and is no port, file or setting. */
export const besideUser: Judge = (value, { input }, start) => {
  const before = input.slice(Math.max(0, start - 200), start).split(/[\n;|]/)
  const line = `${before.at(-1)}${input.slice(start, start + 200).split(/[\n;|]/, 1)[0]}`
  return (
    looksSecret(value, 5) &&
    !pointsElsewhere(value) &&
    !/^\w+=|^[\w.]*:\d+$|\.\w{2,4}$/.test(value) &&
    /[ \t](?:-[uUh]|--user(?:name)?|--host|log-?in|auth)[ \t=]/.test(line)
  )
}
