import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { turnFromWire } from '../../src/domain/wire.ts'
import { Home, REVIEW, TESTS, turn } from './command-line.ts'
import { expectRefusal } from './refusal.ts'

describe('purge', () => {
  it('lists what goes and deletes nothing unless it is told to', async () => {
    const home = new Home()
    const name = await home.draft()
    await home.move(name, 'archive')
    const [kept = ''] = readdirSync(join(dirname(home.skills), 'archive'))
    const asked = await home.run(['purge'])
    expect(asked).toMatchObject({ code: 2, stdout: '' })
    expect(asked.stderr).toMatch(
      new RegExp(`^To be deleted .*\\n  ${name}  archived  1 version  .*${kept}\\nError: .*\\nTry: .*--yes`),
    )
    expect(readdirSync(join(dirname(home.skills), 'archive'))).toEqual([kept])
    const done = await home.run(['purge', name, '--yes', '--json'])
    expect(done.json()).toEqual({ purged: [{ id: expect.any(String), name }] })
    expect(readdirSync(join(dirname(home.skills), 'archive'))).toEqual([])
    const { skills, ledger } = await home.within(async (loop) => ({
      skills: await loop.review.skills(),
      ledger: await loop.review.history(),
    }))
    expect(skills).toEqual([])
    expect(ledger.map(({ move }) => move)).toEqual(['draft', 'archive', 'revoke', 'purge'])
    expect((await home.run(['purge', '--yes'])).stdout).toBe('There is nothing to purge.\n')
  })

  it('leaves no word that only the skill had anywhere, and none of its requests outside the database', async () => {
    const home = new Home()
    const copy = join(home.root, 'second')
    const env = { WAYLAND_HOME: copy }
    const [name = ''] = await home.within(async (loop) => {
      for (const id of ['a', 'b', 'c']) await loop.endOfRun(turnFromWire(turn(`vexilon ${REVIEW}`, id)))
      return (await loop.review.skills()).map((skill) => skill.name)
    }, env)
    const file = join(home.skills, name, 'SKILL.md')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nWord of the person: gallimaufry.\n${'filler '.repeat(2_000)}`)
    for (const move of ['--skills-promote', '--skills-archive']) await home.run([move, name], { env })
    expect(holding(home.root, 'gallimaufry')).not.toEqual([])
    expect((await home.run(['purge', '--yes'], { env })).code).toBe(0)
    expect(holding(home.root, 'gallimaufry')).toEqual([])
    expect(holding(home.root, `vexilon ${REVIEW}`)).toEqual([home.database])
  })

  it('deletes the folders of this home in a copy of another one, whose own stay', async () => {
    const home = new Home()
    const [name, other] = [await home.draft(REVIEW, 'a'), await home.draft(TESTS, 'b')]
    for (const one of [name, other]) await home.move(one, 'archive')
    const second = join(home.root, 'second')
    for (const folder of ['config', 'data'] as const) cpSync(home[folder], join(second, folder), { recursive: true })
    const env = { WAYLAND_CONFIG_DIR: join(second, 'config'), WAYLAND_DATA_DIR: join(second, 'data') }
    const archives = [home.root, second].map((root) => join(root, 'config', 'wayland-core', 'archive'))
    const before = readdirSync(archives[0] ?? '')
    expect((await home.run(['purge', name, '--yes'], { env })).code).toBe(0)
    const left = before.filter((folder) => !folder.startsWith(name))
    expect(archives.map((archive) => readdirSync(archive))).toEqual([before, left])
    expect((await home.run(['skills', 'restore', other], { env })).code).toBe(0)
    expect(archives.map((archive) => readdirSync(archive))).toEqual([before, []])
    expect((await home.run(['check'], { env })).code).toBe(0)
  })

  it('refuses a skill that is in use, and deletes none of those named with it', async () => {
    const home = new Home()
    const [live, gone] = [await home.draft(REVIEW, 'a'), await home.draft(TESTS, 'b')]
    await home.move(gone, 'archive')
    expectRefusal(await home.run(['purge', gone, live, '--yes']), 1, new RegExp(`cannot purge "${live}": it is staged`))
    expect(readdirSync(join(dirname(home.skills), 'archive'))).toHaveLength(1)
  })

  it.runIf(process.platform === 'linux')('changes no row where the files cannot be deleted', async () => {
    const home = new Home()
    const name = await home.draft()
    await home.move(name, 'archive')
    const archive = join(dirname(home.skills), 'archive')
    renameSync(archive, `${archive}-before`)
    // A file that root may not delete either.
    symlinkSync('/proc', archive)
    const db = new Sqlite(home.database)
    db.prepare('UPDATE skills SET path = ?').run(join(archive, 'version'))
    db.close()
    const before = await home.within(ofSkills)
    expectRefusal(await home.run(['purge', name, '--yes']), 3, /cannot delete .*archive\/version/)
    expect(await home.within(ofSkills)).toEqual(before)
  })

  it('deletes nothing where the ledger beside the skills cannot be rewritten', async () => {
    const home = new Home()
    const name = await home.draft()
    await home.move(name, 'archive')
    const ledger = join(home.skills, '..', 'verdicts', 'ledger.jsonl')
    rmSync(ledger)
    mkdirSync(ledger)
    const before = [await home.within(ofSkills), readdirSync(join(dirname(home.skills), 'archive'))]
    const { code, stderr } = await home.run(['purge', name, '--yes'])
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/Error: cannot write .*ledger\.jsonl/) })
    expect([await home.within(ofSkills), readdirSync(join(dirname(home.skills), 'archive'))]).toEqual(before)
  })

  it.skipIf(process.getuid?.() === 0)('deletes nothing where a folder in one of them cannot be deleted', async () => {
    const home = new Home()
    const [first, second] = [await home.draft(REVIEW, 'a'), await home.draft(TESTS, 'b')]
    for (const name of [first, second]) await home.move(name, 'archive')
    const archive = join(dirname(home.skills), 'archive')
    const inner = join(archive, readdirSync(archive).find((name) => name.startsWith(second)) ?? '', 'mine')
    mkdirSync(inner)
    writeFileSync(join(inner, 'notes.md'), 'mine')
    chmodSync(inner, 0o500)
    const before = [await home.within(ofSkills), readdirSync(archive, { recursive: true })]
    expectRefusal(await home.run(['purge', '--yes']), 3, new RegExp(`cannot delete .*${second}`))
    expect([await home.within(ofSkills), readdirSync(archive, { recursive: true })]).toEqual(before)
    chmodSync(inner, 0o700)
    expect(await home.run(['purge', '--yes'])).toMatchObject({ code: 0 })
    expect(readdirSync(archive)).toEqual([])
  })

  it('forgets a skill whose folder a person removed, and leaves what lies there now', async () => {
    const home = new Home()
    const name = await home.draft()
    rmSync(join(home.skills, name), { recursive: true })
    await home.within((loop) => loop.review.skills())
    mkdirSync(join(home.skills, name))
    writeFileSync(join(home.skills, name, 'notes.md'), 'mine')
    expect(await home.run(['purge', '--yes'])).toMatchObject({ code: 0, stdout: `Deleted ${name}.\n`, stderr: '' })
    expect(readFileSync(join(home.skills, name, 'notes.md'), 'utf8')).toBe('mine')
  })
})

/** What a refused purge leaves as it was. */
const ofSkills = async (loop: Parameters<Parameters<Home['within']>[0]>[0]) => [
  await loop.review.skills(),
  await loop.review.history(),
  await loop.review.revocations(),
]

/** Files below a folder with this text in their bytes. */
const holding = (folder: string, text: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))
