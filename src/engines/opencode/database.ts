import { createRequire } from 'node:module'
import type DriverClass from 'better-sqlite3'

/** A session as `opencode export` prints one. */
export interface ExportedSession {
  readonly info: object
  readonly messages: readonly { readonly info: object; readonly parts: readonly object[] }[]
}

/**
 * The sessions in OpenCode's database, oldest first, one at a time; nothing is written. Throws what SQLite says where it is
 * none, or of another shape.
 */
export function* sessionsIn(path: string): Generator<ExportedSession, void, undefined> {
  const Sqlite = createRequire(import.meta.filename)('better-sqlite3') as typeof DriverClass
  const db = new Sqlite(path, { readonly: true, fileMustExist: true })
  try {
    const sessions = db.prepare<[], Session>(
      'SELECT id, parent_id AS parentID, directory FROM session ORDER BY time_created, id',
    )
    const messages = db.prepare<[string], Row>(
      'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
    )
    const parts = db.prepare<[string], Row>('SELECT data FROM part WHERE message_id = ? ORDER BY id')
    for (const { id, parentID, directory } of sessions.all())
      yield {
        info: { id, directory, ...(parentID === null ? {} : { parentID }) },
        messages: messages.all(id).map((message) => ({
          info: { ...parsed(message), id: message.id },
          parts: parts.all(message.id).map(parsed),
        })),
      }
  } finally {
    db.close()
  }
}

interface Session {
  readonly id: string
  readonly parentID: string | null
  readonly directory: string
}

interface Row {
  readonly id: string
  readonly data: string
}

function parsed({ data }: Row): object {
  try {
    return JSON.parse(data) as object
  } catch {
    return {}
  }
}
