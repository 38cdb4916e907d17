import type { SkillLoop } from '../app/skill-loop.ts'

type Rule = Awaited<ReturnType<SkillLoop['review']['rules']>>[number]

export const ruleToWire = ({ id, text, sources, sessions, state }: Rule) => ({ id, text, sources, sessions, state })

/** A line for each rule: its id, by which it is taken or dropped, and the turns that voice it. */
export const ruleLines = (rules: readonly Rule[]): readonly string[] =>
  rules.map(({ id, text, sources, sessions, state }) => {
    const often = sessions === 1 ? 'once' : `${sessions} sessions`
    const [first = '', ...more] = sources
    const from = more.length === 0 ? first : `${first} and ${more.length} more`
    return `  ${id}  ${text} (${state === 'taken' ? 'taken, ' : ''}${often}: ${from})`
  })

/** The row of `status` about rules. */
export const ruleRows = (rules: readonly Rule[]): string[][] =>
  rules.length === 0 ? [] : [['rules heard', `${rules.length}; "wayland-core notes" lists those of a project`]]
