import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../src/domain/bandit.ts'
import { bundled } from '../bundled.ts'
import { copyWhole } from '../path/life-files.ts'
import { homeAt, openHome, turn } from './home.ts'
import { type Loss, missingOf } from './losses.ts'
import type { Seat, Taken } from './turn-taker.ts'

const TAKER = await bundled(join(import.meta.dirname, 'turn-taker.ts'))

const MEMBERS = 4
/** Time between two losses, at least and at most, and after the last one. */
const [LEAST_MS, MOST_MS, AFTER_MS] = [100, 300, 300]

/** Processes take turns in without rest while the files of their home are lost, `times` over: what does not hold then. */
export async function lostInCrowd(loss: Loss, root: string, seed: number, times: number): Promise<readonly string[]> {
  mkdirSync(root, { recursive: true })
  const home = homeAt(root)
  const random = seededRandom(seed)
  const first = await openHome(home)
  await first.endOfRun(turn('first'))
  await first[Symbol.asyncDispose]()
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, member) => seated({ root, member })))
  let lostAt = 0
  let taken: readonly Taken[] = []
  try {
    for (let n = 0; n < times; n++) {
      await wait(LEAST_MS + random() * (MOST_MS - LEAST_MS))
      const backup = join(root, 'backup.db')
      if (loss.restores) copyWhole(home.database, backup)
      loss.inflict(home, backup, n)
      lostAt = Date.now()
    }
    await wait(AFTER_MS)
  } finally {
    taken = (await Promise.all(members.map(ended))).flat()
  }
  const faults = taken.flatMap(({ fault }) => fault ?? [])
  const since = taken.filter(({ begun, fault }) => fault === undefined && (loss.keeps || begun > lostAt))
  return [
    ...new Set(faults.map((fault) => `a turn was ${fault}`)),
    ...(since.length > 0 ? [] : ['no turn was taken in after the loss']),
    ...missingOf(
      home,
      since.map(({ id }) => id),
    ),
  ]
}

async function seated(seat: Seat): Promise<ChildProcess> {
  const child = fork(TAKER, [], { execArgv: [], env: { PATH: process.env.PATH ?? '' } })
  const open = once(child, 'message')
  child.send(seat)
  await open
  return child
}

async function ended(child: ChildProcess): Promise<readonly Taken[]> {
  const told = once(child, 'message')
  const exit = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a process ended with ${code}`)))
  child.send('end')
  const [taken] = await Promise.race([told, exit])
  // It ends by itself now.
  exit.catch(() => {})
  return taken as readonly Taken[]
}
