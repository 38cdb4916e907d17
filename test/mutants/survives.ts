import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Whether every test of a mutant passes with the fault in the source. Throws where the tests cannot be run. */
export function survives({ name, tests }: Mutant): boolean {
  const there = tests.filter((path) => existsSync(join(ROOT, path)))
  if (there.length !== tests.length) throw new Error(`no such tests: ${tests.filter((path) => !there.includes(path))}`)
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'config/vitest.mutants.config.ts', ...tests],
    { cwd: ROOT, env: { ...process.env, WAYLAND_MUTANT: name }, encoding: 'utf8' },
  )
  const said = `${stdout}${stderr}`
  if (!/Test Files/.test(said)) throw new Error(`the tests of "${name}" did not run: ${said.slice(-2_000)}`)
  return status === 0
}
