import type { TranscriptFormat } from '../../transcript/format.ts'
import { isFields } from '../../transcript/reader.ts'
import { CodexReader } from './reader.ts'
import { findRollout } from './rollout.ts'

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new CodexReader(session, context),
  // A rollout, or what `codex exec --json` prints.
  isOwn: ({ type, payload }) =>
    (isFields(payload) && ROLLOUT.has(String(type))) || /^(?:thread|turn|item)\.[a-z_]+$/.test(String(type)),
  inLines: true,
  locate: (folder, { sessionId }) => findRollout(folder, sessionId),
}

const ROLLOUT: ReadonlySet<string> = new Set([
  'session_meta',
  'turn_context',
  'event_msg',
  'response_item',
  'compacted',
])
