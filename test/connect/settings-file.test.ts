import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, writeSettings } from '../../src/connect/settings-file.ts'
import { install, uninstall } from '../../src/engines/installer.ts'
import type { Journal } from '../../src/engines/journal.ts'
import { digestOf } from '../../src/engines/journal.ts'
import { settingsOf } from '../engines/loaded.ts'
import { PROGRAM, places } from '../engines/places.ts'

const SETTINGS = '{\n  "model": "opus"\n}\n'

/** Claude Code's settings in a home of this test's own. */
function claude() {
  const { home, user, journal } = places()
  const folder = join(home, '.claude')
  mkdirSync(folder)
  const parts = { engine: settingsOf('claude-code'), place: user, program: PROGRAM, journal, dryRun: false }
  return { home, folder, file: join(folder, 'settings.json'), parts }
}

describe('settings that lie elsewhere', () => {
  it('are changed behind the link, which stays', async () => {
    const { home, file, parts } = claude()
    const real = join(home, 'dotfiles.json')
    writeFileSync(real, SETTINGS)
    symlinkSync('../dotfiles.json', file)
    await install(parts)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain('main.js')
    await uninstall(parts)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toBe(SETTINGS)
  })

  it('are made where a dangling link points to, and go again', async () => {
    const { home, file, parts } = claude()
    symlinkSync(join(home, 'dots', 'settings.json'), file)
    await install(parts)
    expect(readFileSync(join(home, 'dots', 'settings.json'), 'utf8')).toContain('main.js')
    await uninstall(parts)
    expect([lstatSync(file).isSymbolicLink(), existsSync(join(home, 'dots', 'settings.json'))]).toEqual([true, false])
  })

  it('are refused where links go in a circle, or where no file is', async () => {
    const { folder, file, parts } = claude()
    symlinkSync('other.json', file)
    symlinkSync('settings.json', join(folder, 'other.json'))
    await expect(install(parts)).rejects.toMatchObject({ code: 'bad_file' })
    const { parts: more, file: place } = claude()
    mkdirSync(place)
    await expect(install(more)).rejects.toMatchObject({ code: 'bad_file' })
  })
})

