import { readFileSync, statSync } from 'node:fs'
import { WaylandError } from '../../domain/errors.ts'

/** Whether a driver error means that the file is damaged or no database. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))

/** Whether the driver cannot be loaded, so that no other database would help. */
export const isDriverFault = ({ cause }: WaylandError): boolean => codeOf(cause) === DLOPEN_FAILED

/** Wraps an error of the driver or the file system. */
export function translate(error: unknown, file: string): WaylandError {
  if (error instanceof WaylandError) return error
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return new WaylandError(
      'storage_locked',
      `the database ${file} is held by ${holderOf(file) ?? 'another process'}`,
      {
        cause: error,
      },
    )
  if (isDamage(error))
    return new WaylandError('storage_unavailable', `the database ${file} is damaged (${message})`, {
      cause: error,
      hint: 'Move the file away; the next command begins a new one.',
    })
  if (error instanceof SyntaxError || /^no such (table|column)|has no column/.test(message))
    return new WaylandError('storage_unavailable', `the database ${file} was changed by another program (${message})`, {
      cause: error,
      hint: 'Put a backup in its place with "wayland-core restore", or move the file away; the next command begins a new one.',
    })
  if (code === DLOPEN_FAILED)
    return new WaylandError(
      'storage_unavailable',
      `the database driver better-sqlite3 was built for another version of Node.js than ${process.version}; npm rebuild better-sqlite3 builds it anew`,
      { cause: error, hint: 'Run `npm rebuild better-sqlite3` where wayland-core is installed, with this Node.js.' },
    )
  if (/^(SQLITE_|E[A-Z]+$)/.test(code))
    return new WaylandError('storage_unavailable', `the database ${file} cannot be used (${message})`, { cause: error })
  return new WaylandError('internal', message, { cause: error })
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

const DLOPEN_FAILED = 'ERR_DLOPEN_FAILED'

/** The byte of the `-shm` file that a writer locks (SQLite, "WAL-mode file format", section 2.3.1). */
const WRITE_LOCK = 120

/** The holder of a database's write lock, from /proc/locks: `process 12 (node)`; undefined if unknown. */
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
