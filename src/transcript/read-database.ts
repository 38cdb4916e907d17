import { open, stat } from 'node:fs/promises'
import { WaylandError } from '../domain/errors.ts'
import type { TranscriptEvent } from './read-transcript.ts'
import type { TranscriptReader } from './reader.ts'

/** Whether a file is a database of SQLite. Never rejects. */
export async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined)
  try {
    const { buffer } = (await file?.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)) ?? {}
    return buffer?.toString('latin1') === MAGIC
  } catch {
    return false
  } finally {
    await file?.close()
  }
}

const MAGIC = 'SQLite format 3\0'

/**
 * Reads the sessions of a database as a file with one session a line, always from the start: what changed in it is not to
 * be seen. Throws `bad_file` where it cannot be read.
 */
export async function* readDatabase(
  path: string,
  sessions: Iterable<object>,
  reader: TranscriptReader,
): AsyncGenerator<TranscriptEvent, void, undefined> {
  const { size, mtimeMs } = await stat(path)
  let line = 0
  try {
    for (const session of sessions) {
      line++
      yield* reader.push(JSON.stringify(session), { line, offset: 0 })
      yield { kind: 'progress', bytes: 0, size, lines: line }
    }
  } catch (error) {
    throw new WaylandError('bad_file', `Cannot read ${path}: ${(error as Error).message}`, { cause: error })
  }
  yield* reader.end()
  const resume = { line: 1, offset: 0, size, changed: mtimeMs, head: '', tail: '', context: {}, found: true }
  yield {
    kind: 'end',
    lines: line,
    bytes: size,
    invalidUtf8: 0,
    nulBytes: 0,
    restarted: false,
    unchanged: false,
    resume,
  }
}
