import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONNECTABLE } from '../../src/engines/engines.ts'
import { Home, MAIN } from './command-line.ts'

interface Result {
  readonly engine: string
  readonly status: string
  readonly files: readonly { readonly path: string; readonly diff: string }[]
  readonly notes: readonly string[]
}

const result = async (home: Home, ...args: string[]): Promise<Result> =>
  (await home.run([...args, '--json'])).json<Result>()

describe('install and uninstall', () => {
  it.each(CONNECTABLE)('connect %s, show what changed, and undo it', async (engine) => {
    const home = new Home()
    const dry = await result(home, 'install', engine, '--dry-run')
    expect(dry.status).toBe('would_connect')
    for (const { path } of dry.files) expect(existsSync(path)).toBe(false)
    const first = await result(home, 'install', engine)
    expect([first.status, first.files]).toEqual(['connected', dry.files])
    for (const { path, diff } of first.files) {
      expect(path.startsWith(home.root)).toBe(true)
      expect(diff).toContain(`+++ ${path}`)
      expect(readFileSync(path, 'utf8')).toContain('main.js')
    }
    expect((await result(home, 'uninstall', engine)).status).toBe('disconnected')
    for (const { path } of first.files) expect(existsSync(path)).toBe(false)
  })

  it('do nothing the second time, nor where they are asked what they would do', async () => {
    const home = new Home()
    const [file] = (await result(home, 'install', 'codex')).files
    expect(await result(home, 'install', 'codex')).toMatchObject({ status: 'unchanged', files: [] })
    expect((await result(home, 'uninstall', 'codex', '--dry-run')).status).toBe('would_disconnect')
    expect(existsSync(file?.path ?? '')).toBe(true)
    await result(home, 'uninstall', 'codex')
    expect((await result(home, 'uninstall', 'codex')).status).toBe('unchanged')
  })

  it('work in a project, in the folder that it is called in', async () => {
    const home = new Home()
    const { code } = await home.run(['install', 'claude-code', '--project'])
    expect(code).toBe(0)
    expect(readFileSync(join(home.work, '.claude', 'settings.local.json'), 'utf8')).toContain('main.js')
    expect(existsSync(join(home.root, '.claude'))).toBe(false)
    await home.run(['uninstall', 'claude-code', '--project'])
    expect(existsSync(join(home.work, '.claude'))).toBe(false)
  })

  it('follow no link out of a project: of the settings, of a folder on the way to them, or to nothing', async () => {
    const own = '{"mine":true}'
    const plants: readonly ((project: string, outside: string) => void)[] = [
      (project, outside) => {
        mkdirSync(join(project, '.claude'))
        symlinkSync(join(outside, 'settings.json'), join(project, '.claude', 'settings.local.json'))
      },
      (project, outside) => symlinkSync(outside, join(project, '.claude')),
      (project, outside) => symlinkSync(join(outside, 'not-there'), join(project, '.claude')),
    ]
    for (const plant of plants) {
      const home = new Home()
      const outside = join(home.root, 'outside')
      mkdirSync(outside)
      writeFileSync(join(outside, 'settings.json'), own)
      plant(home.work, outside)
      const { code, stderr } = await home.run(['install', 'claude-code', '--project'])
      expect(code).toBe(1)
      expect(stderr).toMatch(/leads out of the project .+; nothing is written there/)
      expect(readdirSync(outside)).toEqual(['settings.json'])
      expect(readFileSync(join(outside, 'settings.json'), 'utf8')).toBe(own)
    }
    const inside = new Home()
    mkdirSync(join(inside.work, 'dots'))
    symlinkSync('dots', join(inside.work, '.claude'))
    expect((await inside.run(['install', 'claude-code', '--project'])).code).toBe(0)
    expect(existsSync(join(inside.work, 'dots', 'settings.local.json'))).toBe(true)
  })

  it('leave no folder behind that was made for the settings or for copies of skills', async () => {
    const home = new Home()
    const skill = await home.promoted()
    for (const engine of ['gemini', 'qwen']) await home.run(['install', engine])
    expect(existsSync(join(home.root, '.qwen', 'skills', skill))).toBe(true)
    expect(existsSync(join(home.root, '.agents', 'skills', skill))).toBe(true)
    for (const engine of ['gemini', 'qwen']) await home.run(['uninstall', engine])
    for (const folder of ['.gemini', '.qwen', '.agents'])
      expect(existsSync(join(home.root, folder)), folder).toBe(false)
  })

  it('keep the copies of skills where the hooks cannot be taken out', async () => {
    const home = new Home()
    await home.run(['install', 'claude-code'])
    await home.promoted()
    writeFileSync(join(home.root, '.claude', 'settings.json'), '{ broken')
    expect((await home.run(['uninstall', 'claude-code'])).code).toBe(1)
    expect(readdirSync(join(home.root, '.claude', 'skills'))).toHaveLength(1)
  })

  it('say what the agent’s environment must hold where the folders were moved', async () => {
    const home = new Home()
    const moved = await result(home, 'install', 'claude-code', '--data-dir', join(home.root, 'moved'))
    expect(moved.notes.join()).toContain(`WAYLAND_DATA_DIR="${join(home.root, 'moved')}"`)
  })

  it('obey the variables that move an engine’s folder', async () => {
    const home = new Home()
    const moved = join(home.root, 'elsewhere')
    await home.run(['install', 'claude-code'], { env: { CLAUDE_CONFIG_DIR: moved } })
    expect(existsSync(join(moved, 'settings.json'))).toBe(true)
    await home.run(['install', 'gemini'], { env: { GEMINI_CLI_HOME: moved } })
    expect(existsSync(join(moved, '.gemini', 'settings.json'))).toBe(true)
  })

  it('write a command that a shell can run, and by which no project has its own code run', async () => {
    const home = new Home()
    await home.run(['install', 'claude-code'])
    const settings = JSON.parse(readFileSync(join(home.root, '.claude', 'settings.json'), 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>
    }
    const command = settings.hooks.Stop?.[0]?.hooks[0]?.command ?? ''
    expect(command).toBe(
      `sh "${join(dirname(MAIN), 'hook.sh')}" "" "${process.execPath}" "${MAIN}" hook claude-code Stop 2>/dev/null || true`,
    )
    const [planted, ran] = [join(home.work, 'planted.cjs'), join(home.root, 'ran')]
    writeFileSync(planted, `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`)
    const env = home.env({ NODE_OPTIONS: `--require ${planted}` })
    expect(spawnSync('sh', ['-c', command], { env, input: '{}', cwd: home.work }).status).toBe(0)
    expect(existsSync(ran)).toBe(false)
  })

  it.each([
    [['install'], 2, 'install needs <engine>'],
    [['install', 'cursor'], 2, 'cursor'],
    [['install', 'codex', 'gemini'], 2, 'does not take "gemini"'],
    [['uninstall', 'claude'], 2, 'claude'],
    [['install', 'codex', '--engine', 'x'], 2, '--engine'],
  ])('refuse %j', async (args, code, said) => {
    const home = new Home()
    const done = await home.run(args)
    expect([done.code, done.stdout]).toEqual([code, ''])
    expect(done.stderr).toContain(said)
  })

  it('take no home for a project: its files are a person’s own', async () => {
    const home = new Home()
    const { code, stderr } = await home.run(['install', 'gemini', '--project'], { cwd: home.root })
    expect([code, stderr]).toEqual([2, expect.stringContaining('Leave out --project')])
    expect(existsSync(join(home.root, '.gemini'))).toBe(false)
  })

  it('name a file that cannot be read or written, and change nothing', async () => {
    const home = new Home()
    const file = join(home.root, '.gemini', 'settings.json')
    mkdirSync(join(home.root, '.gemini'))
    writeFileSync(file, '{\n  "a": 1\n  "b": 2\n}\n')
    const broken = await home.run(['install', 'gemini'])
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining(`${file}:3:`)])
    writeFileSync(file, '{}')
    chmodSync(file, 0o444)
    const closed = await home.run(['install', 'gemini'])
    expect([closed.code, closed.stderr]).toEqual([1, expect.stringContaining('read-only')])
    expect(readFileSync(file, 'utf8')).toBe('{}')
  })

  it('say that nothing will happen while the program, or the engine’s hooks, are switched off', async () => {
    const home = new Home()
    mkdirSync(join(home.root, '.qwen'))
    writeFileSync(join(home.root, '.qwen', 'settings.json'), '{"disableAllHooks": true}')
    const { notes } = (await home.run(['install', 'qwen', '--json', '--skills', 'off'])).json<Result>()
    expect(notes.join('\n')).toContain('disableAllHooks')
    expect(notes.join('\n')).toContain('switched off')
  })
})
