import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pointsElsewhere } from './value.ts'

/**
 * Secrets in sentences, with other words between name and value, and phrases that are secrets as a whole.
 */
export function proseSpans(text: string, spans: Span[]): void {
  for (const { cues, pattern, kind, is } of SENTENCES)
    if (cues.some((cue) => text.includes(cue)))
      for (const match of text.matchAll(pattern)) {
        const value = match[1]!.replace(/(?<![.,;:!?)])[.,;:!?)]{1,4}$/, '')
        if (!is(value) || pointsElsewhere(value)) continue
        const start = match.index + match[0].lastIndexOf(match[1]!)
        spans.push({ start, end: start + value.length, kind })
      }
}

const PHRASES = ['seed', 'Seed', 'SEED', 'nemonic', 'NEMONIC', 'ecovery']
const isPassword = (value: string): boolean => looksSecret(value, 5)
const always = (): boolean => true

const SENTENCES: readonly {
  readonly cues: readonly string[]
  readonly pattern: RegExp
  readonly kind: string
  readonly is: (value: string) => boolean
}[] = [
  {
    cues: [' for ', ' of ', ' on ', ' at ', ' in '],
    pattern:
      /\b(?:pass(?:word|phrase|wd|code)|api key|token|secret) (?:for|of|on|at|in) [^\s"'`]{1,60}(?: [^\s"'`]{1,30}){0,2}? (?:is|was|=) ?["'`]?([^\s"'`]{5,200})/gi,
    kind: 'password',
    is: isPassword,
  },
  {
    cues: [' as '],
    pattern:
      /["'`\s]([^\s"'`]{5,200})["'`]? as (?:the |a |my |your |its |new ){0,2}(?:\w{1,12} )?(?:password|passphrase|secret|token|api key)\b/gi,
    kind: 'password',
    is: isPassword,
  },
  {
    cues: ['code', 'Code', 'PIN', 'pin'],
    pattern:
      /\b(?:one[- ]time|verification|security|login|sign-in|2fa|mfa|otp|sms|authentication|authenticator|confirmation) (?:pass)?(?:code|pin)(?: is| was|:| =|=) ?["'`]?(\d[\d -]{2,9}\d)(?![\w.])/gi,
    kind: 'code',
    is: always,
  },
  {
    cues: ['OTP', 'otp', 'PIN', 'pin', '2FA'],
    pattern: /(?<![\w-])(?:otp|totp|pin|2fa)["']?(?: is| was|:| =|=) ?["'`]?(\d[\d -]{2,8}\d)(?![\w.])/gi,
    kind: 'code',
    is: always,
  },
  {
    cues: ['ackup', 'ecovery'],
    pattern:
      /\b(?:backup|recovery) codes?(?: is:?| are:?|:| =|=) ?["'`]?([a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,3})(?![\w-])/gi,
    kind: 'code',
    is: always,
  },
  {
    cues: ['oken ', 'key ', 'ecret '],
    pattern: /\b(?:auth|access|api|secret|account|bearer)[ _-](?:token|key|secret) ["'`]?([0-9a-f]{32,64})(?![\w-])/gi,
    kind: 'token',
    is: always,
  },
  {
    cues: PHRASES,
    pattern:
      /\b(?:seed|recovery|mnemonic|backup)(?: (?:phrase|words))?["'`]?(?: is:?|:| =|=)\s{1,4}["'`]?((?:[a-z]{3,8}\s{1,3}){11,23}[a-z]{3,8})(?![\w-])/gi,
    kind: 'seed-phrase',
    is: always,
  },
]
