import { type Rule, secretOf } from './rules.ts'

/** Secrets in sentences, with other words between name and value, and phrases that are secrets as a whole. */
export const SENTENCES: readonly Rule[] = [
  {
    cues: [' for ', ' of ', ' on ', ' at ', ' in '],
    pattern:
      /\b(?:pass(?:word|phrase|wd|code)|api key|token|secret) (?:for|of|on|at|in) [^\s"'`]{1,60}(?: [^\s"'`]{1,30}){0,2}? (?:is|was|=) ?["'`]?([^\s"'`]{5,200})/gi,
    kind: 'password',
    is: secretOf(5),
  },
  {
    cues: ['contrase', 'enha', 'mot de', 'wort', 'assword'],
    pattern:
      /(?:contrase[nñ]a|senha|mot de passe|password|(?:pass|kenn)wort)(?: [^\s"'`]{1,30}){1,4}? (?:es|est|é|è|ist|lautet):? ?["'`«„]?([^\s"'`«»„“]{5,200})/gi,
    kind: 'password',
    is: secretOf(5),
  },
  {
    cues: ['og in', 'ogin'],
    pattern: /\blog ?in (?:as )?[\w.@-]{2,64} (?:with|using|and|\/) ["'`]?([^\s"'`]{6,200})/gi,
    kind: 'password',
    is: secretOf(6),
  },
  {
    cues: [' as '],
    pattern:
      /["'`\s]([^\s"'`]{5,200})["'`]? as (?:the |a |my |your |its |new ){0,2}(?:\w{1,12} )?(?:password|passphrase|secret|token|api key)\b/gi,
    kind: 'password',
    is: secretOf(5),
  },
  {
    cues: ['code', 'Code', 'PIN', 'pin'],
    pattern:
      /\b(?:one[- ]time|verification|security|login|sign-in|2fa|mfa|otp|sms|authentication|authenticator|confirmation) (?:pass)?(?:code|pin)(?: is| was|:| =|=) ?["'`]?(\d[\d -]{2,9}\d)(?![\w.])/gi,
    kind: 'code',
  },
  {
    cues: ['OTP', 'otp', 'PIN', 'pin', '2FA'],
    pattern: /(?<![\w-])(?:otp|totp|pin|2fa)["']?(?: is| was|:| =|=) ?["'`]?(\d[\d -]{2,8}\d)(?![\w.])/gi,
    kind: 'code',
  },
  {
    cues: ['ackup', 'ecovery'],
    pattern:
      /\b(?:backup|recovery) codes?(?: is:?| are:?|:| =|=) ?["'`]?([a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,3})(?![\w-])/gi,
    kind: 'code',
  },
  {
    cues: ['oken ', 'key ', 'ecret '],
    pattern: /\b(?:auth|access|api|secret|account|bearer)[ _-](?:token|key|secret) ["'`]?([0-9a-f]{32,64})(?![\w-])/gi,
    kind: 'token',
  },
  {
    cues: ['seed', 'Seed', 'SEED', 'nemonic', 'NEMONIC', 'ecovery'],
    pattern:
      /\b(?:seed|recovery|mnemonic|backup)(?: (?:phrase|words))?["'`]?(?: is:?|:| =|=)\s{1,4}["'`]?((?:[a-z]{3,8}\s{1,3}){11,23}[a-z]{3,8})(?![\w-])/gi,
    kind: 'seed-phrase',
  },
]
