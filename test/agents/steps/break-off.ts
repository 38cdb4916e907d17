import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { REST_MS } from '../../../src/domain/rest.ts'
import type { CellName } from '../cells.ts'
import type { Course, Finding } from '../course.ts'
import { filesBelow } from '../record.ts'
import { differenceOf, type Recorded, recordedIn } from '../records.ts'
import { OutOfTime } from '../run-process.ts'
import * as tasks from '../tasks.ts'
import { brokenOff } from './broken-off.ts'

/** Runs that end badly, and what an import makes of all that was written. */
export async function breakOff(course: Course): Promise<void> {
  const { home } = course
  const { asksNobody, hidesErrors, sessions } = home.driver
  if (!course.asked.includes(tasks.FAILING)) await tried(course.ask({ prompt: tasks.FAILING, steps: tasks.FAIL }))
  await course.settle(tasks.FAILING)
  await tried(course.ask({ prompt: tasks.BROKEN, steps: tasks.BREAK }))
  if (asksNobody === undefined)
    await tried(course.ask({ prompt: tasks.DENIED, steps: tasks.DENY, permission: 'asked' }))
  const endings = { interrupted: await brokenOff(home, 'interrupted'), ended: await brokenOff(home, 'ended') }
  course.asked.push(tasks.INTERRUPTED, tasks.ENDED)
  // Hooks of the next session bring in what the hooks of a broken one could not.
  await tried(course.ask({ prompt: tasks.LAST, steps: tasks.COUNT }))
  await course.settle(tasks.LAST)
  await course.settle(tasks.BROKEN, LOOK_TRIES)
  const live = course.recorded
  const imported = await importAll(course, sessions)
  const judged = (prompt: string) => outcomeOf({ live, imported }, prompt)
  const broken: Readonly<Partial<Record<CellName, () => Finding>>> = {
    failure: () => judged(tasks.FAILING),
    'API error': () => {
      const all = [...live, ...imported].filter(({ request }) => request === tasks.BROKEN)
      const isOpen = all.length > 0 && all.every(({ outcome }) => outcome === 'unknown')
      if (isOpen && hidesErrors !== undefined) return { none: hidesErrors }
      const isLive = live.some(({ request }) => request === tasks.BROKEN)
      return isLive ? judged(tasks.BROKEN) : 'it is recorded by an import alone'
    },
    denied: () => (asksNobody === undefined ? judged(tasks.DENIED) : { none: asksNobody }),
    interrupted: () => endings.interrupted.failed ?? judged(tasks.INTERRUPTED),
    ended: () => endings.ended.failed ?? judged(tasks.ENDED),
    imported: () => differenceOf(live, imported),
  }
  for (const [name, look] of Object.entries(broken)) await course.cell(name as CellName, look)
}

/** A run that ends without a hook is looked at half a minute after its prompt. */
const LOOK_TRIES = 40

/** What a run ends with is judged by its turn. */
async function tried(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (error instanceof OutOfTime) throw error
  })
}

/** The turns of all session files, read into a home that has none. */
async function importAll({ home }: Course, sessions: string): Promise<readonly Recorded[]> {
  const other = join(home.root, 'second')
  const rested = new Date(Date.now() - 2 * REST_MS)
  // Sessions of some time ago: the last words of one that may still run are left for the next import.
  for (const file of filesBelow(join(home.home, sessions))) utimesSync(file, rested, rested)
  const env = { WAYLAND_CONFIG_DIR: join(other, 'config'), WAYLAND_DATA_DIR: join(other, 'data') }
  await home.wayland(['import', home.driver.agent, join(home.home, sessions), '--json'], env)
  return recordedIn(env.WAYLAND_DATA_DIR)
}

interface Both {
  readonly live: readonly Recorded[]
  readonly imported: readonly Recorded[]
}

/** Whether a turn has an outcome that it may have, live and imported. What no hook told of is read by the import alone. */
function outcomeOf({ live, imported }: Both, prompt: string): Finding {
  const found = Object.entries({ live, imported }).flatMap(([how, turns]) =>
    turns.filter(({ request }) => request === prompt).map(({ outcome }) => ({ outcome, how })),
  )
  if (found.length === 0) return 'it was not recorded'
  const wrong = found.find(({ outcome }) => tasks.OUTCOMES.get(prompt)?.includes(outcome) !== true)
  return wrong === undefined ? undefined : `it is ${wrong.outcome} (${wrong.how})`
}
