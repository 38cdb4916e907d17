import { expect, it } from 'vitest'
import { TRANSCRIPT_ENGINES } from '../../src/transcript/transcript.ts'
import { FIXTURES } from '../transcript/conformance.ts'
import { corpus, fuzzOnce } from './fuzz-reader.ts'

it.each(TRANSCRIPT_ENGINES)('%s: changed session files are read without a fault', (engine) => {
  const files = corpus(FIXTURES, engine)
  for (let seed = 1; seed <= 120; seed++) expect(() => fuzzOnce(engine, files, seed), `seed ${seed}`).not.toThrow()
})
