import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Keeps V8's code of those of these files that common commands load, each as `<file>.code`. Code of an earlier build is
 * gone afterwards, also where this fails: without code a file is compiled when it is loaded, and does the same.
 */
export function keepCode(dist: string, files: readonly string[]): void {
  const codes = files.map((file) => join(dist, `${file}.code`))
  for (const code of codes) writeFileSync(code, '')
  const home = mkdtempSync(join(tmpdir(), 'wayland-build-'))
  const env = { PATH: process.env.PATH, HOME: home, WAYLAND_CONFIG_DIR: home, WAYLAND_DATA_DIR: join(home, 'data') }
  const words = ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, 'warm-up.ts')]
  const turn = JSON.stringify({ user_input: 'review the changes on the branch', outcome: 'success' })
  const { status, stderr } = spawnSync(process.execPath, words, { env, input: `${turn}\n`.repeat(3) })
  rmSync(home, { recursive: true, force: true })
  for (const code of codes) if (status !== 0 || statSync(code).size === 0) rmSync(code)
  if (status !== 0) console.warn(`the command line was not compiled beforehand: ${stderr}`)
}
