import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileAt } from './opened-file.ts'

/** A file as its file system tells it from others: by number, and by when it was made where that is known. */
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
 * Whether the log beside a database was written for another one, that lay there before: SQLite would apply it to this one.
 * False where that cannot be told. A database that was copied together with its log is a new pair, and belongs together.
 */
export function hasForeignJournal(file: string): boolean {
  const [noted, now] = [notedPair(file), pairAt(file)]
  if (noted === undefined || now === undefined || isSame(noted.database, now.database)) return false
  return now.journal === undefined ? existsSync(`${file}-shm`) : isSame(noted.journal, now.journal)
}

/** Notes which log belongs to the database that was just opened. Best effort: without the note all is as SQLite has it. */
export function noteJournal(file: string): void {
  const now = pairAt(file)
  if (now?.journal === undefined) return
  const [noted, text] = [notedPair(file), JSON.stringify(now)]
  if (noted !== undefined && JSON.stringify(noted) === text) return
  try {
    writeFileSync(noteOf(file), text, { mode: 0o600 })
  } catch {
    // On a full disk an older note stays: it names another log, and says nothing of this one.
  }
}

/** Takes the note away with the log, which goes when the last process closes the database. Best effort, as the note is. */
export function forgetJournal(file: string): void {
  if (existsSync(`${file}-wal`)) return
  try {
    rmSync(noteOf(file), { force: true })
  } catch {
    // A note that stays names a log that is gone, and this very database.
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
  // Where the system does not know when a file was made, Node gives the time of its last change.
  return { at: `${dev}:${ino}`, ...(birthtimeNs === ctimeNs ? {} : { made: String(birthtimeNs) }) }
}

/** A number is given again once its file is gone. */
const isSame = (a: Numbered, b: Numbered): boolean =>
  a.at === b.at && (a.made === undefined || b.made === undefined || a.made === b.made)
