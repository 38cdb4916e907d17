import { join } from 'node:path'
import { type Fields, isFields } from '../../domain/json-value.ts'
import type { TranscriptFormat } from '../../transcript/reader.ts'
import { ClaudeCodeReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new ClaudeCodeReader(session, context),
  isOwn: ({ type, message, leafUuid }) =>
    isMessage(type, message) ||
    type === 'file-history-snapshot' ||
    type === 'queue-operation' ||
    (type === 'summary' && typeof leafUuid === 'string'),
  inLines: true,
  locate: async (folder, { sessionId, cwd }) =>
    cwd === undefined ? undefined : join(folder, cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${sessionId}.jsonl`),
}

/** Qwen Code's messages have `parts` in the place of `content`. */
const isMessage = (type: unknown, message: unknown): message is Fields =>
  (type === 'user' || type === 'assistant') &&
  isFields(message) &&
  'content' in message &&
  !Array.isArray(message.parts)
