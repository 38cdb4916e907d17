import fc from 'fast-check'
import type { Outcome } from '../../../src/domain/turn.ts'
import { REQUESTS } from './requests.ts'

export interface Said {
  readonly userInput: string
  readonly outcome: Outcome
}

/** The same words in another order, more of them, and others that say nearly the same. */
const NEAR = [
  'refactor the code',
  'code refactor please',
  'refactor the code of the parser',
  'fix the failing lint errors',
  'please fix failing lint errors in the parser',
  'fix all lint errors',
  'turn on the kitchen light',
  'turn off the kitchen light',
  'yes please',
]

const outcome = fc.constantFrom<Outcome>('success', 'success', 'success', 'success', 'failure', 'unknown')

/** A few requests of which each comes again and again, with every outcome, one among the other. */
export const interleaved: fc.Arbitrary<readonly Said[]> = fc
  .uniqueArray(fc.constantFrom(...NEAR, ...REQUESTS.map(({ text }) => text)), { minLength: 1, maxLength: 8 })
  .chain((texts) => fc.array(fc.record({ userInput: fc.constantFrom(...texts), outcome }), { maxLength: 60 }))
