import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutated } from './apply.ts'
import { MUTANTS } from './mutants.ts'
import { survives } from './survives.ts'

const ROOT = join(import.meta.dirname, '..', '..')

it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('"%s" can still be planted', (_, mutant) => {
  expect(mutated(mutant)).not.toBe(readFileSync(join(ROOT, mutant.file), 'utf8'))
})

it('names tests that are there', () => {
  const named = new Set(MUTANTS.flatMap(({ tests }) => tests))
  expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('has a name for each', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
})

// Those of a pure function, whose tests are quick.
const one = MUTANTS.find(({ file }) => file === 'src/domain/credit.ts')

it('sees one that is killed, and lets one live that changes nothing', () => {
  if (one === undefined) throw new Error('there is no mutant of credit')
  expect([survives(one), survives({ ...one, replace: `/* */ ${one.find}` })]).toEqual([false, true])
})

it('takes a source that cannot be loaded for no kill', () => {
  if (one === undefined) throw new Error('there is no mutant of credit')
  expect(() => survives({ ...one, replace: '(' })).toThrow('did not run')
})
