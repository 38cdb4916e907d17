import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home, removeHomes } from './command-line.ts'

removeHomes()

const COMMAND = /(?<= {2})wayland-core .+$/gm
const README = join(import.meta.dirname, '..', '..', 'README.md')

it('prints one screen where no command is named: five things to do, and where the rest is', async () => {
  const { code, stdout, stderr } = await new Home().run([])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines.filter((line) => [...line].length > 80 && !line.endsWith(README))).toEqual([])
  expect(stdout).toContain(README)
  const [first] = stdout.split('\nMore\n')
  expect(first?.match(COMMAND)).toEqual([
    'wayland-core status',
    'wayland-core import',
    'wayland-core install claude-code',
    'wayland-core skills audit',
    'wayland-core doctor',
  ])
})

it('names commands that work when pasted, in a home where nothing is yet', async () => {
  const home = new Home()
  const { stdout } = await home.run([])
  for (const command of stdout.match(COMMAND) ?? []) {
    const { code, stderr } = await home.run(command.split(' ').slice(1))
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' })
  }
})

it('names an agent of this machine to connect, one that is not connected before others', async () => {
  const home = new Home()
  const named = async () => /install (\S+)/.exec((await home.run([])).stdout)?.[1]
  for (const folder of ['.gemini', '.codex']) mkdirSync(join(home.root, folder))
  expect(await named()).toBe('codex')
  await home.run(['install', 'codex'])
  expect(await named()).toBe('gemini')
  await home.run(['install', 'gemini'])
  expect(await named()).toBe('codex')
})

it('is there with a configuration that cannot be read', async () => {
  const home = new Home()
  mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
  writeFileSync(join(home.config, 'wayland-core', 'config.json'), 'nonsense')
  expect(await home.run([])).toMatchObject({ code: 0, stderr: '' })
})
