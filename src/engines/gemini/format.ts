import { open } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { ReaderContext, TranscriptFormat } from '../../transcript/reader.ts'
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

/** Longest path that is accepted, in bytes. */
const MAX_PATH = 4_096

/** The project of a session of Gemini CLI, which a file beside the folder of its sessions names. Never rejects. */
async function projectRoot(session: string): Promise<Pick<ReaderContext, 'projectDir'>> {
  const file = await open(join(dirname(session), '..', '.project_root'), 'r').catch(() => undefined)
  if (file === undefined) return {}
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_PATH + 1), 0, MAX_PATH + 1, 0)
    const projectDir = buffer.subarray(0, bytesRead).toString('utf8').trim()
    const isPath = bytesRead <= MAX_PATH && isAbsolute(projectDir) && !/[\n\0]/.test(projectDir)
    return isPath ? { projectDir } : {}
  } catch {
    return {}
  } finally {
    await file.close().catch(() => {})
  }
}
