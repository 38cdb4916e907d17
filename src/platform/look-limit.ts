import { LOOK_SECONDS } from '../domain/safety/time-limit.ts'

/**
 * Starts the time limit of one scan; the returned function tells whether it is over. Both the wall clock and this process's
 * processor time must exceed it: a busy machine must not get a harmless skill withheld.
 */
export function startLook(seconds = LOOK_SECONDS): () => boolean {
  const began = performance.now()
  const before = process.cpuUsage()
  return () => {
    if (performance.now() - began < seconds * 1000) return false
    const { user, system } = process.cpuUsage(before)
    return user + system >= seconds * 1_000_000
  }
}
