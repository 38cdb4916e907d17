import { describe, expect, it } from 'vitest'
import type { Span } from '../../../src/domain/redaction/placeholder.ts'
import { type Rule, ruleSpans } from '../../../src/domain/redaction/rule.ts'
import { ANYWHERE, ARGUMENTS, NUMBERS, PAIRS, SENTENCES } from '../../../src/domain/redaction/table.ts'
import { FORMS, TOKENS } from '../../../src/domain/redaction/tokens.ts'
import { plantedSecrets } from '../planted-secrets.ts'
import { HARMLESS_STRINGS, SECRET_KINDS } from '../secret-kinds.ts'
import { fixture, plantedKinds } from './planted-kinds.ts'

const shown = (list: readonly { readonly shown: string }[]) => list.map((one) => one.shown)
const SECRETS = [...shown(plantedSecrets()), ...shown(SECRET_KINDS), ...plantedKinds().map(({ text }) => text)]
const HARMLESS = [
  ...HARMLESS_STRINGS,
  ...SECRET_KINDS.map(({ harmless }) => harmless),
  ...['given', 'own', 'later'].flatMap((name) => fixture<string>(`${name}-harmless.json`)),
]

const found = (rule: Rule, text: string): readonly Span[] => {
  const spans: Span[] = []
  ruleSpans(text, [rule], spans)
  return spans
}

const RULES = [...ANYWHERE, ...SENTENCES, ...ARGUMENTS, ...PAIRS, ...NUMBERS, ...FORMS, ...TOKENS]
const TABLE = RULES.map((rule) => [`${rule.kind}: ${rule.pattern.source.slice(0, 60)}`, rule] as const)

describe.each(TABLE)('the rule for a %s', (_, rule) => {
  it('meets an example', () => expect(SECRETS.filter((text) => found(rule, text).length > 0)).not.toEqual([]))
  it('meets no harmless text', () => expect(HARMLESS.filter((text) => found(rule, text).length > 0)).toEqual([]))
})
