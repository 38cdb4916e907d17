import type { Pairs } from './pairs.ts'
import type { Span } from './placeholder.ts'
import { looksSecret } from './randomness.ts'
import { pointsElsewhere } from './value.ts'

/** A pattern whose first group is a secret; without one of its cues in the text it is not tried. */
export interface Rule {
  readonly cues: readonly string[]
  readonly pattern: RegExp
  readonly kind: string
  /** Whether a value is a secret; absent = each one that is no reference or dummy. */
  readonly is?: (value: string, line: () => string) => boolean
}

/** A rule; its cues are separated by `|`. */
export const rule = (kind: string, cues: string, pattern: RegExp, is?: Rule['is']): Rule => ({
  kind,
  cues: cues.split('|'),
  pattern,
  ...(is && { is }),
})

/** Adds what the rules find; the pairs are those of the text. */
export function ruleSpans(text: string, rules: readonly Rule[], pairs: Pairs, spans: Span[]): void {
  for (const { cues, pattern, kind, is = isValue } of rules)
    if (pairs.hasOne(cues))
      for (const match of text.matchAll(pattern)) {
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

/** The command or sentence around a place, as far as 200 characters. */
function lineAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at)
  const after = text.slice(at, at + 200)
  return `${before.split(/[\n;|]/).at(-1)}${after.split(/[\n;|]/, 1)[0]}`
}
