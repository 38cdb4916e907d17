import type { Finding } from './finding.ts'

/**
 * Whether the time for a look at one skill is up. Asked before each rule on each piece of a text: the patterns are proven
 * linear, so that what runs on after it is one rule on one piece (at most 0.2 s of processor time, measured).
 */
export type IsLate = () => boolean

/** Seconds of processor time that a look at one skill may take; ordinary source code is read at 0.8 MB/s (measured). */
export const LOOK_SECONDS = 3

export const LATE = `could not be read within ${LOOK_SECONDS} s; look at it, and use --force if it does no harm`

/** What nobody has looked at to its end may hold anything. */
export const lateFinding = (file: string, line = 1): Finding => ({
  rule: 'unread',
  severity: 'block',
  file,
  line,
  excerpt: '',
  why: LATE,
})

/** Whether a look ended early: another one would, too. */
export const wasLate = (findings: readonly Pick<Finding, 'why'>[]): boolean => findings.some(({ why }) => why === LATE)
