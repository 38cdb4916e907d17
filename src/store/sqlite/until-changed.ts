import type { Database } from 'better-sqlite3'

/** A read whose last answer is kept, as the same object, until this or another process writes to the database. */
export function untilChanged<Of extends readonly number[], R>(db: Database, read: (...of: Of) => R): (...of: Of) => R {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  let known: { readonly at: string; readonly answer: R } | undefined
  return (...of) => {
    // Changes of other processes, and of this one.
    const at = [...of, db.pragma('data_version', { simple: true }), changes.get()].join(' ')
    if (known?.at !== at) known = { at, answer: read(...of) }
    return known.answer
  }
}
