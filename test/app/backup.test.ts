import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { backup, restore } from '../../src/app/backup.ts'
import { drafted, Home, REVIEW, REVIEW_SKILL, turn, withDraft } from '../service/home.ts'
import { everything } from '../service/move-states.ts'
import { backedUp, seen } from './backed-up.ts'

/** An unsealed copy: what somebody made who writes no seal, so that the checks behind it are tried. */
function unsealed(file: string): string {
  truncateSync(file, Math.floor(statSync(file).size / PAGE) * PAGE)
  return file
}
const PAGE = 4096

/** Writes the bytes of a file with the last occurrence of a text replaced by another of its length. */
function changed(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.lastIndexOf(from)
  expect([at > 0, from.length]).toEqual([true, to.length])
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + to.length)])
}

async function insistRefused(file: string, message: RegExp, code = 'bad_file'): Promise<void> {
  const { home, loop } = await withDraft()
  const before = everything(home.root, home.database)
  const refusal = { code, message: expect.stringMatching(message) }
  await expect(restore(loop.upkeep.config, file, { force: true })).rejects.toMatchObject(refusal)
  expect(everything(home.root, home.database)).toEqual(before)
  const empty = new Home()
  const {
    upkeep: { config },
  } = await empty.open()
  await expect(restore(config, file, { force: true })).rejects.toMatchObject(refusal)
  expect(existsSync(join(empty.root, 'escaped'))).toBe(false)
}

