import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { checkPath } from '../../src/cli/self-test.ts'
import type { Program } from '../../src/connect/agent-settings.ts'
import { scratch } from '../scratch.ts'
import { MAIN } from './command-line.ts'

const PATH = ['/usr/bin', '/bin']
const real: Program = { node: process.execPath, main: MAIN, platform: process.platform }

/** A program whose hook, drain and status do what the sources say. */
function broken({ hook = '', drain = '', status = '' }): Program {
  const main = join(scratch(), 'with a space', 'cli', 'main.js')
  mkdirSync(dirname(main), { recursive: true })
  writeFileSync(
    main,
    `const [command] = process.argv.slice(2)
     if (command === 'hook') { ${hook} }
     if (command === 'daemon') { ${drain} }
     if (command === 'status') { ${status} }`,
  )
  return { ...real, main }
}

/** Throw-away homes are made below this folder until the test ends. */
function homesBelow(folder: string): void {
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
}

it('takes one turn from the hook to the database, and leaves nothing behind', async () => {
  const folder = scratch()
  homesBelow(folder)
  expect(await checkPath(real, PATH)).toEqual({
    what: 'test event',
    state: 'ok',
    found: 'went from the hook to the database of a throw-away home',
  })
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  [
    'a hook that ends with another code',
    { hook: 'console.error("no such\\n thing"); process.exit(2)' },
    'ended with 2: no such thing',
  ],
  ['a hook that talks', { hook: 'console.log("hello")' }, 'says what no agent expects: hello'],
  ['a drain that fails', { drain: 'console.error("Error: locked"); process.exit(3)' }, 'not taken in: Error: locked'],
  [
    'a status that fails',
    { status: 'console.error("Error: damaged"); process.exit(3)' },
    'could not be read: Error: damaged',
  ],
  [
    'a turn that never arrives',
    { drain: 'console.log("nothing waited")', status: 'console.log(JSON.stringify({ turns: 0 }))' },
    'holds 0: nothing waited',
  ],
  ['a status that is no JSON', { status: 'console.log("fine")' }, 'JSON'],
])('names %s, and what to do', async (_, parts, said) => {
  const check = await checkPath(broken(parts), PATH)
  expect(check).toMatchObject({ what: 'test event', state: 'wrong', fix: expect.stringContaining('npm ci') })
  expect(check.found).toContain(said)
})

it('sends nobody to install anew where too many files are open', async () => {
  const hook = 'console.error("spawn node EMFILE"); process.exit(1)'
  expect((await checkPath(broken({ hook }), PATH)).fix).toContain('ulimit -n')
})

it('names a program that is not there, whichever half of it is gone', async () => {
  const noMain = await checkPath({ ...real, main: '/nowhere/cli/main.js' }, PATH)
  expect([noMain.state, noMain.found]).toEqual(['wrong', expect.stringContaining('/nowhere/cli/main.js')])
  const noNode = await checkPath({ ...real, node: '/nowhere/node' }, PATH)
  expect([noNode.state, noNode.found]).toEqual(['wrong', expect.stringMatching(/nowhere\/node could not .*ENOENT/)])
})

it.each(['hook', 'drain'])('gives up a %s that never ends', async (part) => {
  const check = await checkPath(broken({ [part]: 'setTimeout(() => {}, 20_000)' }), PATH, 1_500)
  expect([check.state, check.found]).toEqual(['wrong', expect.stringContaining('took longer than 1.5 s')])
})

it('says so where there is no place for a throw-away home', async () => {
  homesBelow('/nowhere')
  const check = await checkPath(real, PATH)
  expect([check.state, check.found]).toEqual(['wrong', expect.stringContaining('/nowhere')])
})
