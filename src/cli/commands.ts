import type { Command, Group } from './command.ts'
import { BANK } from './groups/bank.ts'
import { CONNECT } from './groups/connect.ts'
import { DATA } from './groups/data.ts'
import { LEARN } from './groups/learn.ts'
import { MEASURE } from './groups/measure.ts'
import { OFFER } from './groups/offer.ts'
import { REVIEW } from './groups/review.ts'
import { SCHEDULE } from './groups/schedule.ts'

/** Every command, once, as `--help` shows them. */
export const GROUPS: readonly Group[] = [LEARN, OFFER, MEASURE, REVIEW, SCHEDULE, CONNECT, BANK, DATA]

/** The parser, `--help` and the tests read this list. Each command is loaded when it is called, its manual for help only. */
export const COMMANDS: readonly Command[] = GROUPS.flatMap(({ commands }) => commands)
