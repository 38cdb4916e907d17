import type { TranscriptFormat } from '../../transcript/format.ts'
import { projectRoot } from './project-root.ts'
import { GeminiReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new GeminiReader(session, context),
  isOwn: (entry) =>
    (typeof entry.projectHash === 'string' && typeof entry.sessionId === 'string') ||
    '$rewindTo' in entry ||
    entry.type === 'gemini',
  // Earlier versions kept a session as one document.
  isOwnDocument: (start) => /"projectHash"\s*:/.test(start) && /"sessionId"\s*:/.test(start),
  beside: projectRoot,
}
