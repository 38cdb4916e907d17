import { join } from 'node:path'
import type { SkillLoopOptions } from '../../src/app/skill-loop.ts'
import { Home } from './home.ts'
import { differences, faults, standing } from './judge.ts'
import { type Planned, turnsOf } from './plan.ts'
import { Shadow } from './shadow.ts'

/** The same years in a home whose retention is so, and, where asked, in a second one that keeps everything. */
export interface Years extends Planned {
  readonly days: number
  readonly settings: NonNullable<SkillLoopOptions['settings']>
  readonly twin: boolean
  /** Days between two comparisons of what is there before and after retention. */
  readonly lookEvery: number
  readonly onDay?: (day: number, homes: Lived) => Promise<void>
}

export interface Lived {
  readonly home: Home
  readonly twin: Home | undefined
  /** Days on which retention began above the bound, and on which it ended above it. */
  readonly above: { began: number; ended: number }
}

const UNBOUNDED = { 'retention.days': 1e6, 'retention.maxMb': 1e6 }

/** Lives through the years; says what did not hold. */
export async function live(root: string, years: Years): Promise<Lived & { readonly found: readonly string[] }> {
  const home = new Home(join(root, 'bounded'), years.settings)
  const twin = years.twin ? new Home(join(root, 'unbounded'), { ...years.settings, ...UNBOUNDED }) : undefined
  const lived = { home, twin, above: { began: 0, ended: 0 } }
  const shadow = new Shadow()
  const found: string[] = []
  let day = 0
  let before: Awaited<ReturnType<typeof standing>> | undefined
  const isAbove = async (): Promise<boolean> => {
    const loop = await home.loop()
    const { bytes, freeBytes } = await loop.upkeep.tally()
    return bytes - freeBytes > loop.upkeep.config.settings['retention.maxMb'] * 2 ** 20
  }
  home.before = async (loop) => {
    shadow.copy(home.database)
    if (await isAbove()) lived.above.began++
    before = day % years.lookEvery === 0 ? await standing(loop) : undefined
  }
  home.after = async (loop) => {
    if (await isAbove()) lived.above.ended++
    if (before === undefined) return
    for (const what of differences(before, await standing(loop))) found.push(`day ${day}: retention changed ${what}`)
  }
  for (; day < years.days; day++) {
    const turns = turnsOf(day, years)
    for (const [i, turn] of turns.entries()) {
      // The two take turns in going first, so that neither always finds a warm processor.
      const both = twin === undefined ? [home] : i % 2 === 0 ? [home, twin] : [twin, home]
      for (const one of both) await one.turn(turn)
    }
    for (const one of twin === undefined ? [home] : [home, twin]) await one.endDay(day)
    await years.onDay?.(day, lived)
  }
  const [last] = turnsOf(years.days - 1, years).slice(-1)
  if (last !== undefined) found.push(...(await faults(home, { shadow, last, kept: 0 })))
  await home.close()
  await twin?.close()
  return { ...lived, found }
}
