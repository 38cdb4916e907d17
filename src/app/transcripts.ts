import { readHook, TRANSCRIPT_ENGINES } from '../engines/engines.ts'
import { locateSession, readTranscript, transcriptFiles } from '../engines/transcripts.ts'
import type { HookSource } from '../service/turns/receiver.ts'
import type { TranscriptSource } from '../service/turns/transcript-source.ts'

/** The session files of every engine, for the importer. */
export const TRANSCRIPTS: TranscriptSource = {
  engines: TRANSCRIPT_ENGINES,
  files: transcriptFiles,
  read: readTranscript,
}

/** The hooks of every engine, for the receiver. */
export const HOOKS: HookSource = { read: readHook, locate: locateSession }
