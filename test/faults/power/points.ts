import { seededRandom } from '../../../src/domain/bandit.ts'
import type { Call } from './strace-line.ts'

/** The calls, by their index, at which the power is cut, and about how many cuts that makes. */
export interface Points {
  /** The call by which the program said that it begins. */
  readonly begin: number
  readonly size: number
  readonly cuts: number
  has(by: number): boolean
}

/** Cuts that are made at one call. */
const CUTS_AT_ONE = 5

/**
 * Every call within `window` of what begins and ends a checkpoint, from the first line that the program said, and the last; of
 * the others as many as `others` says, seeded: half of them among those that write, half among all others.
 */
export function pointsOf(
  calls: readonly Call[],
  database: string,
  { window, others, seed }: { readonly window: number; readonly others: number; readonly seed: number },
): Points {
  const begin = calls.findIndex(({ kind }) => kind === 'said')
  const chosen = new Set([calls.length - 1])
  for (const by of checkpointSyncs(calls, database))
    for (let near = by - window; near <= by + window; near++) if (near >= begin && near < calls.length) chosen.add(near)
  const random = seededRandom(seed)
  const rest = [...calls.keys()].filter((by) => by >= begin && !chosen.has(by))
  const isWrite = (by: number) => calls[by]?.kind === 'write'
  for (const some of [rest.filter(isWrite), rest.filter((by) => !isWrite(by))])
    for (let n = Math.min(Math.ceil(others / 2), some.length); n > 0; n--) {
      const at = Math.floor(random() * some.length)
      chosen.add(some[at]!)
      some[at] = some.at(-1)!
      some.pop()
    }
  return { begin, size: chosen.size, cuts: chosen.size * CUTS_AT_ONE, has: (by) => chosen.has(by) }
}

/** Syncs of the database with those of the log before and after: of all its frames, and of its new beginning. */
function checkpointSyncs(calls: readonly Call[], database: string): readonly number[] {
  const syncsOf = (path: string) =>
    calls.flatMap((call, by) => (call.kind === 'sync' && call.path === path ? [by] : []))
  const log = syncsOf(`${database}-wal`)
  return syncsOf(database).flatMap((by) => [
    log.findLast((other) => other < by) ?? by,
    by,
    log.find((other) => other > by) ?? by,
  ])
}
