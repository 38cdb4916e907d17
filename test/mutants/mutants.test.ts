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
  const [first] = MUTANTS
  if (first === undefined) throw new Error('there are no mutants')
  const harmless = { ...first, name: 'none of these' }
  expect([survives(first), survives(harmless)]).toEqual([false, true])
})
