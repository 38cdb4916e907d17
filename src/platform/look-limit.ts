import { LOOK_SECONDS } from '../domain/safety/time-limit.ts'

/**
 * Starts the time of a look at one skill; tells whether it is up. It is up when both the clock and the processor time of this
 * process say so: a busy machine must not get a harmless skill withheld, nor must other threads of a host.
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
