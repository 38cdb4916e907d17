import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { withLock } from '../../../src/store/sqlite/process-lock.ts'
import { bundled } from '../../bundled.ts'
import { scratch } from '../../scratch.ts'

const run = promisify(execFile)

describe('withLock', () => {
  it('lets one process in at a time, also where they begin with no file', async () => {
    const addOne = await bundled(new URL('add-one.ts', import.meta.url).pathname)
    const [lock, number] = [join(scratch(), 'lock'), join(scratch(), 'number')]
    writeFileSync(number, '0')
    await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [addOne, lock, number, '100'])))
    expect(readFileSync(number, 'utf8')).toBe('400')
  })

  it('does not wait longer than it may', () => {
    const lock = join(scratch(), 'lock')
    const inner = () => withLock(lock, 0, () => 'inside')
    expect(() => withLock(lock, 0, inner)).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }))
    expect(inner()).toBe('inside')
  })

  it('takes a file that holds anything, and leaves it empty', () => {
    const lock = join(scratch(), 'lock')
    writeFileSync(lock, 'no database '.repeat(1_000))
    expect(withLock(lock, 0, () => 'inside')).toBe('inside')
    expect(readFileSync(lock, 'utf8')).toBe('')
  })
})
