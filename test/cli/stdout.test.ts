import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { MAIN } from './command-line.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const STDOUT = pathToFileURL(join(import.meta.dirname, '../../src/cli/stdout.ts')).href
/** More than any pipe holds. */
const LONG = 3_000_000

it('writes the whole of a long text into a pipe that is full and does not wait', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wayland-stdout-'))
  folders.push(folder)
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const script = `const { writeOut } = await import('${STDOUT}'); writeOut('ä'.repeat(${LONG / 2})); writeOut('\\n')`
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const words = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script]
  const child = spawn(process.execPath, words, { stdio: ['ignore', end, 'pipe'] })
  const said: Buffer[] = []
  child.stderr?.on('data', (bytes: Buffer) => said.push(bytes))
  let read = 0
  const reader = createReadStream(pipe)
  reader.on('data', (bytes) => {
    read += bytes.length
  })
  const [code] = await once(child, 'close')
  const done = once(reader, 'close')
  closeSync(end)
  await done
  expect({ code, said: Buffer.concat(said).toString(), read }).toEqual({ code: 0, said: '', read: LONG + 1 })
})

it.runIf(existsSync('/dev/full'))('names a full disk behind stdout, and ends with 1', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [MAIN, '--version'], { stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  expect(status).toBe(1)
  expect(stderr.toString()).toMatch(/^Error: ENOSPC: no space left on device, write\nTry: /)
})
