import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The source of a mutant's file with its change. Throws where the place is not there once, or nothing changes. */
export function mutated(mutant: Mutant, source = readFileSync(join(ROOT, mutant.file), 'utf8')): string {
  const place = new RegExp(mutant.find.split(' ').map(literal).join('\\s+'), 'g')
  const found = source.match(place)?.length ?? 0
  if (found !== 1) throw new Error(`${mutant.file}: "${mutant.find}" stands there ${found} times`)
  return source.replace(place, () => mutant.replace)
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
