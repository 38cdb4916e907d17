import type { TurnReceipt } from '../domain/receipt.ts'
import type { ImportReport } from '../service/import-tally.ts'
import type { LearnReport } from '../service/learn-report.ts'
import type { Exporting } from './exporting.ts'
import { restingSchedules } from './own-schedules.ts'
import type { SkillLoop } from './skill-loop.ts'

/** The loop with `skills: off`: records, offers and copies nothing; people can still inspect. */
export function switchedOff(loop: SkillLoop, newId: () => string): SkillLoop {
  return {
    ...loop,
    endOfRun: async () => OFF_RECEIPT,
    receive: async () => [],
    count: async () => 0,
    import: async () => NOTHING_READ,
    importAll: async () => NOTHING_READ,
    tryAgain: async () => 0,
    route: async () => ({ id: newId(), pick: null, reason: 'off', candidates: [] }),
    expected: async () => undefined,
    undelivered: async () => false,
    news: async () => undefined,
    reward: async () => ({ status: 'nothing' }),
    offered: async () => [],
    listed: async () => ({ skills: [], left: 0, text: '', tokens: 0 }),
    ingest: async () => [],
    search: async () => [],
    renderContext: async () => '',
    markLoaded: async () => false,
    converse: async () => ({ id: '' }),
    answered: async () => {},
    learn: async () => NOTHING_LEARNED,
    schedules: restingSchedules(loop.schedules),
  }
}

/** An export that copies nothing. */
export const NO_COPIES: Exporting = {
  sync: async () => [],
  expect: async () => ({ end: () => {} }),
  catchUp: async () => {},
  strays: async () => [],
}

const NOTHING_READ: ImportReport = {
  files: 0,
  lines: 0,
  turnsRecorded: 0,
  turnsKnown: 0,
  drafts: 0,
  skipped: {},
  errors: [],
  stillRunning: { turns: 0, from: 0 },
  notUnderstood: [],
}

const NOTHING_LEARNED: LearnReport = {
  reviewed: 0,
  projects: 0,
  skipped: {},
  calls: 0,
  tokens: { input: 0, output: 0 },
  waiting: 0,
  failed: [],
  proposals: [],
  tasks: [],
  reworded: [],
  questions: [],
}

const OFF_RECEIPT: TurnReceipt = Object.freeze({
  turnId: '',
  status: 'ignored',
  signature: '',
  streak: 0,
  reason: 'off',
  draft: null,
})
