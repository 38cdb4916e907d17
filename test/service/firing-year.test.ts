import { expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/bandit.ts'
import type { SchedulePlan } from '../../src/domain/schedule/schedule.ts'
import type { AgentEnd } from '../../src/service/schedule/agent-runner.ts'
import type { FireRecord } from '../../src/store/ports/schedule-store.ts'
import { plainCron } from '../domain/schedule/plain-cron.ts'
import { times } from '../long.ts'
import { FiringHome, GOOD } from './firing-home.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A year, or the months around a change of the clocks. */
const DAYS = times(80, 365)
const ZONE = 'Europe/Berlin'

const PLANS: Readonly<Record<string, Partial<SchedulePlan>>> = {
  nightly: { when: { kind: 'cron', expression: '30 2 * * *' }, zone: ZONE, missed: 'skip', overlap: 'skip' },
  noon: { when: { kind: 'cron', expression: '0 12 * * 1-5' }, zone: ZONE, missed: 'once', overlap: 'queue' },
  hourly: { when: { kind: 'cron', expression: '*/30 2 1,29 * *' }, zone: ZONE, missed: 'skip', overlap: 'queue' },
  monthly: { when: { kind: 'cron', expression: '0 0 1 * *' }, zone: ZONE, missed: 'once', overlap: 'skip' },
}

/** How many planned fires a row accounts for. */
const coverage = ({ state, missed }: FireRecord): number => (state === 'missed' ? Math.max(1, missed) : missed + 1)

/**
 * A year of daemons that are killed, started again and race each other, machines that sleep, and runs that take long. With
 * `back`, the clock is set back now and then.
 */
async function year(begin: string, seed: number, back: boolean): Promise<Year> {
  await using home = new FiringHome(begin)
  const end = home.clock + DAYS * DAY
  const random = seededRandom(seed)
  let going: ((end: AgentEnd) => void)[] = []
  home.agent = () => (random() < 0.7 ? Promise.resolve(GOOD) : new Promise((resolve) => going.push(resolve)))
  for (const [name, plan] of Object.entries(PLANS)) await home.add(name, plan)
  let daemons = [home.daemon(), home.daemon()]
  while (home.clock < end) {
    const next = Math.min(...(await home.store.schedules()).map(({ nextAt }) => nextAt ?? end))
    const chance = random()
    if (back && chance < 0.03) home.clock -= Math.floor(random() * 3 * DAY)
    else if (chance < 0.08) home.clock += Math.floor(random() * 9 * DAY)
    else home.clock = Math.max(home.clock, next) + Math.floor(random() * 1.2 * MINUTE)
    if (random() < 0.05) {
      const [killed, other] = daemons
      const ticking = killed?.tick()
      if (random() < 0.5) await Promise.race([ticking, new Promise((resolve) => setImmediate(resolve))])
      killed?.kill()
      daemons = [other!, home.daemon()]
    }
    await Promise.all(daemons.map(async ({ tick }) => await tick()))
    if (random() < 0.5) {
      for (const finish of going) finish(GOOD)
      going = []
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  for (const daemon of daemons) daemon.kill()
  home.agent = async () => GOOD
  const last = home.daemon()
  for (let n = 0; n < 6; n++) {
    await last.tick()
    await last.firing.idle()
  }
  expect(new Set(home.begun).size).toBe(home.begun.length)
  const all = await home.store.fires({ limit: -1 })
  expect(all.filter(({ state }) => state === 'waiting' || state === 'running')).toEqual([])
  const rows = new Map(Object.keys(PLANS).map((name) => [name, all.filter(({ schedule }) => schedule === name)]))
  return { rows, end: home.clock }
}

interface Year {
  readonly rows: ReadonlyMap<string, readonly FireRecord[]>
  /** What the clock said at last. */
  readonly end: number
}

const seeds = Array.from({ length: times(1, 40) }, (_, i) => i + 1)

it.each(seeds)(
  'accounts for every fire of a year once, over kills, sleep, changed clocks and two daemons (%i)',
  async (seed) => {
    const { rows: found, end } = await year('2026-02-15T00:00', seed, false)
    for (const [name, plan] of Object.entries(PLANS)) {
      const rows = found.get(name) ?? []
      const expression = plan.when?.kind === 'cron' ? plan.when.expression : ''
      const planned = plainCron(expression, ZONE, { after: Date.parse('2026-02-15T00:00Z'), until: end })
      expect(rows.reduce((sum, row) => sum + coverage(row), 0)).toBe(planned.length)
      const known = new Set(planned)
      expect(rows.filter(({ at }) => !known.has(at))).toEqual([])
      expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length)
      const began = rows.filter(({ startedAt }) => startedAt !== null)
      expect(began.length).toBeGreaterThan(1)
    }
  },
)

it.each(seeds)(
  'begins no fire twice where the clock is set back now and then, and tells of each end (%i)',
  async (seed) => {
    const { rows: found } = await year('2026-09-20T00:00', seed, true)
    for (const [, rows] of found) {
      const ran = rows.filter(({ state }) => state !== 'missed').map(({ at }) => at)
      expect(new Set(ran).size).toBe(ran.length)
      expect(rows.filter(({ endedAt }) => endedAt === null)).toEqual([])
    }
  },
)
