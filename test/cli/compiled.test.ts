import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { finished, Home, MAIN } from './command-line.ts'

const DIST = dirname(dirname(MAIN))
const STOP = JSON.stringify({ session_id: 's1', hook_event_name: 'Stop', transcript_path: '/s1.jsonl' })

/** The command line alone, in a folder of its own beside the packages. */
function copied(home: Home): string {
  const root = join(home.root, 'copy')
  mkdirSync(join(root, 'dist', 'cli'), { recursive: true })
  for (const name of ['main.js', 'hook.js', 'hook.js.code', 'package.json'])
    cpSync(join(DIST, 'cli', name), join(root, 'dist', 'cli', name))
  cpSync(join(DIST, 'program'), join(root, 'dist', 'program'), { recursive: true })
  for (const name of ['package.json', 'migrations', 'config'])
    cpSync(join(DIST, '..', name), join(root, name), { recursive: true })
  symlinkSync(join(DIST, '..', 'node_modules'), join(root, 'node_modules'))
  return join(root, 'dist')
}

const codes = (dist: string): readonly string[] =>
  ['cli', 'program'].flatMap((folder) =>
    readdirSync(join(dist, folder))
      .filter((name) => name.endsWith('.code'))
      .map((name) => join(dist, folder, name)),
  )

async function hook(home: Home, dist: string, flags: readonly string[] = []) {
  const words = [...flags, join(dist, 'cli', 'main.js'), 'hook', 'claude-code', 'Stop']
  const child = spawn(process.execPath, words, { env: home.env() })
  child.stdin?.end(STOP)
  const { code, stdout, stderr } = await finished(child)
  const spool = join(home.data, 'spool')
  return { code, said: stdout + stderr, jobs: existsSync(spool) ? readdirSync(spool).length : 0 }
}

async function command(home: Home, dist: string, words: readonly string[], flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, join(dist, 'cli', 'main.js'), ...words], { env: home.env() })
  child.stdin?.end('{"user_input":"review the changes on the branch","outcome":"success"}\n')
  const { code, stdout, stderr } = await finished(child)
  return { code, stderr, said: stdout.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id') }
}

