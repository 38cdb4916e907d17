import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  promises,
  readFileSync,
  renameSync,
  rmSync,
  type StatsFs,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Home } from './command-line.ts'

interface Check {
  readonly what: string
  readonly state: 'ok' | 'note' | 'wrong'
  readonly found: string
  readonly fix?: string
}

async function doctor(home: Home, env: Readonly<Record<string, string>> = {}, cwd = home.work) {
  const { code, stdout, json } = await home.run(['doctor', '--json'], { env: { PATH: '/usr/bin:/bin', ...env }, cwd })
  if (stdout === '') throw new Error('doctor printed nothing')
  const { healthy, checks } = json<{ healthy: boolean; checks: Check[] }>()
  return { code, healthy, checks, of: (what: string) => checks.filter((check) => check.what === what) }
}

describe('doctor', () => {
  it('finds nothing wrong in an empty home, and leaves it empty', async () => {
    const home = new Home()
    const { code, healthy, checks } = await doctor(home)
    expect([code, healthy]).toEqual([0, true])
    expect(checks.map(({ what }) => what)).toEqual(expect.arrayContaining(['program', 'switch', 'data', 'database']))
    for (const name of [home.config, home.data, join(home.root, '.claude')]) expect(existsSync(name)).toBe(false)
  })

  it('finds agents by their folders and on the PATH, with their versions, and runs none', async () => {
    const home = new Home()
    const lib = join(home.root, 'lib', 'node_modules', '@openai', 'codex')
    const bin = join(home.root, 'bin')
    mkdirSync(join(lib, 'bin'), { recursive: true })
    mkdirSync(bin)
    mkdirSync(join(home.root, '.gemini'))
    writeFileSync(join(lib, 'package.json'), '{"name": "@openai/codex", "version": "0.130.0"}')
    writeFileSync(join(lib, 'bin', 'codex.js'), `#!/bin/sh\ntouch ${join(home.root, 'ran')}\n`)
    chmodSync(join(lib, 'bin', 'codex.js'), 0o755)
    symlinkSync(join(lib, 'bin', 'codex.js'), join(bin, 'codex'))
    const native = join(home.root, 'share', 'claude', 'versions', '2.1.14')
    mkdirSync(join(native, '..'), { recursive: true })
    cpSync(join(lib, 'bin', 'codex.js'), native)
    symlinkSync(native, join(bin, 'claude'))
    const { of, code } = await doctor(home, { PATH: bin })
    expect(code).toBe(0)
    expect(of('codex')[0]).toMatchObject({ state: 'note', fix: 'wayland-core install codex' })
    expect(of('codex')[0]?.found).toContain('0.130.0')
    expect(of('claude-code')[0]?.found).toContain('2.1.14')
    expect(of('gemini')[0]).toMatchObject({ state: 'note', fix: 'wayland-core install gemini' })
    expect(of('qwen')).toEqual([])
    expect(existsSync(join(home.root, 'ran'))).toBe(false)
  })

  it('says how a database driver is put right that was built for another Node.js', async () => {
    const home = new Home()
    await home.run(['status'])
    const broken = join(home.root, 'broken.cjs')
    writeFileSync(
      broken,
      "process.dlopen = () => { throw Object.assign(new Error('ABI'), { code: 'ERR_DLOPEN_FAILED' }) }",
    )
    const [database] = (await doctor(home, { NODE_OPTIONS: `--require=${broken}` })).of('database')
    expect(database).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('another version of Node.js'),
      fix: expect.stringContaining('npm rebuild better-sqlite3'),
    })
  })

  it('of a database of another program says so, leaves it byte for byte, and names the command that gets on', async () => {
    const home = new Home()
    mkdirSync(home.data, { recursive: true })
    const theirs = new Sqlite(home.database)
    theirs.exec('CREATE TABLE skills (name TEXT); CREATE TABLE turns (x INT)')
    theirs.close()
    const before = readFileSync(home.database)
    const [database] = (await doctor(home)).of('database')
    expect(database).toMatchObject({
      state: 'wrong',
      found: `the database ${home.database} was made by another program`,
      fix: expect.stringMatching(/mv "?.*wayland-core\.db"? "?.*wayland-core\.db\.aside"?$/),
    })
    expect(readFileSync(home.database)).toEqual(before)
    renameSync(home.database, `${home.database}.aside`)
    await home.run(['status'])
    expect((await doctor(home)).of('database')[0]?.state).toBe('ok')
  })

  it('does not blame the driver where a folder lies in place of the database', async () => {
    const home = new Home()
    mkdirSync(home.database, { recursive: true })
    const [database] = (await doctor(home)).of('database')
    expect(database).toMatchObject({ state: 'wrong', fix: expect.stringMatching(/^wayland-core daemon stop; .*mv /) })
  })

  it('names what is wrong with the one command that puts it right, and that does', async () => {
    const home = new Home()
    const file = join(home.root, '.claude', 'settings.json')
    await home.run(['install', 'claude-code'])
    expect((await doctor(home)).of('claude-code')[0]?.state).toBe('ok')

    writeFileSync(file, '{}')
    const { code, of } = await doctor(home)
    expect([code, of('claude-code')[0]]).toEqual([
      1,
      expect.objectContaining({
        state: 'wrong',
        found: expect.stringContaining('gone from its settings'),
        fix: 'wayland-core install claude-code',
      }),
    ])
    await home.run(['install', 'claude-code'])
    expect((await doctor(home)).code).toBe(0)
  })

  it('looks at connected projects, and forgets those that are gone', async () => {
    const home = new Home()
    await home.run(['install', 'qwen', '--project'])
    writeFileSync(join(home.work, '.qwen', 'settings.json'), '{}')
    const [check] = (await doctor(home)).of('qwen')
    expect(check).toMatchObject({ state: 'wrong', fix: `cd "${home.work}" && wayland-core install qwen --project` })
    rmSync(home.work, { recursive: true })
    expect((await doctor(home, {}, home.root)).of('qwen')).toEqual([])
  })

  it('sees copies that are gone, a database of a newer version, and a data folder that cannot be', async () => {
    const home = new Home()
    const skill = await home.promoted()
    await home.run(['install', 'gemini'])
    expect((await doctor(home)).code).toBe(0)
    rmSync(join(home.root, '.agents', 'skills', skill), { recursive: true })
    expect((await doctor(home)).of('copies')[0]).toMatchObject({ state: 'wrong', fix: 'wayland-core sync' })
    await home.run(['sync'])
    expect((await doctor(home)).code).toBe(0)

    const db = new Sqlite(home.database)
    db.pragma('user_version = 900')
    db.close()
    const { of: inNewer, code } = await doctor(home)
    expect([code, inNewer('database')[0]?.state]).toEqual([1, 'wrong'])
    writeFileSync(join(home.root, 'file'), '')
    const { of } = await doctor(home, { WAYLAND_DATA_DIR: join(home.root, 'file', 'data') })
    expect(of('data')[0]?.state).toBe('wrong')
  })

  it('names what was set aside of an earlier database', async () => {
    const home = new Home()
    mkdirSync(home.data)
    writeFileSync(home.database, 'no database '.repeat(400))
    await home.run(['status'])
    const { code, of } = await doctor(home)
    expect([code, of('database').map(({ state }) => state)]).toEqual([0, ['ok', 'note']])
    expect(of('database')[1]?.found).toContain(`${home.database}.damaged-`)
  })

  it('says that the program is switched off', async () => {
    const { of, code } = await doctor(new Home(), { WAYLAND_SKILLS: 'off' })
    expect([code, of('switch')[0]?.state]).toEqual([0, 'note'])
  })
})

it('says of a full disk that it keeps nothing, and what reads the turns that ended meanwhile', async () => {
  const full = vi.spyOn(promises, 'statfs').mockResolvedValue({ blocks: 1, bavail: 0, bsize: 4096 } as StatsFs)
  onTestFinished(() => full.mockRestore())
  const [data] = (await doctor(new Home())).of('data')
  expect(data).toMatchObject({ state: 'wrong', found: expect.stringContaining('no space left') })
  expect(data?.fix).toMatch(/^Make room on the disk of .*; then "wayland-core import" reads what ended meanwhile$/)
})
