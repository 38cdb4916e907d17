import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isFields } from '../../domain/json-value.ts'
import type { TranscriptFormat } from '../../transcript/reader.ts'
import { CodexReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new CodexReader(session, context),
  // A rollout, or what `codex exec --json` prints.
  isOwn: ({ type, payload }) =>
    (isFields(payload) && ROLLOUT.has(String(type))) ||
    /^(?:thread|turn|item)\.(?:started|updated|completed|failed)$/.test(String(type)),
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

/** Folders of days that are searched for a session, the newest first. */
const MAX_DAYS = 31

/** The file of a session below Codex's folder: `YYYY/MM/DD/rollout-<time>-<session>.jsonl`. Never rejects. */
async function findRollout(folder: string, sessionId: string): Promise<string | undefined> {
  let days = 0
  for (const year of await newestFirst(folder))
    for (const month of await newestFirst(join(folder, year)))
      for (const day of await newestFirst(join(folder, year, month))) {
        if (days++ >= MAX_DAYS) return undefined
        const files = await readdir(join(folder, year, month, day)).catch(() => [])
        const found = files.find((name) => name.startsWith('rollout-') && name.endsWith(`-${sessionId}.jsonl`))
        if (found !== undefined) return join(folder, year, month, day, basename(found))
      }
  return undefined
}

async function newestFirst(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(b) - Number(a))
}
