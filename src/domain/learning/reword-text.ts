import { type EvidenceRow, evidenceTable } from '../draft/evidence-table.ts'
import type { Procedure } from '../draft/procedure.ts'
import { isFixed } from '../draft/step.ts'
import { commandLine } from '../draft/step-text.ts'
import { asData, oneLine } from './as-data.ts'
import type { Refusal } from './gate.ts'
import type { Rewording } from './prompts/reword.ts'
import { claimsOf, type ProposedSkill } from './proposal.ts'

/** The input of the rewording prompt: a draft with the table of its steps, and the text of its runs. */
export function rewordText(draft: string, procedure: Procedure, runs: string): string {
  const { rows, needed } = evidenceTable(procedure)
  const table = rows.slice(0, MAX_ROWS).map(rowText).join('\n')
  return [
    `<draft>\n${asData(draft)}\n</draft>`,
    `<steps_of_the_runs needed="${needed}">\n${table}\n</steps_of_the_runs>`,
    runs,
  ].join('\n\n')
}

/** The rewording as a proposed skill of this name, so that the rules of every proposal apply to it. */
export const asProposed = (skill: NonNullable<Rewording['skill']>, name: string): ProposedSkill => ({
  ...skill,
  // The prefix "auto-" is reserved for drafts of streaks, and the rules refuse it in a proposal; this draft keeps it.
  ...{ name: name.replace(/^auto-/, ''), tags: [], confidence: 1, rules: [] },
})

/** Refuses a rewording that lacks a command of the draft's steps; undefined if it has them all. */
export function lostStep(skill: ProposedSkill, { steps }: Procedure): Refusal | undefined {
  const said = claimsOf(skill).map(({ text, command }) => wordsOf(command === '' ? text : command))
  const commands = steps.filter((step) => step.kind === 'RUN' && isFixed(step)).map(commandLine)
  const lost = commands.find((command) => !said.some((words) => holds(words, wordsOf(command))))
  return lost === undefined
    ? undefined
    : { rule: 'lost step', reason: `it leaves out "${lost.slice(0, 120)}", a step of the draft` }
}

const MAX_ROWS = 40
const MAX_CELL = 160

const rowText = ({ fate, why, calls }: EvidenceRow): string =>
  `${fate} (${asData(why)}): ${calls.map((call) => (call === null ? '-' : asData(call.slice(0, MAX_CELL)))).join(' | ')}`

const wordsOf = (text: string): readonly string[] => oneLine(text).split(' ')

/** Whether a command stands in a line, word by word; a placeholder on either side stands for any word. */
function holds(line: readonly string[], command: readonly string[]): boolean {
  const isAt = (at: number) => command.every((word, i) => isSame(word, line[at + i]))
  return line.some((_, at) => isAt(at))
}

const isSame = (a: string, b: string | undefined): boolean =>
  b !== undefined && (a === b || PLACEHOLDER.test(a) || PLACEHOLDER.test(b))

/** Models name placeholders in their own way. */
const PLACEHOLDER = /<[a-z][\w.-]{0,39}>/i
