import { createHash } from 'node:crypto'
import type { SkillText } from './fields.ts'

/** Digest of a skill's indexed text, which tells whether an index is up to date with its skills. */
export function textDigest({ name, description, triggers = [], body = '', examples = [] }: SkillText): string {
  const text = JSON.stringify([name, description, triggers, body, examples])
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGITS)
}

/** Characters of the digest that are kept: 96 bits in base64. */
const DIGITS = 16
