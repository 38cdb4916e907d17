/**
 * Serialises work on the skills folder and its rows among all processes of one home, so that another process's
 * unfinished write is not taken for a person's edit. Not reentrant. Throws `storage_locked`.
 */
export type FolderLock = <T>(work: () => Promise<T>) => Promise<T>

/** A store with the lock of the skills folder. */
export interface HasFolderLock {
  /** Held while the skills folder and its rows are changed together. */
  readonly folderLock: FolderLock
}

/** A lock within one process: work waits in a queue. */
export function queueLock(): FolderLock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
