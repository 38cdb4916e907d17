import { readFileSync, statSync } from 'node:fs'

/** The byte of the `-shm` file that a writer locks (SQLite, "WAL-mode file format", section 2.3.1). */
const WRITE_LOCK = 120

/**
 * The process that holds a database's write lock, from /proc/locks: `process 12 (node)`; undefined on other systems or
 * if unknown.
 */
export function holderOf(file: string, read: (path: string) => string = readText): string | undefined {
  try {
    const shm = statSync(`${file}-shm`).ino
    for (const line of read('/proc/locks').split('\n')) {
      const found = LINE.exec(line)?.groups
      if (found === undefined || Number(found.inode) !== shm) continue
      if (Number(found.from) > WRITE_LOCK || (found.to !== 'EOF' && Number(found.to) < WRITE_LOCK)) continue
      return `process ${found.pid} (${read(`/proc/${found.pid}/comm`).trim()})`
    }
  } catch {
    // Only Linux has /proc/locks.
  }
  return undefined
}

/** `1: POSIX  ADVISORY  WRITE 4242 fe:00:131 120 120`; a waiting one has `->` after its number. */
const LINE = /^\d+: \w+ +\w+ +WRITE (?<pid>\d+) [\da-f]+:[\da-f]+:(?<inode>\d+) (?<from>\d+) (?<to>\d+|EOF)$/

const readText = (path: string): string => readFileSync(path, 'utf8')
