import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home, removeHomes } from './command-line.ts'

removeHomes()

interface Check {
  readonly what: string
  readonly state: 'ok' | 'note' | 'wrong'
  readonly found: string
  readonly fix?: string
}

async function doctor(home: Home, env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, json } = await home.run(['doctor', '--json'], { env: { PATH: '/usr/bin:/bin', ...env } })
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

  it('names what is wrong with the one command that puts it right, and that does', async () => {
    const home = new Home()
    const file = join(home.root, '.claude', 'settings.json')
    await home.run(['install', 'claude-code'])
    expect((await doctor(home)).of('claude-code')[0]?.state).toBe('ok')

    const connected = readFileSync(file, 'utf8')
    const wrongs: readonly [string, string][] = [
      [connected.replaceAll('cli/main.js', 'gone/cli/main.js'), 'not there'],
      ['{}', 'gone from its settings'],
      [connected.replace('"timeout": 5', '"timeout": 7'), 'not as they should be'],
    ]
    for (const [text, said] of wrongs) {
      writeFileSync(file, text)
      const { code, of } = await doctor(home)
      expect([code, of('claude-code')[0]]).toEqual([
        1,
        expect.objectContaining({ state: 'wrong', fix: 'wayland-core install claude-code' }),
      ])
      expect(of('claude-code')[0]?.found).toContain(said)
      await home.run(['install', 'claude-code'])
      expect((await doctor(home)).code).toBe(0)
    }
  })

  it('sees hooks that are switched off, and settings that cannot be read', async () => {
    const home = new Home()
    const file = join(home.root, '.claude', 'settings.json')
    await home.run(['install', 'claude-code'])
    writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{ "disableAllHooks": true,'))
    const off = (await doctor(home)).of('claude-code')[0]
    expect([off?.state, off?.found, off?.fix]).toEqual([
      'wrong',
      expect.stringContaining('disableAllHooks'),
      expect.stringContaining(file),
    ])
    writeFileSync(file, '{ broken')
    expect((await doctor(home)).of('claude-code')[0]?.found).toContain(`${file}:1:`)
  })

  it.each([
    ['claude-code', 'claude', '@anthropic-ai/claude-code', '1.0.53', '1.0.54'],
    ['gemini', 'gemini', '@google/gemini-cli', '0.25.9', '0.26.0'],
    ['codex', 'codex', '@openai/codex', '0.99.3-alpha.1', '0.124.0'],
  ])('names a version of %s that runs no hooks', async (engine, binary, name, old, first) => {
    const home = new Home()
    const folder = join(home.root, 'lib', 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    mkdirSync(join(home.root, 'bin'))
    writeFileSync(join(folder, 'cli.js'), '', { mode: 0o755 })
    symlinkSync(join(folder, 'cli.js'), join(home.root, 'bin', binary))
    const look = async (version: string) => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
      return (await doctor(home, { PATH: join(home.root, 'bin') })).of(engine)[0]
    }
    await home.run(['install', engine])
    const check = await look(old)
    expect([check?.state, check?.found, check?.fix]).toEqual([
      'wrong',
      expect.stringContaining(`version ${old} does not run hooks by itself, as ${first}`),
      expect.stringContaining('Update'),
    ])
    for (const version of [first, '9.0.0', '1000.1']) expect((await look(version))?.state).toBe('ok')
    if (engine !== 'codex') return
    // An older one runs them where it is told to.
    const config = join(home.root, '.codex', 'config.toml')
    writeFileSync(config, `${readFileSync(config, 'utf8')}[features]\ncodex_hooks = true\n`)
    expect((await look(old))?.state).toBe('ok')
  })

  it('looks at connected projects, and forgets those that are gone', async () => {
    const home = new Home()
    await home.run(['install', 'qwen', '--project'])
    writeFileSync(join(home.work, '.qwen', 'settings.json'), '{}')
    const [check] = (await doctor(home)).of('qwen')
    expect(check).toMatchObject({ state: 'wrong', fix: `cd "${home.work}" && wayland-core install qwen --project` })
  })

  it('sees a database of a newer version, a damaged folder, and copies that are gone', async () => {
    const home = new Home()
    const skill = await home.draft()
    await home.run(['install', 'gemini'])
    await home.run(['--skills-promote', skill])
    expect((await doctor(home)).code).toBe(0)
    rmSync(join(home.root, '.agents', 'skills', skill), { recursive: true })
    expect((await doctor(home)).of('copies')[0]).toMatchObject({ state: 'wrong', fix: 'wayland-core sync' })
    await home.run(['sync'])
    expect((await doctor(home)).code).toBe(0)

    writeFileSync(join(home.root, 'file'), '')
    const { of } = await doctor(home, { WAYLAND_DATA_DIR: join(home.root, 'file', 'data') })
    expect(of('data')[0]?.state).toBe('wrong')
  })

  it('says that the program is switched off', async () => {
    const { of, code } = await doctor(new Home(), { WAYLAND_SKILLS: 'off' })
    expect([code, of('switch')[0]?.state]).toEqual([0, 'note'])
  })
})
