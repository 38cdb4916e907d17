import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lockFile } from '../../src/daemon/address.ts'
import { holdHome } from '../../src/daemon/holder.ts'
import { scratch } from '../scratch.ts'

it.each<[string, (folder: string) => void, (folder: string) => string]>([
  ['its lock is deleted', (folder) => rmSync(lockFile(folder)), lockFile],
  ['its folder is moved away', (folder) => renameSync(folder, `${folder}.old`), (folder) => folder],
])('knows from the moment that it holds it that %s', async (_, lose, what) => {
  const folder = join(scratch(), 'data')
  const { release, lost } = await holdHome(folder)
  onTestFinished(release)
  expect(lost()).toBeUndefined()
  lose(folder)
  const next = await holdHome(folder)
  onTestFinished(next.release)
  expect([lost(), next.lost()]).toEqual([`${what(folder)} was deleted, moved or replaced`, undefined])
})
