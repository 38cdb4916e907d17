// Adds one to the number in a file, again and again, under a lock: one of several processes that do so together.
import { readFileSync, writeFileSync } from 'node:fs'
import { withLock } from '../../../src/store/sqlite/process-lock.ts'

const [lock = '', file = '', times = ''] = process.argv.slice(2)
for (let i = 0; i < Number(times); i++)
  withLock(lock, 30_000, () => writeFileSync(file, `${Number(readFileSync(file, 'utf8')) + 1}`))
