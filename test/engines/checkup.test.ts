import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Place, Program } from '../../src/connect/agent-settings.ts'
import { type Check, checkEngines } from '../../src/engines/checkup.ts'
import { trustedHash } from '../../src/engines/codex/inline-hooks.ts'
import { CONNECTABLE, connectableEngine } from '../../src/engines/engines.ts'
import { engineFolders, sessionFolders } from '../../src/engines/folders.ts'
import { install } from '../../src/engines/installer.ts'
import { openJournal } from '../../src/engines/journal.ts'
import { scratch } from '../scratch.ts'
import { settingsOf } from './loaded.ts'

/** A home with a program that is really there, and what doctor says of it. */
class Looked {
  readonly home = scratch()
  readonly bin = join(this.home, 'bin')
  readonly program: Program = {
    node: process.execPath,
    main: join(this.home, 'here', 'cli', 'main.js'),
    platform: process.platform,
  }
  readonly folders = engineFolders(this.home, {})
  readonly user: Place = { scope: 'user', folders: this.folders }
  readonly journal = openJournal(join(this.home, 'data'))
  readonly sessions = sessionFolders(this.folders, {})
  lastTurns: Readonly<Record<string, number>> = {}

  constructor() {
    mkdirSync(dirname(this.program.main), { recursive: true })
    for (const file of ['main.js', 'hook.sh']) writeFileSync(join(dirname(this.program.main), file), '')
    mkdirSync(this.bin)
  }

  async connect(engine: string, place = this.user, program = this.program): Promise<void> {
    const parts = { engine: settingsOf(engine), place, program, journal: this.journal, dryRun: false }
    await install(parts)
  }

  /** A package of the engine on the PATH, of that version. */
  version(engine: string, version: string): void {
    const { binary, package: name } = connectableEngine(engine).program
    const folder = join(this.home, 'lib', 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
    writeFileSync(join(folder, 'cli.js'), '', { mode: 0o755 })
    rmSync(join(this.bin, binary), { force: true })
    symlinkSync(join(folder, 'cli.js'), join(this.bin, binary))
  }

  file(engine: string, role: string, place = this.user): string {
    return settingsOf(engine).files(place)[role] ?? ''
  }

  async of(engine: string): Promise<readonly Check[]> {
    const connections = await this.journal.all()
    const { program, folders } = this
    const { lastTurns, sessions } = this
    return (
      await checkEngines({ program, folders, searchPath: [this.bin], connections, lastTurns, sessionFolders: sessions })
    ).filter(({ what }) => what === engine)
  }
}

describe.each([
  ['claude-code', 'settings'],
  ['codex', 'hooks'],
  ['codex', 'config'],
  ['qwen', 'settings'],
  ['opencode', 'plugin'],
  ['pi', 'plugin'],
] as const)('hooks of %s in its %s', (engine, role) => {
  it('that call what is not there any more are named with what they call', async () => {
    const looked = new Looked()
    const old = { ...looked.program, main: join(looked.home, 'old "place', 'cli', 'main.js') }
    await looked.connect(engine, looked.user, old)
    const [check] = await looked.of(engine)
    expect(check).toMatchObject({ state: 'wrong', fix: `wayland-core install ${engine}` })
    expect(check?.found).toMatch(/cli.(?:main.js|hook.sh), which is not there/)
    await looked.connect(engine)
    expect((await looked.of(engine))[0]?.state).not.toBe('wrong')
  })

  it('that somebody took out are named as gone, or as not as they should be', async () => {
    const looked = new Looked()
    await looked.connect(engine)
    rmSync(looked.file(engine, role))
    const [check] = await looked.of(engine)
    expect(check).toMatchObject({ state: 'wrong', fix: `wayland-core install ${engine}` })
  })
})

it.each(['pi', 'opencode'] as const)(
  'a plugin of %s that a person changed has to be moved away first',
  async (engine) => {
    const looked = new Looked()
    await looked.connect(engine)
    const file = looked.file(engine, 'plugin')
    writeFileSync(file, `${readFileSync(file, 'utf8')}// mine\n`)
    const [check] = await looked.of(engine)
    expect(check).toMatchObject({
      state: 'wrong',
      fix: `mv "${file}" "${file}.old" && wayland-core install ${engine}`,
    })
    expect(check?.found).toContain(`${file} is not as wayland-core wrote it`)
  },
)

it('hooks with another timeout are not as they should be', async () => {
  const looked = new Looked()
  await looked.connect('claude-code')
  const file = looked.file('claude-code', 'settings')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"timeout": 5', '"timeout": 7'))
  expect((await looked.of('claude-code'))[0]).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining('not as they should be'),
  })
})

