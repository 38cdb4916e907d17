import type { Prompt } from '../prompt.ts'
import { AUDIT } from './audit.ts'
import { EXTRACT, EXTRACT_DOCUMENT } from './extract.ts'
import { JUDGE } from './judge.ts'
import { MERGE } from './merge.ts'
import { ONE_SHOT } from './one-shot.ts'
import { PROBE } from './probe.ts'
import { RECURRING } from './recurring.ts'
import { REFLECT } from './reflect.ts'
import { REWORD } from './reword.ts'

/** Every prompt that a model is sent, in the order in which they are used. */
export const PROMPTS: readonly Prompt<unknown>[] = [
  PROBE,
  EXTRACT,
  EXTRACT_DOCUMENT,
  JUDGE,
  MERGE,
  AUDIT,
  RECURRING,
  REWORD,
  REFLECT,
  ONE_SHOT,
]
