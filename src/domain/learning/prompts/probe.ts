import { z } from 'zod'
import type { Prompt } from '../prompt.ts'

/** Tests whether a model answers in the shape asked for, and what that costs. */
export const PROBE: Prompt<{ readonly word: string; readonly sum: number }> = {
  name: 'probe',
  version: 1,
  words: 'Tries whether the model answers, and in the shape asked for',
  sends: 'one fixed sentence',
  system: 'You answer with one JSON value that fits the schema, and nothing else.',
  schema: z.strictObject({ word: z.string().max(20), sum: z.number() }),
  maxTokens: 1_000,
}

export const PROBE_INPUT = 'Set "word" to the word ready, and "sum" to 17 plus 25.'
