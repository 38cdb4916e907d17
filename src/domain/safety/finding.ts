import type { Severity } from './rule.ts'

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
