import type { Database } from 'better-sqlite3'

/** Values of a kind by their keys, each read and written whole; their kinds say where. */
export function notesOf<V>(db: Database, kind: Kind) {
  const of = `kind = '${kind}'`
  const get = db.prepare<[string], string>(`SELECT value_json FROM notes WHERE ${of} AND key = ?`).pluck()
  const all = db
    .prepare<[string, string], [string, string]>(
      `SELECT key, value_json FROM notes WHERE ${of} AND key >= ? AND key < ? ORDER BY key`,
    )
    .raw()
  const put = db.prepare<[string, string]>(
    `INSERT OR REPLACE INTO notes (kind, key, value_json) VALUES ('${kind}', ?, ?)`,
  )
  const drop = db.prepare<[string]>(`DELETE FROM notes WHERE ${of} AND key = ?`)
  return {
    get(key: string): V | undefined {
      const json = get.get(key)
      return json === undefined ? undefined : (JSON.parse(json) as V)
    },
    /** By their keys, of those that begin so. */
    all: (beginning = ''): [string, V][] =>
      all.all(beginning, `${beginning}\u{10ffff}`).map(([key, json]) => [key, JSON.parse(json) as V]),
    put: (key: string, value: V): void => void put.run(key, JSON.stringify(value)),
    drop: drop.run,
  }
}

type Kind =
  /** Of a session: the skills that its model was given. */
  | 'active'
  /** Of a scope: how alike its requests are by chance. */
  | 'baseline'
  /** Of a skill, by its id: the content of its folder by its stamp, so that a listing need not read it while that is the same. */
  | 'content'
  /** Of all skills: sums over the index, and the ranking that was fitted to it. */
  | 'index'
  /** Of a first candidate: sums over its deleted decisions (`domain/lift/trials.ts`). */
  | 'lift'
  /** Of a skills folder: the last full look at it that agreed with the rows. */
  | 'look'
  /** A standing wish of the person, by its id; retention keeps its sources while it stands. */
  | 'rule'
  /** By its id: when a skill runs by itself. */
  | 'schedule'
  /** A try of a text on a task, so that a run that ended early goes on where it was. */
  | 'sample'
