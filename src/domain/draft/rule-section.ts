import { quote } from './quote.ts'
import { names } from './tame.ts'

/**
 * The section of SKILL.md with the standing wishes that its requests voice, in the person's words; none that names an
 * address or a command, which no person has looked at.
 */
export function ruleSection(voiced: readonly string[]): readonly string[] {
  const rules = voiced.filter((rule) => !names(rule))
  return rules.length === 0
    ? []
    : [
        '',
        '## Rules',
        'Asked for in general, in the words of the person:',
        ...rules.slice(0, MAX_RULES).map((rule) => `- "${quote(rule)}"`),
      ]
}

const MAX_RULES = 8
