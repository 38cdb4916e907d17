import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { finished, Home, MAIN, removeHomes } from './command-line.ts'

removeHomes()

const CLI = dirname(MAIN)
const STOP = JSON.stringify({ session_id: 's1', hook_event_name: 'Stop', transcript_path: '/s1.jsonl' })

/** The hook's files alone, in a folder of their own. */
function copied(home: Home): string {
  const cli = join(home.root, 'cli')
  mkdirSync(cli)
  for (const name of ['main.js', 'hook.js', 'hook.js.code', 'package.json']) cpSync(join(CLI, name), join(cli, name))
  return cli
}

async function hook(home: Home, cli: string) {
  const child = spawn(process.execPath, [join(cli, 'main.js'), 'hook', 'claude-code', 'Stop'], { env: home.env() })
  child.stdin?.end(STOP)
  const { code, stdout, stderr } = await finished(child)
  const spool = join(home.data, 'spool')
  return { code, said: stdout + stderr, jobs: existsSync(spool) ? readdirSync(spool).length : 0 }
}

it('is built with code that this version of Node takes', () => {
  const file = join(CLI, 'hook.js')
  const script = new Script(readFileSync(file, 'utf8'), { cachedData: readFileSync(`${file}.code`) })
  expect(script.cachedDataRejected).toBe(false)
})

it.each([
  ['as it was built', () => {}],
  ['without the code', (cli: string) => rmSync(join(cli, 'hook.js.code'))],
  ['with code that is none', (cli: string) => writeFileSync(join(cli, 'hook.js.code'), 'no code')],
  [
    'with half of the code',
    (cli: string) => writeFileSync(join(cli, 'hook.js.code'), halfOf(join(cli, 'hook.js.code'))),
  ],
  [
    'with the code of another text',
    (cli: string) => writeFileSync(join(cli, 'hook.js'), `${readFileSync(join(cli, 'hook.js'), 'utf8')}\n`),
  ],
])('takes an event in %s', async (_, change) => {
  const home = new Home()
  const cli = copied(home)
  change(cli)
  expect(await hook(home, cli)).toEqual({ code: 0, said: '', jobs: 1 })
})

it('ends with 0 and says nothing where its file is gone or broken', async () => {
  const home = new Home()
  const cli = copied(home)
  writeFileSync(join(cli, 'hook.js'), '(function (')
  expect(await hook(home, cli)).toEqual({ code: 0, said: '', jobs: 0 })
  rmSync(join(cli, 'hook.js'))
  expect(await hook(home, cli)).toEqual({ code: 0, said: '', jobs: 0 })
})

const halfOf = (file: string): Buffer => {
  const bytes = readFileSync(file)
  return bytes.subarray(0, bytes.length / 2)
}
