import type { TranscriptFormat } from '../../transcript/format.ts'
import { isFields } from '../../transcript/reader.ts'
import { QwenReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new QwenReader(session, context),
  isOwn: ({ message }) => isFields(message) && Array.isArray(message.parts),
  inLines: true,
}
