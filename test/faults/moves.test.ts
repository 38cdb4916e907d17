import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundled } from '../bundled.ts'
import { otherFileSystem } from '../other-file-system.ts'
import { APART, scratchFolder } from './home.ts'
import type { Tried, Tries } from './mover.ts'
import { compileShim, shimmed } from './shim.ts'

const root = scratchFolder()
const archive = mkdtempSync(`${APART}-`)
afterAll(() => {
  for (const folder of [root, archive]) rmSync(folder, { recursive: true, force: true })
})
const library = otherFileSystem(root) === undefined ? undefined : compileShim(root)
const MOVER = await bundled(join(import.meta.dirname, 'mover.ts'))

function tried(tries: Tries): Promise<Tried> {
  const child = fork(MOVER, [], { execArgv: [], env: { PATH: process.env.PATH ?? '', ...shimmed(library, root) } })
  return new Promise((resolve, reject) => {
    child.once('message', (done: Tried) => resolve(done))
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
    child.send(tries)
  })
}

it.skipIf(library === undefined).each(['there', 'back'] as const)(
  'a skill on its way %s across file systems is whole, once, and leaves nothing over, whichever call is the last',
  async (way) => {
    const { calls, broken } = await tried({ root: join(root, way), archive, way })
    expect(broken).toEqual([])
    expect(calls).toBeGreaterThan(20)
  },
)
