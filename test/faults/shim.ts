import { execFileSync } from 'node:child_process'
import { openSync, readlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

/** Errors that a file system answers a write with. */
export const ERRORS = ['ENOSPC', 'EACCES', 'EIO', 'EROFS'] as const
export type ErrorName = (typeof ERRORS)[number]

/** What happens at the n-th call that writes: nothing but the count, a kill before it or halfway through, an error. */
export type Fault =
  | { readonly kind: 'count' }
  | { readonly kind: 'kill' | 'tear'; readonly at: number }
  | { readonly kind: 'once' | 'from'; readonly at: number; readonly error: ErrorName }

/** Compiles the shim into a folder; undefined where there is no C compiler or no LD_PRELOAD. */
export function compileShim(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  const library = join(folder, 'shim.so')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'shim.c'), '-ldl'], {
      stdio: 'ignore',
    })
    return library
  } catch {
    return undefined
  }
}

/** The environment of a process whose writes below `root` the shim watches. */
export const shimmed = (library: string | undefined, root: string): Record<string, string> =>
  library === undefined ? {} : { LD_PRELOAD: library, WAYLAND_FAULT_ROOT: root }

/** In a watched process: begins to count, with this fault ahead. */
export function arm(fault: Fault): void {
  const error = 'error' in fault ? constants.errno[fault.error] : 0
  say(`${fault.kind}/${'at' in fault ? fault.at : 0}/${error}`)
}

/** In a watched process: ends the counting and says how many calls there were. */
export function disarm(): number {
  try {
    return Number(readlinkSync('/@fault/counted'))
  } catch {
    return 0
  } finally {
    say('off')
  }
}

function say(words: string): void {
  try {
    openSync(`/@fault/${words}`, 'r')
  } catch {
    // The shim answers every command with ENOENT.
  }
}
