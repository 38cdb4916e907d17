import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileAt } from './opened-file.ts'

/** Identity of a file: inode, and creation time if known. */
interface Numbered {
  readonly at: string
  readonly made?: string
}

/** A database and the write-ahead log that was opened with it. */
interface Pair {
  readonly database: Numbered
  readonly journal: Numbered
}

/**
 * What is wrong with the write-ahead log beside a database: `foreign` if it belongs to an earlier database at the path, and
 * SQLite would apply it; `lost` if the log of this database was deleted or replaced, `index` if its index was, and a process may
 * still have it open. Undefined if nothing is known. A database that was copied with its log is a new pair.
 */
export function faultOfJournal(file: string): 'foreign' | 'lost' | 'index' | undefined {
  const [noted, now] = [notedPair(file), pairAt(file)]
  if (noted === undefined || now === undefined) return undefined
  const isSameLog = now.journal !== undefined && isSame(noted.journal, now.journal)
  const hasIndex = existsSync(`${file}-shm`)
  if (isSame(noted.database, now.database)) return !isSameLog ? 'lost' : hasIndex ? undefined : 'index'
  return isSameLog || (now.journal === undefined && hasIndex) ? 'foreign' : undefined
}

/** Records which log belongs to the database that was just opened. Best effort. */
export function noteJournal(file: string): void {
  const now = pairAt(file)
  if (now?.journal === undefined) return
  const [noted, text] = [notedPair(file), JSON.stringify(now)]
  if (noted !== undefined && JSON.stringify(noted) === text) return
  try {
    writeFileSync(noteOf(file), text, { mode: 0o600 })
  } catch {
    // On a full disk the older note stays; it names another log, and is ignored.
  }
}

/** Deletes the note when the last process closes the database, which deletes the log. Best effort. */
export function forgetJournal(file: string): void {
  if (existsSync(`${file}-wal`)) return
  try {
    rmSync(noteOf(file), { force: true })
  } catch {
    // A stale note names a deleted log and this database, and is harmless.
  }
}

const noteOf = (file: string): string => `${file}.journal-of`

function notedPair(file: string): Pair | undefined {
  try {
    const pair = JSON.parse(readFileSync(noteOf(file), 'utf8')) as Partial<Pair>
    return pair.database === undefined || pair.journal === undefined ? undefined : (pair as Pair)
  } catch {
    return undefined
  }
}

function pairAt(file: string): (Pick<Pair, 'database'> & Partial<Pair>) | undefined {
  const [database, journal] = [numbered(file), numbered(`${file}-wal`)]
  return database === undefined ? undefined : { database, ...(journal === undefined ? {} : { journal }) }
}

function numbered(path: string): Numbered | undefined {
  const found = fileAt(path)
  if (found === undefined) return undefined
  const { dev, ino, birthtimeNs, ctimeNs } = found
  // On systems without a creation time Node returns ctime.
  return { at: `${dev}:${ino}`, ...(birthtimeNs === ctimeNs ? {} : { made: String(birthtimeNs) }) }
}

/** An inode may be reused after its file was deleted. */
const isSame = (a: Numbered, b: Numbered): boolean =>
  a.at === b.at && (a.made === undefined || b.made === undefined || a.made === b.made)
