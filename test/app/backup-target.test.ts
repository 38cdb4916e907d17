import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { backup, restore } from '../../src/app/backup.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { type Home, REVIEW_SKILL } from '../service/home.ts'
import { everything } from '../service/move-states.ts'
import { backedUp, seen } from './backed-up.ts'

const skillsOf = async (loop: SkillLoop) => {
  const { tally, ...others } = await seen(loop)
  return { ...others, turns: tally.turns }
}

describe('a backup is not written over what it is a backup of', () => {
  it.each<[string, (home: Home) => string]>([
    ['the database', ({ database }) => database],
    ['its journal', ({ database }) => `${database}-wal`],
    ['the ledger beside the skills', ({ skills }) => join(dirname(skills), 'verdicts', 'ledger.jsonl')],
    ['a file of a skill', ({ skills }) => join(skills, REVIEW_SKILL, 'SKILL.md')],
    ['a new file in a skill', ({ skills }) => join(skills, REVIEW_SKILL, 'x.backup')],
    ['a new file in the archive', ({ skills }) => join(dirname(skills), 'archive', 'x.backup')],
    ['a link to the folder of the skills', ({ root }) => join(root, 'link', 'x.backup')],
  ])('%s', async (_, target) => {
    const { home, loop } = await backedUp()
    symlinkSync(home.skills, join(home.root, 'link'))
    const before = everything(home.root, home.database)
    await expect(backup(loop.upkeep.config, target(home), { force: true })).rejects.toMatchObject({ code: 'refused' })
    expect(everything(home.root, home.database)).toEqual(before)
    expect(await loop.upkeep.check()).toEqual([])
  })
})

it('a backup that was moved into the place of the database is used, and backed up again', async () => {
  const { home, loop, file } = await backedUp()
  const skills = await skillsOf(loop)
  await loop[Symbol.asyncDispose]()
  for (const suffix of ['', '-wal', '-shm']) rmSync(home.database + suffix, { force: true })
  renameSync(file, home.database)
  const next = await home.open()
  expect(await skillsOf(next)).toEqual(skills)
  const { files } = await backup(next.upkeep.config, file)
  await next[Symbol.asyncDispose]()
  expect(await restore(next.upkeep.config, file, { force: true })).toMatchObject({ files })
  expect(await skillsOf(await home.open())).toEqual(skills)
})

it.each([
  ['an index', 'CREATE INDEX mine ON turns (at)', 'index mine'],
  ['a table', 'CREATE TABLE mine (a)', 'table mine'],
  ['a trigger', 'CREATE TRIGGER told AFTER DELETE ON turns BEGIN DELETE FROM skills; END', 'trigger told'],
  ['an index less', 'DROP INDEX decisions_prompt', 'index decisions_prompt'],
  ['a table less', 'DROP TABLE fits', 'table fits'],
])('no backup is written of a database that another program gave %s, and it is named', async (_, sql, what) => {
  const { home, loop } = await backedUp()
  await loop[Symbol.asyncDispose]()
  const db = new Sqlite(home.database)
  db.exec(sql)
  db.close()
  const file = join(home.root, 'new.backup')
  await expect(backup(loop.upkeep.config, file)).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining(what),
  })
  expect(existsSync(file)).toBe(false)
})
