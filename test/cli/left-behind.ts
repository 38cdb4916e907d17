import type { ChildProcess } from 'node:child_process'

/** What a file of tests has made and started, and `test/each-file.ts` removes and ends after it. */
export const leftBehind = { folders: new Set<string>(), programs: new Set<ChildProcess>() }
