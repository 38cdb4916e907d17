import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isFields, jsonIn } from '../domain/json-value.ts'
import { LineSplitter } from '../domain/line-splitter.ts'
import { jsonEntries } from '../transcript/json-entries.ts'
import { isDatabase, readDatabase } from '../transcript/read-database.ts'
import {
  type StreamOptions,
  streamTranscript,
  type TranscriptEnd,
  type TranscriptEvent,
} from '../transcript/read-transcript.ts'
import type { ReaderContext, TranscriptFormat, TranscriptReader } from '../transcript/reader.ts'
import { type SessionFile, type SessionHint, sessionFile } from '../transcript/session-file.ts'
import { filesBelow } from '../transcript/transcript-files.ts'
import { ENGINES, findEngine } from './engines.ts'

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
  if (format.sessionsIn !== undefined && (await isDatabase(path))) {
    yield* readDatabase(path, format.sessionsIn(path), createReader(format, session))
    return
  }
  const beside = await format.beside?.(path)
  const events = streamTranscript(path, (context) => createReader(format, session, { ...beside, ...context }), {
    ...options,
    version: format.version,
  })
  for await (const event of events) {
    const writer = event.kind === 'end' && event.resume.misread !== undefined ? await detectEngine(path) : undefined
    if (event.kind === 'end' && writer !== undefined && writer !== engine) yield* ofAnother(event, engine, writer)
    else yield event
  }
}

/** The end of a file without a prompt that has the form of another engine: no later version reads it as `engine`. */
function* ofAnother(end: TranscriptEnd, engine: string, writer: string): Generator<TranscriptEvent> {
  const { misread: _, ...resume } = end.resume
  yield {
    kind: 'error',
    line: 1,
    message: `in the form of ${writer}, not of ${engine}: import it as ${writer}, or auto`,
  }
  yield { ...end, resume }
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
  readonly size: number
}

/**
 * The session files at a path, each with the engine given, or with `auto` the one that its first lines look like; undefined:
 * `auto` knows no such file, or one below a folder is no session of that engine. A folder is walked in sorted order without
 * following links. Throws `not_found` when nothing is there.
 */
export async function* transcriptFiles(engine: string, path: string): AsyncGenerator<TranscriptFile, void, undefined> {
  const format = engine === 'auto' ? undefined : await formatOf(engine)
  // In the folder of an agent that keeps JSON Lines, a file of JSON is something else, such as its settings.
  const isOther = (file: string) => format?.inLines === true && /\.json$/i.test(file)
  for await (const { path: file, size } of filesBelow(path))
    if (format === undefined) yield { path: file, size, engine: await detectEngine(file) }
    else yield { path: file, size, engine: file !== path && isOther(file) ? undefined : engine }
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

/** Bytes and lines at the start of a file that are looked at. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_LINES = 40

/** The engine that wrote a file, by the shape of its first entries; undefined when it looks like none of them. */
async function detectEngine(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    if (!(await file.stat()).isFile()) return undefined
    return await sniff(file, await allFormats())
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}

type Formats = readonly (readonly [engine: string, format: TranscriptFormat])[]

async function allFormats(): Promise<Formats> {
  const loaded = ENGINES.map(async ({ name, transcript }) => [name, await transcript?.()] as const)
  return (await Promise.all(loaded)).flatMap(([name, format]) => (format === undefined ? [] : [[name, format]]))
}

async function sniff(file: FileHandle, formats: Formats): Promise<string | undefined> {
  const chunk = Buffer.allocUnsafe(64 * 1024)
  const splitter = new LineSplitter({ line: 1, offset: 0 }, MAX_BYTES)
  let offset = 0
  let seen = 0
  let entries = 0
  let start = ''
  while (offset < MAX_BYTES && seen < MAX_LINES) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset)
    if (start === '') start = chunk.subarray(0, bytesRead).toString('utf8')
    const rest = bytesRead === 0 ? splitter.rest() : undefined
    const lines = rest === undefined ? splitter.push(chunk.subarray(0, bytesRead)) : [rest]
    for (const line of lines) {
      if (line.kind !== 'text') continue
      const value = jsonIn(line.text)
      const engine = engineOf(value, formats)
      if (engine !== undefined) return engine
      if (isFields(value)) entries++
      if (++seen >= MAX_LINES) break
    }
    if (bytesRead === 0) break
    offset += bytesRead
  }
  // JSON Lines of another program may name roles, too.
  return entries > 1 ? undefined : engineOfDocument(start, formats)
}

function engineOf(value: unknown, formats: Formats): string | undefined {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return formats.find(([, format]) => format.isOwnList?.(list) === true)?.[0]
  }
  if (!isFields(value)) return undefined
  const entry = value
  return formats.find(([, format]) => format.isOwn(entry))?.[0]
}

/** A JSON document over many lines, or one very long line, by the keys at its start. */
const engineOfDocument = (start: string, formats: Formats): string | undefined =>
  /^[\uFEFF\s]*[[{]/.test(start) ? formats.find(([, format]) => format.isOwnDocument?.(start) === true)?.[0] : undefined