it('hooks that are switched off are wrong, and settings that cannot be read are named with their line', async () => {
  const looked = new Looked()
  await looked.connect('claude-code')
  const file = looked.file('claude-code', 'settings')
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{ "disableAllHooks": true,'))
  expect((await looked.of('claude-code'))[0]).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining('disableAllHooks'),
    fix: expect.stringContaining(file),
  })
  writeFileSync(file, '{ broken')
  expect((await looked.of('claude-code'))[0]?.found).toContain(`${file}:1:`)
})

it.each(['{\n  // mine\n  "a": 1\n}\n', '{\n  "a": [\n    1,\n  ]\n}\n'])(
  'Claude Code reads no file with a comment or a trailing comma: %j',
  async (text) => {
    const looked = new Looked()
    for (const engine of ['claude-code', 'qwen'] as const) {
      const file = looked.file(engine, 'settings')
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      await looked.connect(engine)
    }
    const [check] = await looked.of('claude-code')
    expect(check?.state).toBe('wrong')
    expect(check?.found).toMatch(/line \d+ has a comment or a trailing comma, for which it ignores the whole file/)
    expect((await looked.of('qwen'))[0]?.state).toBe('ok')
  },
)

it('a session from which nothing came since the agent was connected is named', async () => {
  const looked = new Looked()
  await looked.connect('claude-code')
  expect((await looked.of('claude-code'))[0]).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('no session'),
  })
  const later = new Date(Date.now() + 3_600_000)
  const file = join(looked.home, '.claude', 'projects', 'p', 's.jsonl')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '{}\n')
  utimesSync(file, later, later)
  expect((await looked.of('claude-code'))[0]?.found).toContain('nothing came of it')
})

it('a connected project is looked at, and one that is gone is not', async () => {
  const looked = new Looked()
  const place: Place = { scope: 'project', dir: join(looked.home, 'my "project') }
  mkdirSync(place.dir)
  await looked.connect('qwen', place)
  expect((await looked.of('qwen'))[0]?.state).toBe('ok')
  writeFileSync(looked.file('qwen', 'settings', place), '{}')
  const fix = `cd "${place.dir.replace('"', '\\"')}" && wayland-core install qwen --project`
  expect((await looked.of('qwen'))[0]).toMatchObject({ state: 'wrong', fix })
  rmSync(place.dir, { recursive: true })
  expect(await looked.of('qwen')).toEqual([])
})

it.each([
  ['claude-code', '1.0.53', '1.0.54'],
  ['gemini', '0.25.9', '0.26.0'],
  ['qwen', '0.12.0', '0.14.0'],
  ['copilot', '1.0.23', '1.0.24'],
  ['opencode', '1.0.185', '1.1.11'],
  ['pi', '0.34.2', '0.35.0'],
  ['codex', '0.99.3-alpha.1', '0.124.0'],
] as const)('names a version of %s that runs no hooks', async (engine, old, first) => {
  const looked = new Looked()
  await looked.connect(engine)
  looked.version(engine, old)
  const [check] = await looked.of(engine)
  expect([check?.state, check?.found, check?.fix]).toEqual([
    'wrong',
    expect.stringContaining(`version ${old} does not run hooks by itself, as ${first}`),
    expect.stringContaining('Update'),
  ])
  looked.version(engine, first)
  expect((await looked.of(engine))[0]?.state).toBe(settingsOf(engine).lacks === undefined ? 'ok' : 'note')
  if (engine !== 'codex') {
    looked.version(engine, '1000.1')
    expect((await looked.of(engine))[0]?.state).toBe('note')
    return
  }
  // An older one runs them where it is told to.
  looked.version(engine, old)
  const config = looked.file('codex', 'config')
  writeFileSync(config, `${readFileSync(config, 'utf8')}[features]\ncodex_hooks = true\n`)
  expect((await looked.of(engine))[0]?.state).toBe('ok')
})

