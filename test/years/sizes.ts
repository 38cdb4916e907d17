import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

export interface TableSize {
  readonly rows: number
  /** With those of its indexes. */
  readonly bytes: number
}

/** Bytes on the disk: the database, and its log. */
export const onDisk = (file: string): { readonly file: number; readonly log: number } => ({
  file: sizeOf(file),
  log: sizeOf(`${file}-wal`),
})

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Rows and bytes of each table, the largest first. */
export function tableSizes(file: string): ReadonlyMap<string, TableSize> {
  const db = new Sqlite(file, { readonly: true })
  try {
    const sizes = db
      .prepare<[], { readonly name: string; readonly bytes: number }>(
        `SELECT m.tbl_name AS name, sum(pgsize) AS bytes FROM dbstat d JOIN sqlite_master m ON m.name = d.name
         WHERE d.aggregate = 1 GROUP BY m.tbl_name ORDER BY bytes DESC`,
      )
      .all()
    const rows = (name: string) => db.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0
    return new Map(sizes.map(({ name, bytes }) => [name, { rows: rows(name), bytes }]))
  } finally {
    db.close()
  }
}
