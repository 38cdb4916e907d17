import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { jsonEntries } from '../transcript/json-entries.ts'
import { type StreamOptions, streamTranscript, type TranscriptEvent } from '../transcript/read-transcript.ts'
import type { EntryReader, ReaderContext, TranscriptReader } from '../transcript/reader.ts'
import { filesBelow } from '../transcript/transcript-files.ts'
import { ClaudeCodeReader } from './claude-code/reader.ts'
import { CodexReader } from './codex/reader.ts'
import { detectEngine } from './detect-engine.ts'
import { projectRoot } from './gemini/project-root.ts'
import { GeminiReader } from './gemini/reader.ts'
import { OpenAiChatReader } from './openai-chat/reader.ts'
import { PiReader } from './pi/reader.ts'
import { QwenReader } from './qwen/reader.ts'
import { READER_VERSIONS } from './reader-versions.ts'

export type { HookEvent, RunEnded } from '../transcript/hook-event.ts'
export type { ResumePoint, TranscriptEnd, TranscriptEvent } from '../transcript/read-transcript.ts'
export type { TranscriptReader, TurnOutput } from '../transcript/reader.ts'
export type { SessionFile } from '../transcript/session-file.ts'

/** Engines whose session files can be read. */
export const TRANSCRIPT_ENGINES = ['claude-code', 'codex', 'gemini', 'qwen', 'pi', 'openai-chat'] as const
export type TranscriptEngine = (typeof TRANSCRIPT_ENGINES)[number]

/**
 * Reads a session file of an engine: turns in order, skipped and faulty lines, progress, and an `end` with the point to
 * go on from. Turns come again with the same `promptId` when the last one was still open, and every turn has a time.
 * Memory stays flat.
 */
export async function* readTranscript(
  engine: TranscriptEngine,
  path: string,
  options: Pick<StreamOptions, 'from' | 'maxLineBytes' | 'latest'> = {},
): AsyncGenerator<TranscriptEvent, void, undefined> {
  const session = `file:${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16)}`
  const beside = engine === 'gemini' ? await projectRoot(path) : {}
  yield* streamTranscript(path, (context) => createReader(engine, session, { ...beside, ...context }), {
    ...options,
    version: READER_VERSIONS[engine],
  })
}

/** A reader for an engine's lines; `session` names the session where the lines do not. */
export const createReader = (
  engine: TranscriptEngine,
  session: string,
  context: ReaderContext = {},
): TranscriptReader => jsonEntries(READERS[engine](session, context))

const READERS: Readonly<Record<TranscriptEngine, (session: string, context: ReaderContext) => EntryReader>> = {
  'claude-code': (session, context) => new ClaudeCodeReader(session, context),
  codex: (session, context) => new CodexReader(session, context),
  gemini: (session, context) => new GeminiReader(session, context),
  qwen: (session, context) => new QwenReader(session, context),
  pi: (session, context) => new PiReader(session, context),
  'openai-chat': (session) => new OpenAiChatReader(session),
}

/**
 * The session files at a path, each with the engine given, or with `auto` the one its first lines look like; undefined =
 * none: `auto` knows no such file, or one below a folder is no session of that engine. A folder is walked in sorted order without following links. Throws `no_such_file` when nothing is there.
 */
export async function* transcriptFiles(
  engine: TranscriptEngine | 'auto',
  path: string,
): AsyncGenerator<TranscriptFile, void, undefined> {
  for await (const file of filesBelow(path))
    if (engine === 'auto') yield { path: file, engine: await detectEngine(file) }
    else yield { path: file, engine: file !== path && isOther(engine, file) ? undefined : engine }
}

/** A file in an agent's folder that is none of its sessions, which are lines of JSON: its settings, say. */
const isOther = (engine: TranscriptEngine, file: string): boolean => IN_LINES.has(engine) && /\.json$/i.test(file)

/** Engines that never kept a session as one JSON document. */
const IN_LINES: ReadonlySet<TranscriptEngine> = new Set(['claude-code', 'codex', 'qwen', 'pi'])

export interface TranscriptFile {
  readonly path: string
  readonly engine: TranscriptEngine | undefined
}