it.each(CONNECTABLE)('notes a version of %s that is newer than the last one seen working', async (engine) => {
  const looked = new Looked()
  await looked.connect(engine)
  const seen = connectableEngine(engine).program.seenWorking
  looked.version(engine, seen)
  // Codex alone asks for trust.
  const state = engine === 'codex' ? 'wrong' : 'ok'
  expect((await looked.of(engine))[0]?.state).toBe(state)
  looked.version(engine, '1000.1.0')
  expect((await looked.of(engine))[0]).toMatchObject(
    engine === 'codex' ? { state } : { state: 'note', found: expect.stringContaining(`newer than ${seen}`) },
  )
})

describe('what Codex was told to trust', () => {
  /** As Codex 0.153.4 itself tells of that hook. */
  it('is known by the digest that Codex makes', () =>
    expect(trustedHash({ event: 'Stop', command: '/tmp/codex-hook-probe/hook.sh', timeout: 600 })).toBe(
      'sha256:1f82e2f79ad43ede047010d5f31328ed0787935478340593c5589f7dfc8f5844',
    ))

  interface Shape {
    readonly hooks: Readonly<
      Record<string, readonly { readonly hooks: readonly { command: string; timeout: number }[] }[]>
    >
  }

  /** What /hooks writes when a person trusts ours, by the file that holds them. */
  function trusts(looked: Looked, place: Place, of = looked.file('codex', 'hooks', place)): string {
    const { hooks } = JSON.parse(readFileSync(looked.file('codex', 'hooks', place), 'utf8')) as Shape
    return Object.entries(hooks)
      .map(([event, groups]) => {
        const at = groups.length - 1
        const [hook] = groups[at]?.hooks ?? []
        if (hook === undefined) throw new Error('no hook')
        const key = `${of}:${event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()}:${at}:0`
        return `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${trustedHash({ event, ...hook })}"\n`
      })
      .join('\n')
  }

  const OTHERS = '{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "x"}]}]}}'

  async function connected(place: (looked: Looked) => Place, version: string | undefined = '0.130.0') {
    const looked = new Looked()
    if (version !== undefined) looked.version('codex', version)
    const at = place(looked)
    mkdirSync(dirname(looked.file('codex', 'hooks', at)), { recursive: true })
    writeFileSync(looked.file('codex', 'hooks', at), OTHERS)
    await looked.connect('codex', at)
    const config = looked.file('codex', 'config')
    mkdirSync(dirname(config), { recursive: true })
    const add = (text: string) => writeFileSync(config, `${text}\n`, { flag: 'a' })
    const standing = async () => (await looked.of('codex')).find(({ found }) => !found.startsWith('not connected'))
    return { looked, at, add, standing }
  }

  it.each([
    ['for the person', ({ user }: Looked) => user],
    ['in a project', ({ home }: Looked): Place => ({ scope: 'project', dir: join(home, 'here') })],
  ])('hooks %s are wrong until they are trusted', async (_, place) => {
    const { looked, at, add, standing } = await connected(place)
    expect(await standing()).toMatchObject({ state: 'wrong', fix: expect.stringContaining('/hooks') })
    expect((await standing())?.found).toContain('the hooks are not trusted yet, and Codex does not run them')
    add(trusts(looked, at))
    expect(await standing()).toMatchObject({ state: 'ok' })
  })

  it('by another path of the same folder it is trusted as well', async () => {
    const { looked, at, add, standing } = await connected(({ user }) => user)
    add(trusts(looked, at, '/behind/a/link/hooks.json'))
    expect((await standing())?.state).toBe('ok')
  })

  it('hooks that changed since, or were switched off, are named so', async () => {
    const changed = await connected(({ user }) => user)
    changed.add(trusts(changed.looked, changed.at).replace(/sha256:./, 'sha256:x'))
    expect((await changed.standing())?.found).toContain('the hooks are not those that you trusted')
    const off = await connected(({ user }) => user)
    off.add(trusts(off.looked, off.at).replace('trusted_hash', 'enabled = false\ntrusted_hash'))
    expect((await off.standing())?.found).toContain('switched off in Codex')
  })

  it('versions that do not ask are not asked for it, and nobody knows of one without a version', async () => {
    expect((await (await connected(({ user }) => user, '0.128.0')).standing())?.state).toBe('ok')
    const unknown = new Looked()
    await unknown.connect('codex')
    expect((await unknown.of('codex'))[0]).toMatchObject({ state: 'note', fix: expect.stringContaining('/hooks') })
  })
})
