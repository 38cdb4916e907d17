import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Mutant } from './mutants.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Whether every test of a mutant passes with the fault in the source. Throws where no test could be run. */
export function survives(mutant: Mutant): boolean {
  const { name, tests } = mutant
  const there = tests.filter((path) => existsSync(join(ROOT, path)))
  if (there.length !== tests.length) throw new Error(`no such tests: ${tests.filter((path) => !there.includes(path))}`)
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'config/vitest.mutants.config.ts', ...tests],
    { cwd: ROOT, env: { ...process.env, WAYLAND_MUTANT: JSON.stringify(mutant) }, encoding: 'utf8' },
  )
  const said = stripVTControlCharacters(`${stdout}${stderr}`)
  // A source that cannot be loaded fails its test files and none of their tests.
  if (!/^ *Tests +\d+ (passed|failed)/m.test(said))
    throw new Error(`the tests of "${name}" did not run: ${said.slice(-2_000)}`)
  return status === 0
}
