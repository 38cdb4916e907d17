import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/**
 * Whether SQLite's integrity_check finds a whole database file sound, in a thread of its own: it reads all of the file, while
 * this thread can read something else. False as well where the thread cannot be asked; the caller checks for itself then.
 */
export async function passesIntegrityCheck(file: string): Promise<boolean> {
  const driver = createRequire(import.meta.filename).resolve('better-sqlite3')
  const thread = new Worker(THREAD, { eval: true, workerData: { driver, file }, env: {}, execArgv: [], stderr: true })
  try {
    return await new Promise<boolean>((resolve) => {
      thread.on('message', (found) => resolve(found === 'ok'))
      thread.on('error', () => resolve(false))
      thread.on('exit', () => resolve(false))
    })
  } finally {
    await thread.terminate()
  }
}

/** Source of the thread: it must not depend on modules that are bundled. */
const THREAD = `
const { parentPort, workerData: { driver, file } } = require('node:worker_threads')
const db = new (require(driver))(file, { readonly: true, fileMustExist: true })
try {
  parentPort.postMessage(db.pragma('integrity_check(1)', { simple: true }))
} finally {
  db.close()
}
`
