import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { type Check, checkEngines } from '../../src/connect/checkup.ts'
import type { Connectable, Program } from '../../src/connect/engine.ts'
import { ENGINES_BY_NAME } from '../../src/connect/engines.ts'
import { engineFolders } from '../../src/connect/folders.ts'
import { install } from '../../src/connect/installer.ts'
import { scratch } from '../scratch.ts'
import { places } from './places.ts'

/** A machine with one agent connected, and how it is looked at. */
async function machine(name: Connectable) {
  const there = places()
  const main = join(scratch(), 'dist', 'cli', 'main.js')
  mkdirSync(dirname(main), { recursive: true })
  writeFileSync(main, '')
  const program: Program = { node: process.execPath, main, platform: process.platform }
  const engine = ENGINES_BY_NAME[name]
  const parts = { engine, place: there.user, program, journal: there.journal, dryRun: false }
  const connect = () => install(parts)
  await connect()
  const look = async (...searchPath: readonly string[]): Promise<Check | undefined> => {
    const connections = await there.journal.all()
    const checks = await checkEngines({ program, folders: engineFolders(there.home, {}), searchPath, connections })
    return checks.find(({ what }) => what === name)
  }
  return { ...there, connect, look }
}

it.each([
  ['call a program that is gone', (text: string) => text.replaceAll('cli/main.js', 'gone/cli/main.js'), 'not there'],
  ['were taken out', () => '{}', 'gone from its settings'],
  [
    'were changed',
    (text: string) => text.replace('"timeout": 5', '"timeout": 7'),
    'the hooks are not as they should be',
  ],
])('hooks that %s are wrong until they are connected again', async (_, change, said) => {
  const { home, connect, look } = await machine('claude-code')
  const file = join(home, '.claude', 'settings.json')
  expect(await look()).toMatchObject({ state: 'ok' })
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  expect(await look()).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining(said),
    fix: 'wayland-core install claude-code',
  })
  await connect()
  expect(await look()).toMatchObject({ state: 'ok' })
})

it('hooks that are switched off are wrong, and settings that cannot be read are named with their line', async () => {
  const { home, look } = await machine('claude-code')
  const file = join(home, '.claude', 'settings.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{ "disableAllHooks": true,'))
  expect(await look()).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining('disableAllHooks'),
    fix: expect.stringContaining(file),
  })
  writeFileSync(file, '{ broken')
  expect((await look())?.found).toContain(`${file}:1:`)
})

it.each([
  ['claude-code', 'claude', '@anthropic-ai/claude-code', '1.0.53', '1.0.54'],
  ['gemini', 'gemini', '@google/gemini-cli', '0.25.9', '0.26.0'],
  ['codex', 'codex', '@openai/codex', '0.99.3-alpha.1', '0.124.0'],
] as const)('a version of %s that runs no hooks is wrong', async (engine, binary, name, old, first) => {
  const { home, look } = await machine(engine)
  const [folder, bin] = [join(home, 'lib', 'node_modules', name), join(home, 'bin')]
  mkdirSync(folder, { recursive: true })
  mkdirSync(bin)
  writeFileSync(join(folder, 'cli.js'), '', { mode: 0o755 })
  symlinkSync(join(folder, 'cli.js'), join(bin, binary))
  const lookAt = (version: string) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
    return look(bin)
  }
  expect(await lookAt(old)).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining(`version ${old} does not run hooks by itself, as ${first}`),
    fix: expect.stringContaining('Update'),
  })
  for (const version of [first, '9.0.0', '1000.1']) expect((await lookAt(version))?.state).toBe('ok')
  if (engine !== 'codex') return
  // An older one runs them where it is told to.
  const config = join(home, '.codex', 'config.toml')
  writeFileSync(config, `${readFileSync(config, 'utf8')}[features]\ncodex_hooks = true\n`)
  expect((await lookAt(old))?.state).toBe('ok')
})
