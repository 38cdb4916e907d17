import type { TranscriptFormat } from '../../transcript/format.ts'
import { isFields } from '../../transcript/reader.ts'
import { PiReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new PiReader(session, context),
  isOwn: ({ type, id, cwd, message }) =>
    (type === 'session' && typeof id === 'string' && typeof cwd === 'string') ||
    (type === 'message' && isFields(message) && typeof message.role === 'string'),
  inLines: true,
}
