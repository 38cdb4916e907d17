import { mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openScheduledFolder } from '../../src/store/scheduled-folder.ts'
import { scratch } from '../scratch.ts'

const FILES = new Map([
  ['SKILL.md', 'how to do it'],
  ['run.sh', '#!/bin/sh'],
])

/** A folder of copies, and a skill that is copied. */
function place() {
  const [root, skill] = [scratch(), scratch()]
  writeFileSync(join(skill, 'run.sh'), '#!/bin/sh', { mode: 0o700 })
  return { root, skill, copies: openScheduledFolder(root), copy: join(root, 'skills', 'sched-tidy') }
}

it('puts a copy whose files run where those of the skill do', async () => {
  const { skill, copies, copy } = place()
  await copies.put('sched-tidy', FILES, skill)
  expect([statSync(join(copy, 'run.sh')).mode & 0o777, statSync(join(copy, 'SKILL.md')).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
  expect(await copies.read('sched-tidy')).toMatchObject({ path: copy })
})

it('reads the copy that a process which was killed had moved aside for another', async () => {
  const { root, skill, copies, copy } = place()
  await copies.put('sched-tidy', FILES, skill)
  mkdirSync(join(root, 'staging'), { recursive: true })
  renameSync(copy, join(root, 'staging', 'sched-tidy~old~999999~a'))
  const { files } = (await copies.read('sched-tidy')) ?? {}
  expect(Buffer.from(files?.get('SKILL.md') ?? []).toString()).toBe('how to do it')
  await copies.archive('sched-tidy', 'sched-tidy.then')
  expect(await copies.read('sched-tidy')).toBeUndefined()
  expect(statSync(join(root, 'archive', 'sched-tidy.then', 'SKILL.md')).isFile()).toBe(true)
})

it('takes no place of a link that somebody put there', async () => {
  const { root, skill, copies, copy } = place()
  mkdirSync(join(root, 'skills'))
  symlinkSync(skill, copy)
  await expect(copies.put('sched-tidy', FILES, skill)).rejects.toMatchObject({ code: 'not_ours' })
})
