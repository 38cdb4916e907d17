import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** UUIDs v7 that ascend with the time of the turns; of turns of one time, in the order in which they came. */
export function turnIds(): (at: Date) => string {
  let seq = 0
  const pool = new Uint8Array(POOL)
  let used = POOL
  return (at) => {
    // To ask the system for each id costs more than all the rest of it.
    if (used === POOL) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.subarray(used, used + ID)
    used += ID
    return v7({ msecs: Math.max(0, at.getTime()), seq: seq++, random })
  }
}

/** Bytes of an id, and of 256 of them. */
const ID = 16
const POOL = 256 * ID