describe('a file that cannot be changed', () => {
  it('is refused when it is read-only, also by whoever could write it all the same', async () => {
    const { file, parts } = claude()
    writeFileSync(file, SETTINGS)
    chmodSync(file, 0o444)
    await expect(install(parts)).rejects.toMatchObject({ code: 'refused', hint: expect.stringContaining('chmod') })
    expect(readFileSync(file, 'utf8')).toBe(SETTINGS)
  })

  it('is left alone when another program writes it meanwhile', async () => {
    const { file } = claude()
    writeFileSync(file, SETTINGS)
    const read = await readSettings(file)
    writeFileSync(file, '{"theirs":1}')
    await expect(writeSettings(read, '{}')).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(file, 'utf8')).toBe('{"theirs":1}')
    expect(readdirSync(dirname(file))).toEqual(['settings.json'])
  })

  it('stays connected, and is given back, where another process connects it meanwhile', async () => {
    const { file, parts } = claude()
    writeFileSync(file, SETTINGS)
    const overtaken: Journal = {
      ...parts.journal,
      async note(connection) {
        await parts.journal.note(connection)
        await install(parts)
      },
    }
    await expect(install({ ...parts, journal: overtaken })).rejects.toMatchObject({ code: 'conflict' })
    expect(await parts.journal.all()).toHaveLength(1)
    await uninstall(parts)
    expect(readFileSync(file, 'utf8')).toBe(SETTINGS)
  })

  it('is cleared of what an interrupted write left beside it, and of nothing else', async () => {
    const { folder, file, parts } = claude()
    writeFileSync(file, SETTINGS)
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const left = `.settings.json.${pid}-${randomUUID()}.tmp`
    const mine = ['.settings.json.tmp', 'settings.json.bak', `.settings.json.${process.pid}-${randomUUID()}.tmp`]
    for (const name of [left, ...mine]) writeFileSync(join(folder, name), 'half')
    await install(parts)
    expect(readdirSync(folder).sort()).toEqual([...mine, 'settings.json'].sort())
  })

  it('leaves the first file as it was when the second cannot be written', async () => {
    const { home, user, journal } = places()
    const folder = join(home, '.codex')
    mkdirSync(folder)
    const [hooks, config] = [join(folder, 'hooks.json'), join(folder, 'config.toml')]
    writeFileSync(hooks, '{"hooks":{}}')
    writeFileSync(config, 'model = "opus"\n')
    chmodSync(config, 0o400)
    const parts = { engine: settingsOf('codex'), place: user, program: PROGRAM, journal, dryRun: false }
    await expect(install(parts)).rejects.toMatchObject({ code: 'refused' })
    expect([readFileSync(hooks, 'utf8'), readFileSync(config, 'utf8')]).toEqual(['{"hooks":{}}', 'model = "opus"\n'])
    // What is not connected is not noted as such; what is, stays so.
    expect(await journal.all()).toEqual([])
    chmodSync(config, 0o600)
    await install(parts)
    const [noted] = await journal.all()
    chmodSync(config, 0o400)
    const moved = { ...PROGRAM, main: '/elsewhere/cli/main.js' }
    await expect(install({ ...parts, program: moved })).rejects.toMatchObject({ code: 'refused' })
    expect(await journal.all()).toMatchObject([{ engine: 'codex', files: noted?.files }])
  })

  it.each([
    ['no JSON', '{\n  "model": opus\n}\n', ':2:'],
    ['a list', '[]', 'object'],
    ['hooks that are a list', '{\n\n  "hooks": []\n}', ':3:'],
    ['an event that is no list', '{"hooks": {"Stop": {}}}', 'list'],
    ['hooks twice', '{"hooks": {},\n"hooks": {}}', ':2:'],
    ['an open bracket', '{"hooks": {', 'JSON'],
    ['a closing bracket first', '// mine\n}, "model": "opus"\n', ':2:'],
    ['a comment without an end', '/* mine\n', 'JSON'],
  ])('is named with its line where it holds %s', async (_what, text, said) => {
    const { file, parts } = claude()
    writeFileSync(file, text)
    await expect(install(parts)).rejects.toMatchObject({
      code: 'bad_file',
      message: expect.stringMatching(new RegExp(`settings\\.json.*${said}`, 's')),
    })
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('is named with its line where it is no TOML', async () => {
    const { home, user, journal } = places()
    mkdirSync(join(home, '.codex'))
    writeFileSync(join(home, '.codex', 'config.toml'), 'model = "opus"\nnotify = [\n')
    const parts = { engine: settingsOf('codex'), place: user, program: PROGRAM, journal, dryRun: false }
    await expect(install(parts)).rejects.toMatchObject({
      code: 'bad_file',
      message: expect.stringMatching(/config\.toml:[23]:/),
    })
    expect(existsSync(join(home, '.codex', 'hooks.json'))).toBe(false)
  })

  it('is refused when it is not UTF-8', async () => {
    const { file, parts } = claude()
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]))
    await expect(install(parts)).rejects.toMatchObject({ code: 'bad_file' })
    expect([...readFileSync(file)]).toEqual([0xff, 0xfe, 0x7b, 0x00])
  })
})

describe('what is written', () => {
  it('keeps the mode of the file, and is for the person alone where there was none', async () => {
    const { file, parts } = claude()
    writeFileSync(file, SETTINGS)
    chmodSync(file, 0o664)
    await install(parts)
    expect(statSync(file).mode & 0o777).toBe(0o664)
    const fresh = claude()
    await install(fresh.parts)
    expect(statSync(fresh.file).mode & 0o777).toBe(0o600)
  })

  it.each(['', '\n', '{}', '{}\n', '{\n}\n', '// nothing yet\n', '\uFEFF{}\r\n', '{ /* later */ }'])(
    'is made out of %j and goes again',
    async (text) => {
      const { file, parts } = claude()
      writeFileSync(file, text)
      await install(parts)
      const after = (await readSettings(file)).text as string
      expect(parts.engine.look({ settings: after }, PROGRAM, parts.place).state).toBe('current')
      await uninstall(parts)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('was backed up before, byte for byte', async () => {
    const { file, parts, home } = claude()
    writeFileSync(file, SETTINGS)
    await install(parts)
    const data = join(home, '..', 'data', 'connect')
    expect(readFileSync(join(data, 'claude-code.settings.before'), 'utf8')).toBe(SETTINGS)
    for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o077).toBe(0)
    const noted = await parts.journal.find('claude-code', parts.place)
    expect(noted?.files[0]?.after).toBe(digestOf(readFileSync(file, 'utf8')))
    await uninstall(parts)
    expect(readdirSync(data)).toEqual([])
  })

  it('keeps a journal that somebody damaged from doing harm', async () => {
    const { file, parts, home } = claude()
    writeFileSync(file, SETTINGS)
    await install(parts)
    writeFileSync(join(home, '..', 'data', 'connect', 'claude-code.json'), '{')
    await uninstall(parts)
    expect(readFileSync(file, 'utf8')).toBe(SETTINGS)
  })
})
