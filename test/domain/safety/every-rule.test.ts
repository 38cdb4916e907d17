import { describe, expect, it } from 'vitest'
import { decoded } from '../../../src/domain/safety/decoded.ts'
import { hitsOf } from '../../../src/domain/safety/rule.ts'
import { UNSEEN_RULES, WORD_RULES } from '../../../src/domain/safety/scan-text.ts'
import { unfolded } from '../../../src/domain/safety/unfold.ts'
import { DISGUISED, HARMLESS, HOSTILE } from '../hostile-texts.ts'
import { readWays } from './ways.ts'

const ways = readWays()
const hostile = [...HOSTILE, ...DISGUISED].map(({ text }) => text).concat(ways.map(({ attack }) => attack))
const forms = (text: string) => [text, unfolded(text)?.text ?? '', ...[...decoded(text)].map((one) => one.text)]
const HOSTILE_FORMS = hostile.flatMap(forms)
const HARMLESS_FORMS = HARMLESS.concat(ways.map(({ twin }) => twin)).flatMap(forms)

const RULES = [...WORD_RULES, ...UNSEEN_RULES].map(
  (rule) => [`${rule.rule}: ${rule.why}: ${rule.pattern.source.slice(0, 40)}`, rule] as const,
)

describe.each(RULES)('the rule %s', (_, rule) => {
  it('meets an example', () => {
    expect(HOSTILE_FORMS.some((text) => !hitsOf(rule, text).next().done)).toBe(true)
  })

  it('stops at no harmless text, were it tried on each', () => {
    const stopped = HARMLESS_FORMS.filter((text) => [...hitsOf(rule, text)].some(({ severity }) => severity !== 'note'))
    expect(stopped).toEqual([])
  })
})
