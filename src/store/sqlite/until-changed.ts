import type { Database } from 'better-sqlite3'

/** Tells changes of a database apart from those that remembered answers do not rest on. */
export interface Changes {
  /** Another value once this or another process has written to the database. */
  now(): string
  /** Does a write after which remembered answers still hold. */
  apart<R>(write: () => R): R
}

export function changesOf(db: Database): Changes {
  const all = db.prepare<[], number>('SELECT total_changes()').pluck()
  const others = db.prepare<[], number>('PRAGMA data_version').pluck()
  let apart = 0
  return {
    // Changes of other processes, and of this one.
    now: () => `${others.get()} ${all.get()! - apart}`,
    apart(write) {
      const before = all.get()!
      try {
        return write()
      } finally {
        apart += all.get()! - before
      }
    },
  }
}

/** A read whose last answer is kept, as the same object, until this or another process writes to the database. */
export function untilChanged<Of extends readonly number[], R>(
  db: Database,
  read: (...of: Of) => R,
  changes: Pick<Changes, 'now'> = changesOf(db),
): (...of: Of) => R {
  let known: { readonly at: string; readonly answer: R } | undefined
  return (...of) => {
    const at = [...of, changes.now()].join(' ')
    if (known?.at !== at) known = { at, answer: read(...of) }
    return known.answer
  }
}
