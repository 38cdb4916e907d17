import { WaylandError } from '../domain/errors.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import { emptyReport, totals } from '../service/learning/learn-report.ts'
import { ImportTally } from '../service/turns/import-tally.ts'
import { reached } from './first-use.ts'
import type { SkillLoop } from './skill-loop.ts'

/** A loop that is switched off takes in, offers, learns and fires nothing; people can still look and decide. */
export function whileOff(loop: SkillLoop, newId: () => string): SkillLoop {
  const none = async () => []
  const read = async () => new ImportTally().report()
  return {
    ...loop,
    ...{ endOfRun: async () => IGNORED, receive: none, import: read, ingest: none, search: none },
    renderContext: async () => '',
    route: async () => ({ id: newId(), pick: null, reason: 'off', candidates: [] }),
    reward: async () => ({ status: 'nothing' }),
    offers: {
      ...loop.offers,
      ...{ expected: async () => undefined, news: async () => undefined, undelivered: async () => false },
      ...{ offered: none, listed: async () => ({ skills: [], left: 0, text: '', tokens: 0 }) },
      ...{ markLoaded: async () => false, converse: async () => ({ id: '' }), answered: async () => {} },
    },
    learning: reached<SkillLoop['learning']>(async (work) => await work(loop.learning), {
      learn: async () => totals(emptyReport(), undefined),
    }),
    schedules: reached<SkillLoop['schedules']>(async (work) => await work(loop.schedules), {
      ...{ tick: async () => {}, idle: async () => {} },
      run: async () => {
        throw new WaylandError('refused', 'nothing runs while wayland-core is switched off', {
          hint: 'Set the option "skills" to on; within an agent that it started itself it is always off.',
        })
      },
    }),
    upkeep: { ...loop.upkeep, count: async () => 0, importAll: read, tryAgain: async () => 0 },
  }
}

const IGNORED: TurnReceipt = Object.freeze({
  ...{ turnId: '', status: 'ignored', signature: '', streak: 0, reason: 'off', draft: null },
} as const)
