import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** A turn as it was recorded, as far as two records of one turn must agree. */
export interface Recorded {
  readonly session: string
  readonly request: string
  readonly outcome: string
  readonly calls: readonly { readonly name: string; readonly ok: boolean | null }[]
}

interface Row {
  readonly session_id: string
  readonly user_input: string
  readonly outcome: string
  readonly tool_calls_json: string | null
}

/** The turns in a data folder, oldest first. */
export function recordedIn(data: string): readonly Recorded[] {
  const file = join(data, 'wayland-core.db')
  if (!existsSync(file)) return []
  const database = new Database(file, { readonly: true })
  try {
    const rows = database.prepare('SELECT * FROM turns ORDER BY at, id').all() as readonly Row[]
    return rows.map(({ session_id, user_input, outcome, tool_calls_json }) => ({
      session: session_id,
      request: user_input,
      outcome,
      calls: (JSON.parse(tool_calls_json ?? '[]') as Recorded['calls']).map(({ name, ok }) => ({ name, ok })),
    }))
  } finally {
    database.close()
  }
}

/** Where two records of the same turns differ; undefined where they do not. Turns that only the second has do not count. */
export function differenceOf(live: readonly Recorded[], imported: readonly Recorded[]): string | undefined {
  for (const turn of live) {
    const twin = imported.find(({ session, request }) => session === turn.session && request === turn.request)
    if (twin === undefined) return `"${turn.request}" was recorded live and not imported`
    if (twin.outcome !== turn.outcome) return `"${turn.request}": live ${turn.outcome}, imported ${twin.outcome}`
    const [one, other] = [JSON.stringify(turn.calls), JSON.stringify(twin.calls)]
    if (one !== other) return `"${turn.request}": tool calls live ${one}, imported ${other}`
  }
  return undefined
}
