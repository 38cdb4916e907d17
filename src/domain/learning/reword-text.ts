import { type EvidenceRow, evidenceTable } from '../draft/evidence-table.ts'
import type { Procedure } from '../draft/procedure.ts'
import { commandLine } from '../draft/step-text.ts'
import { asData } from './as-data.ts'
import type { Refusal } from './gate.ts'
import { oneLine } from './one-line.ts'
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

/** Refuses a rewording that lacks a command which all runs share; undefined if it has them all. */
export function lostStep(skill: ProposedSkill, { steps, runs }: Procedure): Refusal | undefined {
  const said = claimsOf(skill).map(({ text, command }) => headOf(`${command === '' ? text : command}`))
  const shared = steps.filter((step) => step.kind === 'RUN' && step.runs.length === runs.length)
  const lost = shared.map(commandLine).find((command) => !said.some((text) => text.includes(headOf(command))))
  return lost === undefined
    ? undefined
    : { rule: 'lost step', reason: `it leaves out "${lost.slice(0, 120)}", which every run did` }
}

const MAX_ROWS = 40
const MAX_CELL = 160

const rowText = ({ fate, why, calls }: EvidenceRow): string =>
  `${fate} (${asData(why)}): ${calls.map((call) => (call === null ? '-' : asData(call.slice(0, MAX_CELL)))).join(' | ')}`

/**
 * A command up to its first placeholder and the quotation marks before it: models name placeholders in their own way.
 */
function headOf(command: string): string {
  const line = oneLine(command)
  const at = line.search(/<[a-z][\w.-]{0,39}>/i)
  let end = at < 0 ? line.length : at
  while (at >= 0 && /[\s"']/.test(line[end - 1] ?? '')) end--
  return line.slice(0, end)
}
