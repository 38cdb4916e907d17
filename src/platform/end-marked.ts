import { readFileSync } from 'node:fs'
import { listed } from './listed.ts'

/**
 * Ends every process of this user in whose environment a variable has this value, also those that left their process
 * group. Only where the system shows environments (Linux); elsewhere it does nothing.
 */
export function endMarked(variable: string, value: string): void {
  for (const name of listed('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    if (!environmentOf(pid).split('\0').includes(`${variable}=${value}`)) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** '' for one that has ended or belongs to somebody else. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
