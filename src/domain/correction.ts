import { readingOf } from './correction/reading.ts'
import { SIGNS, type Sign } from './correction/signs.ts'

/**
 * Whether a message after a run rejects its result: says that it is wrong, missing or still fails, reports an error,
 * tells the agent what it did wrong, or asks to undo it. Signs of a rejection add up; signs of a new task count against.
 */
export const isCorrection = (text: string): boolean => pointsOf(text, () => true) >= ENOUGH

/** Whether a message tells the agent what it did wrong: a failure that it reports, or an order to undo, may be a task. */
export const isReproach = (text: string): boolean => pointsOf(text, ({ mayBeTask }) => mayBeTask !== true) >= ENOUGH

function pointsOf(text: string, counts: (sign: Sign) => boolean): number {
  const reading = readingOf(text)
  if (reading === undefined) return 0
  let points = 0
  for (const sign of SIGNS) if (counts(sign) && sign.holds(reading)) points += sign.points
  return points
}

/** Points of a sign that says enough alone. */
const ENOUGH = 4
