import { readFileSync, statSync } from 'node:fs'

/** The byte of the `-shm` file that a writer locks (SQLite, "WAL-mode file format", section 2.3.1). */
const WRITE_LOCK = 120

/** Who writes to a database just now, as Linux tells it: `process 12 (node)`; undefined where nobody can say. */
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
    // Other systems have no such list.
  }
  return undefined
}

/** `1: POSIX  ADVISORY  WRITE 4242 fe:00:131 120 120`; one that waits has `->` behind its number. */
const LINE = /^\d+: \w+ +\w+ +WRITE (?<pid>\d+) [\da-f]+:[\da-f]+:(?<inode>\d+) (?<from>\d+) (?<to>\d+|EOF)$/

const readText = (path: string): string => readFileSync(path, 'utf8')