it('is built with code that this version of Node takes', () => {
  const files = codes(DIST)
  const names = files.map((file) => basename(file).replace(/(-[\w-]{8})?\.c?js\.code$/, ''))
  // From 22.8 on Node keeps the code of the rest by itself.
  const own = 'enableCompileCache' in Module ? [] : ['run', 'shell', 'core', 'recording', 'observe', 'status', 'server']
  expect(names).toEqual(expect.arrayContaining(['hook', ...own]))
  // In a process of its own: a test beside this one may have set a flag of V8, which refuses the code of another.
  const look = `const { Module } = require('node:module'), { Script } = require('node:vm'), { readFileSync } = require('node:fs')
    const refused = (file) => new Script(Module.wrap(readFileSync(file.slice(0, -5), 'utf8')), { cachedData: readFileSync(file) }).cachedDataRejected
    process.stdout.write(JSON.stringify(process.argv.slice(1).filter(refused)))`
  const { stdout } = spawnSync(process.execPath, ['-e', look, ...files], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual([])
})

/** What becomes of each file of code. */
const CHANGES: readonly (readonly [string, (code: string, at: number) => void])[] = [
  ['as it was built', () => {}],
  ['without the code', (code) => rmSync(code)],
  ['with code of some files only', (code, at) => (at % 2 === 0 ? rmSync(code) : undefined)],
  ['with code that is none', (code) => writeFileSync(code, 'no code')],
  ['with half of the code', (code) => writeFileSync(code, halfOf(code))],
  ['with the code of another text', (code) => lengthen(code.slice(0, -'.code'.length))],
]

it.each(CHANGES)('takes an event in %s', async (_, change) => {
  const home = new Home()
  const dist = copied(home)
  for (const [at, code] of codes(dist).entries()) change(code, at)
  expect(await hook(home, dist)).toEqual({ code: 0, said: '', jobs: 1 })
})

it.each(CHANGES)('records and routes %s', async (_, change) => {
  const home = new Home()
  const dist = copied(home)
  for (const [at, code] of codes(dist).entries()) change(code, at)
  expect(await command(home, dist, ['observe'])).toEqual({
    code: 0,
    stderr: '',
    said: '{"turn_id":"id","status":"recorded","signature":"branch-changes-review","streak":1,"draft":null}\n',
  })
  expect(await command(home, dist, ['route', 'review the branch', '--json'])).toEqual({
    code: 0,
    stderr: '',
    said: '{"decision_id":"id","pick":null,"reason":"no_candidates","candidates":[]}\n',
  })
  // Compiled under other flags, the code is not V8's to take.
  const version = await command(home, dist, ['--version'], ['--no-opt', '--stack-size=900'])
  expect(version).toEqual({
    code: 0,
    stderr: '',
    said: `${JSON.parse(readFileSync(join(DIST, '..', 'package.json'), 'utf8')).version}\n`,
  })
})

// From 22.8 on Node's loader keeps code itself.
const keepsCode = 'enableCompileCache' in Module
it.skipIf(keepsCode)('loads nothing by Node’s own loader, for a command without code of its own', async () => {
  const home = new Home()
  const watch = join(home.root, 'watch.cjs')
  writeFileSync(
    watch,
    `const { Module } = require('node:module')
    const load = Module._extensions['.js']
    const program = ${JSON.stringify(join(DIST, 'program'))}
    Module._extensions['.js'] = (module, file) => {
      if (file.startsWith(program)) process.stderr.write(file)
      load(module, file)
    }`,
  )
  for (const words of [['explain'], ['history', 'nobody'], ['lift']])
    expect((await command(home, DIST, words, ['--require', watch])).stderr).not.toContain('program')
})

// Each takes milliseconds to load, and most of them load when a member of a global is first read.
it('loads none of Node’s larger modules for a task', async () => {
  const home = new Home()
  await home.draft()
  const list = join(home.root, 'list.cjs')
  writeFileSync(
    list,
    `process.on('exit', () => require('node:fs').writeSync(2, process.moduleLoadList.map((name) => name.split(' ').at(-1)).join()))`,
  )
  const { said, stderr } = await command(home, DIST, ['route', 'review the branch', '--json'], ['--require', list])
  expect(said).toContain('"reason":"picked"')
  const large = ['child_process', 'http', 'https', 'net', 'perf_hooks', 'tls', 'worker_threads', 'zlib']
  expect(stderr.split(',').filter((name) => large.includes(name))).toEqual([])
})

it('takes the whole of an installed driver that is not of the version it was built with', async () => {
  const home = new Home()
  const dist = copied(home)
  const packages = join(dist, '..', 'node_modules')
  rmSync(packages)
  const driver = join(packages, 'better-sqlite3')
  mkdirSync(driver, { recursive: true })
  writeFileSync(join(driver, 'package.json'), '{"name":"better-sqlite3","version":"99.0.0","main":"other.js"}')
  const real = JSON.stringify(createRequire(import.meta.filename).resolve('better-sqlite3'))
  writeFileSync(join(driver, 'other.js'), `process.stderr.write('installed'); module.exports = require(${real})`)
  const { code, stderr } = await command(home, dist, ['status', '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'installed' })
})

it('ends a hook with 0 and says nothing where its file is gone or broken', async () => {
  const home = new Home()
  const dist = copied(home)
  writeFileSync(join(dist, 'cli', 'hook.js'), '(function (')
  expect(await hook(home, dist)).toEqual({ code: 0, said: '', jobs: 0 })
  rmSync(join(dist, 'cli', 'hook.js'))
  expect(await hook(home, dist)).toEqual({ code: 0, said: '', jobs: 0 })
})

function halfOf(file: string): Buffer {
  const bytes = readFileSync(file)
  return bytes.subarray(0, bytes.length / 2)
}

function lengthen(file: string): void {
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n`)
}
