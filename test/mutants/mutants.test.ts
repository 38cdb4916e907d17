import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutated } from './apply.ts'
import { MUTANTS } from './mutants.ts'
import { survives } from './survives.ts'

const ROOT = join(import.meta.dirname, '..', '..')

it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('"%s" can still be planted', (_, mutant) => {
  expect(mutated(mutant)).not.toBe(readFileSync(join(ROOT, mutant.file), 'utf8'))
})

it('has a name for each', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
})

it('sees one that is killed, and lets one live that changes nothing', () => {
  // One of a pure function, whose tests are quick.
  const one = MUTANTS.find(({ file }) => file === 'src/domain/credit.ts')
  if (one === undefined) throw new Error('there is no mutant of credit')
  const harmless = { ...one, name: 'none of these' }
  expect([survives(one), survives(harmless)]).toEqual([false, true])
})
