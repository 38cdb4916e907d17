import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { drafted, Home, REVIEW_SKILL } from './home.ts'

describe('the second copy of a draft', () => {
  const copy = (home: Home) => join(home.root, 'second', 'skills', 'auto', 'branch-changes-review', 'SKILL.md')
  const text = (home: Home) => readFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), 'utf8')

  it('lies below WAYLAND_HOME under the bare signature, and follows a second draft', async () => {
    const home = new Home()
    const loop = await home.open({ settings: { home: join(home.root, 'second') } })
    await drafted(loop)
    expect(readFileSync(copy(home), 'utf8')).toBe(text(home))
    await drafted(loop, 'the branch: review its changes')
    expect(readFileSync(copy(home), 'utf8')).toBe(text(home))
    expect(home.warnings).toEqual([])
  })

  it('is never written over what a person made of it', async () => {
    const home = new Home()
    const loop = await home.open({ settings: { home: join(home.root, 'second') } })
    await drafted(loop)
    writeFileSync(copy(home), 'mine')
    expect((await drafted(loop)).draft?.status).toBe('updated')
    expect(readFileSync(copy(home), 'utf8')).toBe('mine')
    expect(home.warnings).toEqual([expect.stringContaining('second copy')])
  })

  it('goes before the row says that its skill is withheld, so that the next look finds what a kill left in between', async () => {
    const home = new Home()
    const loop = await home.open({ settings: { home: join(home.root, 'second') } })
    await drafted(loop)
    const database = new Sqlite(home.database)
    database.exec("CREATE TRIGGER cut BEFORE UPDATE ON skills BEGIN SELECT RAISE(ABORT, 'cut off'); END")
    rmSync(join(home.skills, REVIEW_SKILL), { recursive: true })
    await loop.review.skills().catch(() => {})
    expect(existsSync(copy(home))).toBe(false)
    database.exec('DROP TRIGGER cut')
    database.close()
    expect(await loop.review.skills()).toMatchObject([{ status: 'archived' }])
  })
})
