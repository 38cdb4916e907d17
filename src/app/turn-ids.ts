import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** UUIDs v7 that ascend with the time of the turns, and for equal times in the order of the calls. */
export function turnIds(): (at: Date) => string {
  let seq = 0
  const pool = new Uint8Array(POOL)
  let used = POOL
  return (at) => {
    // Random bytes are fetched for 256 ids at once: one system call for each would cost more than the rest.
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
