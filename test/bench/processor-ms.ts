import { readdirSync, readFileSync } from 'node:fs'

/** Processor time that a process has taken so far with all its threads, in ms; NaN where the system does not say (not Linux). */
export function processorMs(pid: number | undefined): number {
  try {
    const spent = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return spent.reduce((sum, one) => sum + one, 0) / 1e6
  } catch {
    return Number.NaN
  }
}
