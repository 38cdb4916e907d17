import { type Finding, ofFile } from './rule.ts'

/**
 * Whether the time for scanning one skill is up. Checked before each rule on each piece of a text; as the patterns are
 * linear, the overrun is one rule on one piece (at most 0.2 s of processor time, measured).
 */
export type IsLate = () => boolean

/** Limit of processor time for scanning one skill, in seconds; source code is scanned at 0.8 MB/s (measured). */
export const LOOK_SECONDS = 3

export const LATE = `could not be read within ${LOOK_SECONDS} s; look at it, and use --force if it does no harm`

/** The finding for a file that was not scanned to its end. */
export const lateFinding = (file: string, line?: number): Finding => ofFile(file, 'unread', 'block', LATE, line)

/** Whether a scan ended early; a repeated one would, too. */
export const wasLate = (findings: readonly Pick<Finding, 'why'>[]): boolean => findings.some(({ why }) => why === LATE)
