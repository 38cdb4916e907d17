import { matchesOf } from '../matches.ts'

/** The severity of a finding: `block` quarantines, `warn` asks for a person's review, `note` is recorded only. */
export type Severity = 'block' | 'warn' | 'note'

/** A finding in a text, by its position. */
export interface Hit {
  readonly rule: string
  readonly severity: Severity
  readonly why: string
  readonly at: number
  readonly length: number
}

/** One pattern of one class of danger. Patterns are global, and bounded so that they run in linear time. */
export interface Rule {
  readonly rule: string
  readonly why: string
  readonly pattern: RegExp
  /** Examines a match: its severity, or undefined for no finding. */
  readonly judge: (match: RegExpExecArray, text: string) => Severity | undefined
}

/** A rule; without a judge each match counts. */
export const rule = (
  rule: string,
  severity: Severity,
  why: string,
  pattern: RegExp,
  judge: Rule['judge'] = () => severity,
): Rule => ({ rule, why, pattern, judge })

/** Matches of one rule in one piece of a text that are looked at; ordinary words make a few hundred. */
const MAX_MATCHES = 5_000

/** The hits of a rule in a text, in order. Where a text holds more matches than are looked at, that is a hit itself. */
export function* hitsOf({ rule, why, pattern, judge }: Rule, text: string): Generator<Hit> {
  let matches = 0
  for (const match of matchesOf(pattern, text)) {
    const place = { at: match.index, length: match[0].length }
    if (++matches > MAX_MATCHES) {
      yield { rule: 'unread', severity: 'warn', why: `more places than are looked at for: ${why}`, ...place }
      return
    }
    const severity = judge(match, text)
    if (severity !== undefined) yield { rule, severity, why, ...place }
  }
}

/** The words of a list. */
export const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** One danger in one line of one file. The excerpt is inert: short, secrets masked, without markup or templates. */
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  /** Path of the file, or the place within a turn. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly excerpt: string
  readonly why: string
}

/** A finding about a whole file. */
export const ofFile = (file: string, rule: string, severity: Severity, why: string, line = 1): Finding => ({
  rule,
  severity,
  file,
  line,
  excerpt: '',
  why,
})

/** The gravest severity among findings; undefined when there is none. */
export function gravest(findings: readonly Finding[]): Severity | undefined {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity))
}

/** The order in which findings are kept: the gravest first, and what was not read before what was found. */
export const byGravity = (a: Pick<Finding, 'rule' | 'severity'>, b: Pick<Finding, 'rule' | 'severity'>): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  Number(b.rule === 'unread') - Number(a.rule === 'unread')

/** Ordered from the gravest. */
export const SEVERITIES: readonly Severity[] = ['block', 'warn', 'note']
