import { join } from 'node:path'
import type { TranscriptFormat } from '../../transcript/format.ts'
import { isFields } from '../../transcript/reader.ts'
import { CopilotReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 1,
  create: (session, context) => new CopilotReader(session, context),
  isOwn: ({ type, data }) =>
    isFields(data) &&
    ((type === 'session.start' && typeof data.copilotVersion === 'string') ||
      (type === 'user.message' && 'transformedContent' in data)),
  inLines: true,
  locate: async (folder, { sessionId }) => join(folder, sessionId, 'events.jsonl'),
}
