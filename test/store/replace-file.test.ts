import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { replaceFile, sweepParts } from '../../src/store/replace-file.ts'
import { scratch } from '../scratch.ts'

/** The number of a process that has ended. */
const gone = () => spawnSync(process.execPath, ['-e', '']).pid
const part = (name: string, pid: number) => `.${name}.${pid}-${randomUUID()}.tmp`

it('replaces a file whole, with the mode it is given whatever the mask, and leaves nothing beside it', async () => {
  const folder = scratch()
  const file = join(folder, 'settings.json')
  writeFileSync(file, 'old')
  const mask = process.umask(0o077)
  try {
    await replaceFile(file, 'new', { mode: 0o664 })
  } finally {
    process.umask(mask)
  }
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([
    'new',
    0o664,
    ['settings.json'],
  ])
})

it('leaves the file as it is, and nothing beside it, where what is insisted on does not hold', async () => {
  const folder = scratch()
  const file = join(folder, 'a')
  writeFileSync(file, 'old')
  await expect(replaceFile(file, 'new', { insist: () => Promise.reject(new Error('changed')) })).rejects.toThrow(
    'changed',
  )
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a']])
})

it('removes what dead processes left of writing this file, not what living ones write, nor anything else', async () => {
  const folder = scratch()
  const stays = [part('a', process.pid), part('b', gone()), '.a.tmp', `.a.${gone()}-mine.tmp`, `a.${randomUUID()}.tmp`]
  for (const name of [...stays, part('a', gone()), part('a', gone())]) writeFileSync(join(folder, name), '')
  sweepParts(join(folder, 'a'))
  expect(readdirSync(folder).sort()).toEqual([...stays].sort())
  await replaceFile(join(folder, 'b'), 'text')
  expect(readdirSync(folder).filter((name) => name.startsWith('.b.'))).toEqual([])
  sweepParts(join(folder, 'none', 'c'))
})
