import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { drafted, Home, REVIEW_SKILL, skillMd } from './home.ts'
import { everything } from './move-states.ts'

/** A home with an active skill that Claude Code has a copy of, and a revoked one. */
async function used() {
  const home = new Home()
  const loop = await home.open({ env: { HOME: home.root } })
  await drafted(loop)
  await loop.review.move(REVIEW_SKILL, 'promote')
  await loop.upkeep.sync({ engines: ['claude-code'] })
  await drafted(loop, 'rotate the signing keys')
  await loop.review.move('auto-keys-rotate-signing', 'revoke')
  return { home, loop, copy: join(home.root, '.claude', 'skills', REVIEW_SKILL) }
}

const said = async (loop: SkillLoop, fix = false) =>
  (await loop.upkeep.check({ fix })).map(
    ({ what, found, repaired }) => `${what}${repaired ? ', repaired' : ''}: ${found}`,
  )

it('finds nothing where all agree, and changes nothing', async () => {
  const { home, loop } = await used()
  const before = everything(home.root, home.database)
  expect([await loop.upkeep.check({ fix: true }), await loop.upkeep.check({ quick: true })]).toEqual([[], []])
  expect(everything(home.root, home.database)).toEqual(before)
})

it('names half a skill, also in the quick part, until it is restored', async () => {
  const { home, loop } = await used()
  rmSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'))
  mkdirSync(join(home.skills, 'other'))
  writeFileSync(join(home.skills, 'other', 'notes.md'), 'mine')
  const found = await loop.upkeep.check({ quick: true })
  expect(found.map(({ found, fix }) => [found, fix])).toEqual([
    [
      expect.stringMatching(/auto-branch-changes-review is half a skill/),
      `wayland-core --skills-restore ${REVIEW_SKILL}`,
    ],
    [expect.stringMatching(/other is half a skill/), expect.stringMatching(/Put its SKILL\.md back/)],
  ])
  await loop.review.move(REVIEW_SKILL, 'restore')
  expect((await loop.upkeep.check({ quick: true })).map(({ found }) => found)).toEqual([expect.stringMatching(/other/)])
})

it.each<[string, (path: string) => void]>([
  ['a folder', (path) => mkdirSync(path)],
  ['a pipe', (path) => void execFileSync('mkfifo', [path])],
])('names a skill whose SKILL.md became %s, and restoring it brings the version back', async (_, make) => {
  const { home, loop } = await used()
  const file = join(home.skills, REVIEW_SKILL, 'SKILL.md')
  rmSync(file)
  make(file)
  expect((await loop.upkeep.check({ quick: true })).map(({ found }) => found)).toEqual([
    expect.stringMatching(/auto-branch-changes-review is half a skill/),
  ])
  await loop.review.move(REVIEW_SKILL, 'restore')
  expect(readFileSync(file, 'utf8')).toContain(`name: ${REVIEW_SKILL}`)
  expect(await loop.upkeep.check()).toEqual([])
})

it('of a folder that leads nowhere, beside others, moves and checks the others', async () => {
  const { home, loop } = await used()
  symlinkSync(join(home.skills, 'around'), join(home.skills, 'around'))
  expect(await loop.upkeep.check()).toEqual([])
  expect(await loop.review.move(REVIEW_SKILL, 'archive')).toMatchObject({ status: 'archived' })
  expect(home.warnings).toEqual([])
})

it.skipIf(process.getuid?.() === 0)('names a folder that may not be read, and moves the others', async () => {
  const { home, loop } = await used()
  const folder = home.write('mine', skillMd('mine', 'My own.'))
  await loop.review.skills()
  chmodSync(folder, 0)
  try {
    expect(await said(loop)).toEqual([expect.stringMatching(/^folder: .*mine cannot be read: .*EACCES/)])
    expect(await loop.review.move(REVIEW_SKILL, 'archive')).toMatchObject({ status: 'archived' })
    await expect(loop.review.move('mine', 'archive')).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect((await loop.review.skills()).find(({ name }) => name === 'mine')).toMatchObject({ status: 'active' })
  } finally {
    chmodSync(folder, 0o700)
  }
})

