import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { EngineName } from '../domain/turn.ts'
import { ClaudeCodeReader } from './claude-code.ts'
import { type ResumePoint, streamTranscript, type TranscriptEvent } from './read-transcript.ts'
import { jsonLines, type ReaderContext, type TranscriptReader } from './reader.ts'
import { filesBelow } from './transcript-files.ts'

export type { ResumePoint, TranscriptEnd, TranscriptEvent } from './read-transcript.ts'
export type { ReaderOutput, TranscriptReader, TurnOutput } from './reader.ts'

/** Engines whose session files can be read. */
export const TRANSCRIPT_ENGINES = ['claude-code'] as const
export type TranscriptEngine = (typeof TRANSCRIPT_ENGINES)[number]

/**
 * Reads a session file of an engine: turns in order, skipped and faulty lines, progress, and an `end` with the point to
 * go on from. Turns come again with the same `promptId` when the last one was still open. Memory stays flat.
 */
export function readTranscript(
  engine: TranscriptEngine,
  path: string,
  options: { readonly from?: ResumePoint | undefined; readonly maxLineBytes?: number } = {},
): AsyncGenerator<TranscriptEvent, void, undefined> {
  const session = `file:${createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16)}`
  return streamTranscript(path, (context) => createReader(engine, session, context), options)
}

/** A reader for an engine's lines; `session` names the session where the lines do not. */
export function createReader(
  engine: TranscriptEngine,
  session: string,
  _context: ReaderContext = {},
): TranscriptReader {
  switch (engine) {
    case 'claude-code':
      return jsonLines(new ClaudeCodeReader(session))
  }
}

/** The session files at a path, each with its engine: the one given, or what its first lines look like. */
export async function* transcriptFiles(
  engine: TranscriptEngine,
  path: string,
): AsyncGenerator<{ readonly path: string; readonly engine: EngineName }, void, undefined> {
  for await (const file of filesBelow(path)) yield { path: file, engine }
}
