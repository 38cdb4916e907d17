import type { Scenario } from './scenario.ts'
import { CONNECTIONS } from './scenarios/connections.ts'
import { COPIES } from './scenarios/copies.ts'
import { EVENTS } from './scenarios/events.ts'
import { REVIEW } from './scenarios/review.ts'

/** Everything that faults strike, a list a family. */
export const SCENARIOS: readonly Scenario[] = [...REVIEW, ...COPIES, ...CONNECTIONS, ...EVENTS]