describe('a backup', () => {
  it('brings everything back into another home, in its own folders', async () => {
    const { before, file, report } = await backedUp()
    expect(report).toMatchObject({ file, leftOut: [] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const other = new Home()
    const {
      upkeep: { config },
    } = await other.open()
    await restore(config, file, { force: true })
    const loop = await other.open()
    expect(await seen(loop)).toEqual(before)
    expect((await loop.review.skills()).every(({ path }) => path.startsWith(other.root))).toBe(true)
    expect((await drafted(loop, 'rotate the signing keys')).draft).toMatchObject({ status: 'suppressed' })
    expect(await loop.review.move('auto-keys-rotate-signing', 'restore')).toMatchObject({ status: 'staged' })
    expect(statSync(other.database).mode & 0o777).toBe(0o600)
    expect(other.events.filter(({ kind }) => kind === 'repaired')).toEqual([])
  })

  it('is not written over, nor anything else', async () => {
    const { loop, file } = await backedUp()
    await expect(backup(loop.upkeep.config, file)).rejects.toMatchObject({ code: 'refused' })
    await backup(loop.upkeep.config, file, { force: true })
    await expect(backup(loop.upkeep.config, dirname(file), { force: true })).rejects.toMatchObject({ code: 'refused' })
    await expect(backup(loop.upkeep.config, join(file, 'below'))).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('names what it cannot hold', async () => {
    const { home, loop } = await backedUp()
    symlinkSync('/elsewhere', join(home.skills, 'bake', 'link'))
    writeFileSync(join(home.root, 'outside.txt'), 'not of the skill')
    linkSync(join(home.root, 'outside.txt'), join(home.skills, 'bake', 'hard.txt'))
    const { leftOut } = await backup(loop.upkeep.config, join(home.root, 'second.backup'))
    expect(leftOut).toEqual([join(home.skills, 'bake', 'hard.txt'), join(home.skills, 'bake', 'link')])
  })

  // Other systems refuse some of these names, or take two of them for one.
  it.runIf(process.platform === 'linux')(
    'brings back every file name that the system has, and names those that it cannot',
    async () => {
      const { home, loop } = await backedUp()
      const names = [
        'notes:1.md',
        'a\\b.md',
        '..\\c',
        'two\nlines.md',
        'CON',
        'end. ',
        'readme.md',
        'README.md',
        'caf\u{e9}',
        'cafe\u{301}',
      ]
      const folder = join(home.skills, 'bake')
      for (const name of names) writeFileSync(join(folder, name), name)
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), 'no UTF-8')
      const file = join(home.root, 'second.backup')
      expect((await backup(loop.upkeep.config, file)).leftOut).toEqual([join(folder, '\u{fffd}')])
      const other = new Home()
      const {
        upkeep: { config },
      } = await other.open()
      await restore(config, file, { force: true })
      for (const name of names) expect(readFileSync(join(other.skills, 'bake', name), 'utf8')).toBe(name)
    },
  )

  it('is one moment of a database that another one goes on writing to', async () => {
    const { home, loop } = await backedUp()
    let recorded = 0
    let isOver = false
    const writing = (async () => {
      for (; !isOver; await setImmediate())
        if ((await loop.endOfRun(turn(`tidy the imports ${recorded}`))).status === 'recorded') recorded++
    })()
    const other = await home.open()
    for (let n = 0; n < 4; n++) {
      const least = (await other.upkeep.tally()).turns
      const file = join(home.root, `${n}.backup`)
      await backup(other.upkeep.config, file)
      const most = (await other.upkeep.tally()).turns
      const db = new Sqlite(file, { readonly: true })
      const turns = db.prepare<[], number>('SELECT count(*) FROM turns').pluck().get() ?? 0
      db.close()
      expect(turns).toBeGreaterThanOrEqual(least)
      expect(turns).toBeLessThanOrEqual(most)
    }
    isOver = true
    await writing
    expect(recorded).toBeGreaterThan(0)
  })
})

describe('a restore', () => {
  it('is refused over what is there, and with force keeps that beside it', async () => {
    const { home, loop, before, file } = await backedUp()
    await loop.review.move(REVIEW_SKILL, 'archive')
    await expect(restore(loop.upkeep.config, file)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/nothing was changed/),
    })
    const { kept } = await restore(loop.upkeep.config, file, { force: true })
    expect(kept).toHaveLength(4)
    expect(kept.every((path) => existsSync(path))).toBe(true)
    // The loop that was open meanwhile reads what lies there now.
    expect(await seen(loop)).toEqual(before)
    expect(await seen(await home.open())).toEqual(before)
  })

  it('refuses what is truncated, changed, or something else', async () => {
    const { home, file } = await backedUp()
    const copy = join(home.root, 'copy.backup')
    for (const share of [0, 0.1, 0.5, 0.99]) {
      copyFileSync(file, copy)
      truncateSync(copy, Math.floor(statSync(file).size * share))
      await insistRefused(copy, /is no whole backup/)
    }
    const bytes = readFileSync(file)
    writeFileSync(copy, changed(bytes, 'echo bread', 'rm -r brea'))
    await insistRefused(copy, /: it is damaged/)
    // A row, of which SQLite has no digest.
    writeFileSync(copy, changed(bytes, 'revoked by a person', 'renamed by a person'))
    await insistRefused(copy, /: it is damaged/)
    await insistRefused(home.database, /it is something else/)
    writeFileSync(copy, 'PK')
    await insistRefused(copy, /is no whole backup/)
    await insistRefused(join(home.root, 'nobody'), /there is no/, 'not_found')
    await insistRefused(home.root, /it is no file/)
    for (const cut of [1, 40, 90]) {
      writeFileSync(copy, bytes.subarray(0, bytes.length - cut))
      await insistRefused(copy, /: it is damaged/)
    }
    writeFileSync(copy, Buffer.concat([bytes, Buffer.from('x')]))
    await insistRefused(copy, /: it is damaged/)
  })

  it.each<[string, string, RegExp, string?]>([
    [
      'a path that climbs',
      "UPDATE backup_files SET path = '../../../escaped' WHERE path = 'bake/run.sh'",
      /leads elsewhere/,
    ],
    ['an absolute path', "UPDATE backup_files SET path = '/tmp/escaped' WHERE path = 'bake/run.sh'", /leads elsewhere/],
    ['a skill that climbs', "UPDATE skills SET name = '../escaped' WHERE name = 'bake'", /leads elsewhere/],
    ['a file that is no bytes', "UPDATE backup_files SET bytes = 12 WHERE path = 'bake/run.sh'", /run\.sh is damaged/],
    [
      'a file of other bytes',
      "UPDATE backup_files SET bytes = CAST('rm -r bread' AS BLOB) WHERE path = 'bake/run.sh'",
      /its copy of bake\/run\.sh is damaged/,
    ],
    ['a schema version of no program', 'PRAGMA user_version = 0', /not made as one/],
    ['a schema of before the first release', 'PRAGMA user_version = 5', /before the first/, 'storage_unavailable'],
    ['another place', "UPDATE backup_files SET place = '../data' WHERE path = 'bake/run.sh'", /leads elsewhere/],
    ['an empty step', "UPDATE backup_files SET path = 'bake//run.sh' WHERE path = 'bake/run.sh'", /leads elsewhere/],
    [
      'a file below a file',
      "UPDATE backup_files SET path = 'bake/SKILL.md/x' WHERE path = 'bake/run.sh'",
      /below what is a file/,
    ],
    ['a path that is no text', "UPDATE backup_files SET path = x'00' WHERE path = 'bake/run.sh'", /leads elsewhere/],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON turns BEGIN DELETE FROM revocations; END', /did not make/],
    ['a view', 'CREATE VIEW v AS SELECT 1', /did not make/],
    ['a table', 'CREATE TABLE mine (id TEXT)', /not made as one/],
    ['no table of files', 'DROP TABLE backup_files', /no such table|is no whole backup/],
    ['missing rows', 'PRAGMA foreign_keys = OFF; DELETE FROM blobs', /are missing/],
    ['a newer schema', 'PRAGMA user_version = 9999', /schema version 9999/, 'newer_database'],
  ])('refuses a backup with %s, and changes nothing', async (_, sql, message, code) => {
    const { home, file } = await backedUp()
    const db = new Sqlite(unsealed(file))
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
    db.close()
    await insistRefused(file, message, code)
    expect(existsSync(join(home.root, 'escaped'))).toBe(false)
  })

  it('advises for a backup of a newer program what helps: another data folder does not', async () => {
    const { file } = await backedUp()
    const db = new Sqlite(unsealed(file))
    db.pragma('user_version = 9999')
    db.close()
    const {
      upkeep: { config },
    } = await new Home().open()
    const advice = { code: 'newer_database', hint: 'Update wayland-core, and restore it then.' }
    await expect(restore(config, file, { force: true })).rejects.toMatchObject(advice)
  })

  it.runIf(process.platform === 'linux')('refuses a pipe without waiting for what comes through it', async () => {
    const pipe = join(new Home().root, 'pipe')
    execFileSync('mkfifo', [pipe])
    await insistRefused(pipe, /it is no file/)
  })

  it('believes no path of its rows: what a purge deletes is in the archive', async () => {
    const { file } = await backedUp()
    const precious = join(new Home().root, 'precious')
    mkdirSync(precious)
    for (const path of [precious, '..', `${precious}/..`, '']) {
      const db = new Sqlite(unsealed(file))
      db.prepare("UPDATE skills SET path = ? WHERE status = 'revoked'").run(path)
      db.close()
      const other = new Home()
      const {
        upkeep: { config },
      } = await other.open()
      await restore(config, file, { force: true })
      const loop = await other.open()
      await loop.review.purge((await loop.review.purgeable()).map(({ id }) => id))
      expect([existsSync(precious), existsSync(other.database)]).toEqual([true, true])
    }
  })

  it('clears what one that was killed had made ready, and finishes what it had committed to', async () => {
    const { home, loop, file } = await backedUp()
    const left = join(home.root, 'data', '.restore~4194000~x')
    mkdirSync(left)
    appendFileSync(join(home.skills, 'bake', 'SKILL.md'), '\nMore.\n')
    await restore(loop.upkeep.config, file, { force: true })
    expect(existsSync(left)).toBe(false)
    const ready = join(home.root, 'data', '.restore~1~y')
    mkdirSync(join(ready, 'skills'), { recursive: true })
    const note = {
      steps: [{ ready: join(ready, 'skills'), path: home.skills, kept: `${home.skills}.kept` }],
      rest: [ready],
    }
    writeFileSync(join(home.root, 'data', 'restoring.json'), JSON.stringify(note))
    home.events.length = 0
    const next = await home.open()
    expect(home.events).toContainEqual({
      kind: 'repaired',
      what: 'finished a restore of a backup that was interrupted',
    })
    expect((await next.route({ text: REVIEW })).pick).toBeNull()
    expect(existsSync(`${home.skills}.kept/bake/SKILL.md`)).toBe(true)
    rmSync(ready, { recursive: true, force: true })
  })
})
