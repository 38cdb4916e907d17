import type { Database } from 'better-sqlite3'

/** Values of a kind by their keys, each read and written whole; their kinds say where. */
export function notesOf<V>(db: Database, kind: Kind) {
  const of = `kind = '${kind}'`
  const get = db.prepare<[string], string>(`SELECT value_json FROM notes WHERE ${of} AND key = ?`).pluck()
  const all = db.prepare<[], [string, string]>(`SELECT key, value_json FROM notes WHERE ${of} ORDER BY key`).raw()
  const put = db.prepare<[string, string]>(
    `INSERT OR REPLACE INTO notes (kind, key, value_json) VALUES ('${kind}', ?, ?)`,
  )
  const drop = db.prepare<[string]>(`DELETE FROM notes WHERE ${of} AND key = ?`)
  return {
    get(key: string): V | undefined {
      const json = get.get(key)
      return json === undefined ? undefined : (JSON.parse(json) as V)
    },
    all: (): [string, V][] => all.all().map(([key, json]) => [key, JSON.parse(json) as V]),
    put: (key: string, value: V): void => void put.run(key, JSON.stringify(value)),
    drop: drop.run,
  }
}

type Kind =
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
