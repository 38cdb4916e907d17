import { LOOK_SECONDS } from '../domain/safety/time-limit.ts'

/**
 * Starts the time limit of one scan; the returned function tells whether it is over. Both the wall clock and this process's
 * processor time must exceed it: a busy machine must not get a harmless skill withheld.
 */
export function startLook(seconds = LOOK_SECONDS): () => boolean {
  const before = process.cpuUsage()
  /** When the limit can be reached at the earliest: asking for the processor time costs as much as trying a rule. */
  let earliest = performance.now() + seconds * 1000
  return () => {
    const now = performance.now()
    if (now < earliest) return false
    const { user, system } = process.cpuUsage(before)
    const left = seconds * 1000 - (user + system) / 1000
    earliest = now + left
    return left <= 0
  }
}
