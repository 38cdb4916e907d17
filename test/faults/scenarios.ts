import type { Scenario } from './scenario.ts'
import { BACKUPS } from './scenarios/backups.ts'
import { CONNECTIONS } from './scenarios/connections.ts'
import { COPIES } from './scenarios/copies.ts'
import { EVENTS } from './scenarios/events.ts'
import { LEARNING } from './scenarios/learning.ts'
import { RETENTION } from './scenarios/retention.ts'
import { REVIEW } from './scenarios/review.ts'
import { WITHDRAWN } from './scenarios/withdrawn.ts'

/** Everything that faults strike, a list a family. */
export const SCENARIOS: readonly Scenario[] = [
  ...REVIEW,
  ...WITHDRAWN,
  ...COPIES,
  ...CONNECTIONS,
  ...EVENTS,
  ...BACKUPS,
  ...LEARNING,
  ...RETENTION,
]
