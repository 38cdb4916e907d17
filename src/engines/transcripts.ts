import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { TranscriptFormat } from '../transcript/format.ts'
import { jsonEntries } from '../transcript/json-entries.ts'
import { type StreamOptions, streamTranscript, type TranscriptEvent } from '../transcript/read-transcript.ts'
import type { ReaderContext, TranscriptReader } from '../transcript/reader.ts'
import { type SessionFile, type SessionHint, sessionFile } from '../transcript/session-file.ts'
import { filesBelow } from '../transcript/transcript-files.ts'
import { detectEngine } from './detect-engine.ts'
import { findEngine } from './engines.ts'

/**
 * Reads a session file of an engine: turns in order, skipped and faulty lines, progress, and an `end` with the point to
 * go on from. Turns come again with the same `promptId` when the last one was still open, and every turn has a time.
 * Memory does not grow with the file.
 */
export async function* readTranscript(
  engine: string,
  path: string,
  options: Pick<StreamOptions, 'from' | 'maxLineBytes' | 'latest'> = {},
): AsyncGenerator<TranscriptEvent, void, undefined> {
  const format = await formatOf(engine)
  const session = `file:${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16)}`
  const beside = await format.beside?.(path)
  yield* streamTranscript(path, (context) => createReader(format, session, { ...beside, ...context }), {
    ...options,
    version: format.version,
  })
}

/** A reader for the lines of a format; `session` names the session where the lines do not. */
export const createReader = (
  format: TranscriptFormat,
  session: string,
  context: ReaderContext = {},
): TranscriptReader => jsonEntries(format.create(session, context))

/** A file, and the engine whose session it is. */
export interface TranscriptFile {
  readonly path: string
  readonly engine: string | undefined
}

/**
 * The session files at a path, each with the engine given, or with `auto` the one that its first lines look like; undefined:
 * `auto` knows no such file, or one below a folder is no session of that engine. A folder is walked in sorted order without
 * following links. Throws `no_such_file` when nothing is there.
 */
export async function* transcriptFiles(engine: string, path: string): AsyncGenerator<TranscriptFile, void, undefined> {
  const format = engine === 'auto' ? undefined : await formatOf(engine)
  // In the folder of an agent that keeps JSON Lines, a file of JSON is something else, such as its settings.
  const isOther = (file: string) => format?.inLines === true && /\.json$/i.test(file)
  for await (const file of filesBelow(path))
    if (format === undefined) yield { path: file, engine: await detectEngine(file) }
    else yield { path: file, engine: file !== path && isOther(file) ? undefined : engine }
}

/** The file of a session that a hook told of, if it may be read; see `sessionFile`. */
export async function locateSession(
  engine: string,
  hint: SessionHint,
  folders: readonly string[],
): Promise<SessionFile> {
  const load = findEngine(engine)?.transcript
  return await sessionFile(engine, hint, folders, async (folder) => (await load?.())?.locate?.(folder, hint))
}

/** The format of an engine's session files. Throws where it has none, which the importer refuses by the name. */
async function formatOf(engine: string): Promise<TranscriptFormat> {
  const format = await findEngine(engine)?.transcript?.()
  if (format === undefined) throw new TypeError(`the sessions of ${engine} cannot be read`)
  return format
}
