import type { SkillLoop } from '../app/skill-loop.ts'
import { type Capability, KINDS, saidBefore } from '../domain/capabilities/capability.ts'
import { gravestOf, inWords, placedOf } from '../domain/capabilities/gravest.ts'
import type { Finding } from '../domain/safety.ts'

/** Findings as text: severity, rule and place on one line, the excerpt below it. */
export const findingLines = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ severity, file, line, rule, why, excerpt }) => [
    `${severity.padEnd(5)} ${plain(file)}:${line}  ${rule}: ${why}`,
    ...(excerpt === '' ? [] : [`      ${excerpt}`]),
  ])

/** A file name on one line: control, format and line-separating characters become `?`. */
export const plain = (file: string): string => file.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')

/**
 * What a skill can do, each deed with its places: what is new since the version that a person approved, the few gravest, then
 * the others, a line for each kind.
 */
export function capabilityLines(capabilities: readonly Capability[], fresh?: readonly Capability[]): readonly string[] {
  const news = fresh === undefined || fresh.length === 0 ? [] : [`New since you approved it: ${inWords(fresh)}`, '']
  const gravest = gravestOf(capabilities)
  const first = gravest.map(({ kind, what, file, line }) => `  ${saidBefore(kind)} ${what} (${plain(file)}:${line})`)
  const rest = capabilities.filter((one) => !gravest.includes(one))
  const others = KINDS.flatMap((kind) => {
    const all = placedOf(kind, rest)
    return all === '' ? [] : [`  ${saidBefore(kind)} ${all}`]
  })
  const isIdle = capabilities.length === 0
  return [
    ...news,
    ...(isIdle ? ['It can do nothing by itself; what its words ask of a model, only reading shows.', ''] : []),
    ...(first.length === 0 ? [] : ['What it can do, the gravest first', ...first, '']),
    ...(rest.length === 0 ? [] : [first.length === 0 ? 'What it can do' : 'What else it can do', ...others, '']),
  ]
}

export type Rule = Awaited<ReturnType<SkillLoop['review']['rules']>>[number]

export const ruleToWire = ({ id, text, sources, sessions, state }: Rule) => ({ id, text, sources, sessions, state })

/** A line for each rule: its id, by which it is taken or dropped, and the turns that voice it. */
export const ruleLines = (rules: readonly Rule[]): readonly string[] =>
  rules.map(({ id, text, sources, sessions, state }) => {
    const often = sessions === 1 ? 'once' : `in ${sessions} sessions`
    const [first = '', ...more] = sources
    const from = more.length === 0 ? `turn ${first}` : `turn ${first} and ${more.length} more`
    return `  ${id}  ${text} (${state === 'taken' ? 'taken, ' : ''}${often}: ${from})`
  })

export const ruleRows = (rules: readonly Rule[]): string[][] =>
  rules.length === 0 ? [] : [['rules heard', `${rules.length}; "wayland-core notes" lists those of a project`]]
