/** The section of SKILL.md with the standing wishes that its requests voice, in the person's words. */
export const ruleSection = (rules: readonly string[]): readonly string[] =>
  rules.length === 0
    ? []
    : [
        '',
        '## Rules',
        'Asked for in general, in the words of the person:',
        ...rules.slice(0, MAX_RULES).map((rule) => `- ${rule}`),
      ]

const MAX_RULES = 8
