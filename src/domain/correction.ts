import { readingOf } from './correction/reading.ts'
import { SIGNS } from './correction/signs.ts'

/**
 * Whether a message after a run rejects its result: says that it is wrong, missing or still fails, reports an error,
 * tells the agent what it did wrong, or asks to undo it. Signs of a rejection add up; signs of a new task count against.
 */
export function isCorrection(text: string): boolean {
  const reading = readingOf(text)
  if (reading === undefined) return false
  let points = 0
  for (const sign of SIGNS) if (sign.holds(reading)) points += sign.points
  return points >= ENOUGH
}

/** Points of a sign that says enough alone. */
const ENOUGH = 4
