import { matchesOf } from '../matches.ts'
import { type Cues, cuesOf, type Pairs } from './pairs.ts'
import type { Span } from './placeholder.ts'
import { entropy, looksGenerated, looksSecret, mixOf } from './randomness.ts'
import { pointsElsewhere } from './value.ts'

/** A pattern whose first group is a secret; without one of its cues in the text it is not tried. */
export interface Rule {
  readonly cues: Cues
  readonly pattern: RegExp
  readonly kind: string
  /** Whether a value is a secret; absent = each one that is no reference or dummy. */
  readonly is?: (value: string, line: () => string) => boolean
}

/** A rule; its cues are separated by `|`. */
export const rule = (kind: string, cues: string, pattern: RegExp, is?: Rule['is']): Rule => ({
  kind,
  cues: cuesOf(cues.split('|')),
  pattern,
  ...(is && { is }),
})

/** Adds what the rules find; the pairs are those of the text. */
export function ruleSpans(text: string, rules: readonly Rule[], pairs: Pairs, spans: Span[]): void {
  for (const { cues, pattern, kind, is = isValue } of rules)
    if (pairs.hasOne(cues))
      for (const match of matchesOf(pattern, text)) {
        const value = match[1]!.replace(/(?<![.,:;)])[.,:;)]{1,8}$/, '')
        const start = match.index + match[0].lastIndexOf(match[1]!)
        if (!is(value, () => lineAround(text, start))) continue
        spans.push({ start, end: start + value.length, kind })
      }
}

const isValue = (value: string): boolean => value !== '' && !pointsElsewhere(value)

/** Whether a value is no reference, has letters with digits or symbols, and at least so many characters. */
export const secretOf =
  (atLeast: number) =>
  (value: string): boolean =>
    looksSecret(value, atLeast) && !pointsElsewhere(value)

/** Whether a word of capitals and small letters has no name's look; a fingerprint in hex has one case. */
function isRandomWord(word: string): boolean {
  const { lower, upper, changes } = mixOf(word)
  return looksGenerated(word) || (lower >= 3 && upper >= 3 && changes / word.length >= 0.4 && entropy(word) >= 3.6)
}

/** The command or sentence around a place, as far as 200 characters. */
function lineAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at)
  const after = text.slice(at, at + 200)
  return `${before.split(/[\n;|]/).at(-1)}${after.split(/[\n;|]/, 1)[0]}`
}

/** Secrets in sentences, with other words between name and value, and phrases that are secrets as a whole. */
export const SENTENCES: readonly Rule[] = [
  rule(
    'password',
    ' for | of | on | at | in ',
    /\b(?:pass(?:word|phrase|wd|code)|api key|token|secret) (?:for|of|on|at|in) [^\s"'`]{1,60}(?: [^\s"'`]{1,30}){0,2}? (?:is|was|=) ?["'`]?([^\s"'`]{5,200})/gi,
    secretOf(5),
  ),
  rule(
    'password',
    'contrase|clave|enha|mot de|wort|assword',
    /(?:contrase[nñ]a|\bclave|senha|mot de passe|password|(?:pass|kenn)wort)(?: [^\s"'`]{1,30}){1,4}? (?:es|est|é|è|ist|lautet):? ?["'`«„]?([^\s"'`«»„“]{5,200})/gi,
    secretOf(5),
  ),
  // "the pw …": a blank alone stands between, so that only what no word looks like counts. In other languages with up to
  // three words between: the verbs of all of them are not known.
  rule(
    'password',
    'pw |pwd |assword |clave |contrase|salasana|senord|achtwoord|wort |mot de|senha|hasł|heslo|jelsz|passord|adgangskode|parol|lozink|ifre|парол',
    /(?<![\p{L}\p{N}])(?:(?:pwd?|password|clave)(?= ["'`]?[^\s.]{8,64}(?!\.?[^\s"'`,.;)]))|(?:contrase[nñ]a|salasana|lösenord(?:et)?|wachtwoord|passwort|kennwort|mot de passe|senha|hasł[oa]|heslo|jelszó|passord(?:et)?|adgangskode[nr]?|parol[ae]?|lozinka|şifre|пароль)(?: \p{L}{1,12}){0,3}:?) ["'`„]?((?=[^\s"'`]{0,60}[a-z])(?=[^\s"'`]{0,60}\d)(?![^\s"'`]{1,60}\.[a-z]{2,4}(?![\w.]))[A-Za-z0-9!@#$%^&*_+.-]{7,63}[A-Za-z0-9!@#$%^&*_+-])(?![^\s"'`,.;)“])/giu,
  ),
  // The text of the code that a phone reads to join a network.
  rule('password', 'WIFI:', /\bWIFI:[^\n]{0,120}?\bP:"?([^;"\n]{4,63})/g),
  rule(
    'password',
    'og in|ogin',
    /\blog ?in (?:as )?[\w.@-]{2,64} (?:with|using|and|\/) ["'`]?([^\s"'`]{6,200})/gi,
    secretOf(6),
  ),
  rule(
    'password',
    ' as ',
    /["'`\s]([^\s"'`]{5,200})["'`]? as (?:the |a |my |your |its |new ){0,2}(?:\w{1,12} )?(?:password|passphrase|secret|token|api key)\b/gi,
    secretOf(5),
  ),
  rule(
    'code',
    'code|Code|PIN|pin|OTP|otp|2FA',
    /(?<!\w|\w-)(?:t?otp|pin|2fa|(?:one[- ]time|verification|security|login|sign-in|2fa|mfa|otp|sms|authentication|authenticator|confirmation) (?:pass)?(?:code|pin))["']?(?: is| was|:| =|=) ?["'`]?(\d[\d -]{2,9}\d)(?!\w|\.\d)/gi,
  ),
  rule(
    'code',
    'ackup|ecovery',
    /\b(?:backup|recovery) codes?(?: is:?| are:?|:| =|=) ?["'`]?([a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,3})(?![\w-])/gi,
  ),
  // A list of codes, each for one use.
  rule(
    'code',
    'ackup|ecovery',
    /\b(?:backup|recovery) codes?\b[^\n]{0,60}\n{1,3}((?:[ \t>*-]{0,6}(?:[0-9]{1,2}[.)] )?[a-z0-9]{4,10}(?:[ -][a-z0-9]{4,10}){0,3}[ \t]{0,4}(?:\n|$)){2,16})/gi,
    (value) => /\d[a-z]|[a-z]\d|\d{4}/i.test(value),
  ),
  rule(
    'token',
    'oken |key |ecret ',
    /\b(?:[Ss]ecret|[Tt]oken|[Kk]ey) ["'`]?([A-Za-z0-9_-]{20,128})(?![\w./:@-])/g,
    isRandomWord,
  ),
  rule(
    'token',
    'oken |key |ecret ',
    /\b(?:auth|access|api|secret|account|bearer)[ _-](?:token|key|secret) ["'`]?([0-9a-f]{32,64})(?![\w-])/gi,
  ),
  // A sentence of twelve words has one of those that no list of words for a seed has.
  rule(
    'seed-phrase',
    'seed|Seed|SEED|nemonic|NEMONIC|ecovery|allet',
    /\b(?:seed|recovery|mnemonic|backup|wallet)\b[^\n]{0,80}?[:=]\s{1,4}["'`]?((?:(?!(?:the|and|for|with|from|that|are|not|was|its|has|have|but|then)\s)[a-z]{3,8}\s{1,3}){11,23}[a-z]{3,8})(?![\w-])/gi,
  ),
]
