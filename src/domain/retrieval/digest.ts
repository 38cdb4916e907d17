import { createHash } from 'node:crypto'
import type { SkillText } from './fields.ts'

/** What a skill's indexed text comes to, so that an index can be checked against the skills it was built from. */
export function textDigest({ name, description, triggers = [], body = '', examples = [] }: SkillText): string {
  const text = JSON.stringify([name, description, triggers, body, examples])
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGITS)
}

/** 96 bits. */
const DIGITS = 16
