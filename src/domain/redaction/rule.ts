import { matchesOf } from '../matches.ts'
import { cuesIn, cuesOf } from './cues.ts'
import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pointsElsewhere } from './value.ts'

/** A kind of secret. Its pattern's last group, or all of a match, is the value; without one of its cues none is sought. */
export interface Rule {
  readonly kind: string
  readonly cues: number
  readonly pattern: RegExp
  readonly is: Judge
}

/** Whether a value is a secret, or what its span has else. */
export type Judge = (value: string, match: RegExpExecArray, start: number) => boolean | Partial<Span>

/** A rule; its cues are separated by `|`. Without a judge each value is a secret that is no reference or dummy. */
export const rule = (kind: string, cues: string, pattern: RegExp, is: Judge = isValue): Rule => ({
  kind,
  cues: cuesOf(cues.split(/\|(?=.)/)),
  pattern,
  is,
})

/** Adds what the rules find in a text. */
export function ruleSpans(text: string, rules: readonly Rule[], spans: Span[], cued = cuesIn(text)): void {
  for (const { cues, pattern, kind, is } of rules)
    if (cued[cues] === 1)
      for (const match of matchesOf(pattern, text)) {
        const given = match.at(-1)!
        const value = given.replace(/(?<![.,:;)])[.,:;)]{1,8}$/, '')
        const start = match.index + match[0].lastIndexOf(given)
        const told = is(value, match, start)
        if (told !== false)
          spans.push({ start, end: start + value.length, kind, ...(told === true ? undefined : told) })
      }
}

const isValue: Judge = (value) => value !== '' && !pointsElsewhere(value)

/** Whether a value is no reference, has letters with digits or symbols, and at least so many characters. */
export const secretOf =
  (atLeast: number): Judge =>
  (value) =>
    looksSecret(value, atLeast) && !pointsElsewhere(value)
