import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Above this size, in bytes, the file is renamed to `.1`, replacing the previous one: over 4,000 prompts each. */
const MAX_BYTES = 65_536

/** The prompts of a data folder whose hint came too late: the time of each in Unix ms, one a line, no text. */
const fileOf = (dataDir: string): string => join(dataDir, 'late-hints')

/** Notes that a prompt had no hint in time. Never throws: the agent continues. */
export function noteLateHint(dataDir: string, at: number): void {
  const file = fileOf(dataDir)
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= MAX_BYTES) renameSync(file, `${file}.1`)
    appendFileSync(file, `${at}\n`, { mode: 0o600 })
  } catch {
    // It is not counted.
  }
}

/** How many were noted since a time in Unix ms. */
export function lateHints(dataDir: string, since: number): number {
  const file = fileOf(dataDir)
  return [`${file}.1`, file].flatMap(timesIn).filter((at) => at >= since).length
}

function timesIn(file: string): readonly number[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').map(Number)
  } catch {
    return []
  }
}