it('names changed files in the archive, and what takes them in', async () => {
  const { loop } = await used()
  const { path, name } = (await loop.review.skills()).find(({ status }) => status === 'revoked')!
  appendFileSync(join(path, 'SKILL.md'), '\nMore.\n')
  const found = await loop.upkeep.check()
  expect(found).toMatchObject([{ what: 'folder', fix: `wayland-core --skills-restore ${name}` }])
  await loop.review.move(name, 'restore', { use: 'files' })
  expect(await loop.upkeep.check()).toEqual([])
})

it('repairs the file beside the skills and copies that are gone', async () => {
  const { home, loop: first, copy } = await used()
  await first[Symbol.asyncDispose]()
  const ledger = join(dirname(home.skills), 'verdicts', 'ledger.jsonl')
  const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n')
  // The last line stays: a start sees no difference.
  writeFileSync(ledger, `${lines.at(-1)}\n`)
  rmSync(copy, { recursive: true })
  const loop = await home.open({ env: { HOME: home.root } })
  const found = [
    expect.stringMatching(/^ledger.*: .*lacks what was decided of auto-branch-changes-review$/),
    expect.stringMatching(/^copy.*: .* is gone$/),
  ]
  expect(await said(loop)).toEqual(found)
  expect(await said(loop, true)).toEqual(found.map(() => expect.stringMatching(/, repaired: /)))
  expect(await said(loop)).toEqual([])
  expect(readFileSync(join(copy, 'SKILL.md'), 'utf8')).toContain(REVIEW_SKILL)
})

it('leaves a copy that a person changed, and says so', async () => {
  const { loop, copy } = await used()
  appendFileSync(join(copy, 'SKILL.md'), '\nMine.\n')
  expect(await said(loop, true)).toEqual([`copy: ${copy} was changed there`])
  expect(readFileSync(join(copy, 'SKILL.md'), 'utf8')).toContain('Mine.')
})

it('leaves what lies in the place of a copy, and does not call it gone', async () => {
  const { loop, copy } = await used()
  rmSync(copy, { recursive: true })
  writeFileSync(copy, 'mine')
  expect(await said(loop, true)).toEqual([expect.stringMatching(/^copy: .* was changed there/)])
  expect(readFileSync(copy, 'utf8')).toBe('mine')
})

it('names rows that the ledger tells otherwise, and versions without their files', async () => {
  const { home, loop } = await used()
  const db = new Sqlite(home.database)
  db.exec("UPDATE ledger SET to_status = 'staged' WHERE move = 'promote'")
  db.exec('DELETE FROM version_files')
  db.close()
  // What the file beside the skills says differently is not written over.
  expect(await said(loop, true)).toEqual([
    expect.stringMatching(/^skill, repaired: the database has not the files of version 0\.1\.1/),
    expect.stringMatching(/^ledger: the ledger gives another status or version of "auto-branch-changes-review"/),
    expect.stringMatching(/^ledger: .* and the database tell of auto-branch-changes-review differently$/),
  ])
})

it('repairs nothing without a database: what lies beside the skills is not written from memory', async () => {
  const { home, loop } = await used()
  await loop[Symbol.asyncDispose]()
  const file = join(home.skills, '..', 'verdicts', 'ledger.jsonl')
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.filter((line) => !line.includes(`"skillName":"${REVIEW_SKILL}"`)).join('\n'))
  const before = readFileSync(file, 'utf8')
  const memory = await home.open({ env: { HOME: home.root }, settings: { 'data.dir': null } })
  await expect(memory.upkeep.check({ fix: true })).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it('of a damaged database says what is wrong with the one that took its place', async () => {
  const { home, loop } = await used()
  await loop[Symbol.asyncDispose]()
  const db = new Sqlite(home.database)
  const pageOf = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck()
  const from = (pageOf.get('decisions_prompt')! - 1) * 4096
  db.close()
  writeFileSync(home.database, readFileSync(home.database).fill(0xa5, from, from + 4096))
  const again = await home.open({ env: { HOME: home.root } })
  expect(await again.upkeep.check()).toEqual([])
  expect(home.events.filter(({ kind }) => kind === 'repaired')).toEqual([
    { kind: 'repaired', what: expect.stringMatching(/was damaged/) },
    { kind: 'repaired', what: expect.stringMatching(/had lost what was decided .* \(skills: 2, revocations: 1\)/) },
  ])
  expect((await again.review.skills()).map(({ name, status }) => [name, status])).toEqual([
    [REVIEW_SKILL, 'active'],
    ['auto-keys-rotate-signing', 'revoked'],
  ])
})
