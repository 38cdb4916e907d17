/**
 * Runs one piece of work at a time over the skills folder and its rows, among all processes of one home: what another
 * process is in the middle of writing must not look like a person's edit. Not reentrant. Throws `storage_locked`.
 */
export type FolderLock = <T>(work: () => Promise<T>) => Promise<T>

/** What lets one process at a time at the skills folder. */
export interface HasFolderLock {
  /** Held by the process that changes the skills folder and the rows of its skills together. */
  readonly folderLock: FolderLock
}

/** The lock of one process: work waits for the work before it. */
export function queueLock(): FolderLock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
