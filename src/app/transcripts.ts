import { readHook } from '../engines/read-hook.ts'
import { readTranscript, TRANSCRIPT_ENGINES, type TranscriptEngine, transcriptFiles } from '../engines/transcripts.ts'
import type { TranscriptSource } from '../service/importer.ts'
import type { HookSource } from '../service/receiver.ts'
import { sessionFile } from '../transcript/session-file.ts'

/** The session files of every engine, as the importer reads them. */
export const TRANSCRIPTS: TranscriptSource = {
  engines: TRANSCRIPT_ENGINES,
  files: (engine, path) => transcriptFiles(engine as TranscriptEngine | 'auto', path),
  read: (engine, path, options) => readTranscript(engine as TranscriptEngine, path, options),
}

/** The hooks of every engine, as the receiver takes them. */
export const HOOKS: HookSource = { read: readHook, locate: sessionFile }
