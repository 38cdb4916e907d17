import { setTimeout as wait } from 'node:timers/promises'
import { homeAt, openHome, turn } from './home.ts'

/** One turn of a process, and when its recording began, in Unix ms. */
export interface Taken {
  readonly id: string
  readonly begun: number
  /** Why it was not recorded. */
  readonly fault?: string
}

/** Which process of several this is, and over which home. */
export interface Seat {
  readonly root: string
  readonly member: number
}

/** Between two turns, so that others come in between. */
const PAUSE_MS = 2

/** Takes turns in until it is told to end, and tells what became of each. */
async function take({ root, member }: Seat): Promise<void> {
  let isEnded = false
  process.once('message', () => {
    isEnded = true
  })
  const taken: Taken[] = []
  const loop = await openHome(homeAt(root))
  process.send?.('open')
  for (let n = 0; !isEnded; n++) {
    const begun = Date.now()
    // A failed one makes no draft, so that there are many.
    const { status, turnId, reason } = await loop.endOfRun({ ...turn(`${member}-${n}`), outcome: 'failure' })
    taken.push({ id: turnId, begun, ...(status !== 'recorded' && { fault: `${status}: ${reason}` }) })
    await wait(PAUSE_MS)
  }
  await loop[Symbol.asyncDispose]()
  process.send?.(taken, () => process.disconnect())
}

process.once('message', (seat: Seat) => void take(seat))
