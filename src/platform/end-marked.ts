import { readdirSync, readFileSync } from 'node:fs'

/**
 * Ends every process of this user in whose environment a variable has this value, also those that left their process
 * group. Only where the system shows environments (Linux); elsewhere it does nothing.
 */
export function endMarked(variable: string, value: string): void {
  for (const name of list('/proc')) {
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

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
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
