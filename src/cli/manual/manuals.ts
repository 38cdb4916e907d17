import type { Command } from '../command.ts'
import { BANK_MANUAL } from './bank.ts'
import { CONNECT_MANUAL } from './connect.ts'
import { DATA_MANUAL } from './data.ts'
import { LEARN_MANUAL } from './learn.ts'
import type { Manual } from './manual.ts'
import { MEASURE_MANUAL } from './measure.ts'
import { OFFER_MANUAL } from './offer.ts'
import { REVIEW_MANUAL } from './review.ts'
import { SCHEDULE_MANUAL } from './schedule.ts'

const MANUALS: Readonly<Record<string, Manual>> = {
  ...LEARN_MANUAL,
  ...OFFER_MANUAL,
  ...REVIEW_MANUAL,
  ...MEASURE_MANUAL,
  ...SCHEDULE_MANUAL,
  ...CONNECT_MANUAL,
  ...BANK_MANUAL,
  ...DATA_MANUAL,
}

/** The manual of a command. Throws for a command without one; a test checks that every command has one. */
export function manualOf({ name }: Pick<Command, 'name'>): Manual {
  const manual = MANUALS[name]
  if (manual === undefined) throw new Error(`the command "${name}" has no manual in src/cli/manual`)
  return manual
}
