import { withEdits } from '../../src/domain/learning/anchored-edits.ts'
import type { AnchoredEdit } from '../../src/domain/learning/prompts/merge.ts'
import type { Proposal, ProposedSkill } from '../../src/domain/learning/proposal.ts'
import { claimsOf } from '../../src/domain/learning/proposal.ts'
import { claimLine, skillText } from '../../src/domain/learning/skill-text.ts'
import type { ToolCall } from '../../src/domain/turn.ts'
import { type Family, filled } from './families.ts'

/** One change that a model proposes, with all that decides about it. */
export interface PlantedCase {
  readonly family: Family
  /** The request and the calls of the session that it comes from. */
  readonly request: string
  readonly calls: readonly ToolCall[]
  /** Body of the skill that there is already; undefined where a new one is proposed. */
  readonly before?: string
  readonly proposal: Proposal
  readonly edits: readonly AnchoredEdit[]
  /** Statements that their quotations do not bear out. */
  readonly doubtful: readonly string[]
  /** How the second reader answers, whatever scores: it is the model of the case. */
  readonly reader?: 'agrees' | 'lies'
  /** The value of the one task that is tried under many ids, instead of many tasks. */
  readonly copied?: string
}

type Step = ProposedSkill['steps'][number]

/** What happened in the session: the main command failed until the preparing one had run. */
export function sessionCalls({ file, main, prepare, check, error }: Family, name: string): readonly ToolCall[] {
  const ran = (command: string): ToolCall => ({ name: 'Bash', input: { command: filled(command, name) }, ok: true })
  const edit = { file_path: filled(file, name), old_string: 'a', new_string: 'b' }
  return [
    { name: 'Edit', input: edit, ok: true },
    { ...ran(main), ok: false, exitCode: 1, error },
    ran(prepare),
    ran(main),
    ran(check),
  ]
}

/** A step that cites a call of the session by its command. */
export const step = (text: string, command: string, call: string, quote: string): Step => ({
  ...{ text, command, cites: [{ turn: 't1', call, quote }] },
})

/** The steps that help, as a careful model words them. */
export const prepareStep = ({ prepare }: Family, name: string, command = prepare): Step =>
  step('Prepare it before the main command.', command, 'c3', filled(prepare, name))
export const mainStep = ({ main }: Family, name: string): Step =>
  step('Then apply the change.', main, 'c4', filled(main, name))

export const skillOf = (family: Family, name: string, steps: readonly Step[]): ProposedSkill => ({
  ...{ name: family.skill, description: `How to ${filled(family.request, 'given')}, step by step.` },
  ...{
    use_when: ['the same kind of change is asked for'],
    not_when: [],
    rules: [],
    pitfalls: [],
    checks: [],
    tags: [],
  },
  ...{ steps: [...steps], examples: [filled(family.request, name)], confidence: 0.7 },
})

export const creating = (skill: ProposedSkill): Proposal => ({
  ...{ triage: 'gap', operation: 'create', target: '', reason: 'the order of steps', skill, look: [] },
})
export const updating = (skill: ProposedSkill): Proposal => ({
  ...{ ...creating(skill), triage: 'defect', operation: 'update', target: skill.name },
})

/** A body with these steps, as a person could have written it. */
export const bodyOf = (steps: readonly Step[]): string =>
  ['# How it is done', '', ...steps.map(({ text, command }) => `- ${claimLine(text, command)}`), ''].join('\n')

/** The edit that puts steps behind the first line. */
export const inserting = (steps: readonly Step[]): AnchoredEdit => ({
  ...{ anchor: '# How it is done', action: 'insert_after', removes: [], claims: steps.map((_, i) => `steps[${i}]`) },
  text: steps.map(({ text, command }) => `- ${claimLine(text, command)}`).join('\n'),
})

/** The text that would be offered if the proposal were accepted. */
export function textAfter({ before, edits, proposal }: PlantedCase): string {
  if (before === undefined)
    return proposal.skill === null ? '' : skillText(proposal.skill, { signature: '', turns: 1 }).body
  const made = withEdits(before, edits)
  return 'fault' in made ? before : made.text
}

export const allClaims = ({ skill }: Proposal): readonly string[] =>
  skill === null ? [] : claimsOf(skill).map(({ id }) => id)
