import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listed } from '../platform/listed.ts'

/**
 * Counts for each job how often a process died while working on it, in quarters; one small file each, and none for a
 * count of 0.
 */
export interface CrashCounts {
  /** Adds to a job's count and returns the sum. */
  add(name: string, quarters: number): number
  /** Deletes the count: the job is done or given up. */
  forget(name: string): void
}

export function openCrashCounts(folder: string): CrashCounts {
  let known: Set<string> | undefined
  const names = (): Set<string> => {
    known ??= new Set(listed(folder))
    return known
  }
  return {
    add(name, quarters) {
      const sum = (names().has(name) ? numberIn(join(folder, name)) : 0) + quarters
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(join(folder, name), String(sum), { mode: 0o600 })
        names().add(name)
      } catch {
        // If the count cannot be stored, the job is retried as if for the first time.
      }
      return sum
    },
    forget(name) {
      if (names().delete(name)) rmSync(join(folder, name), { force: true })
    },
  }
}

function numberIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return 0
  }
}
