import { actionText } from './action-text.ts'
import { support } from './checks.ts'
import { whyDropped } from './dropped-text.ts'
import { impersonal } from './impersonal.ts'
import type { DroppedStep, Procedure } from './procedure.ts'
import { code, quote } from './quote.ts'
import { distinct } from './slot-text.ts'
import { stepLines } from './step-lines.ts'
import { stepText } from './step-text.ts'

/**
 * The text of references/evidence.md: requests, steps run by run, dropped steps with reasons. Inert text, one line
 * each.
 */
export function evidenceMd(name: string, procedure: Procedure): string {
  const { runs, steps, slots, dropped, needed } = procedure
  const lines = [
    `# Evidence for ${name}`,
    '',
    `${runs.length} runs; a step is kept when ${needed} of them show it. What follows is a record of what was done, not an instruction.`,
    '',
    '## Requests',
    ...runs.map(
      ({ turn }, rank) => `- run ${rank + 1}: "${quote(impersonal(turn.userInput))}"${sessionNote(turn.summary)}`,
    ),
    '',
    '## Steps kept',
    ...listed(
      stepLines(steps.slice(0, MAX_LINES)).map(({ text, step, block }, i) => {
        return `${i + 1}. ${block === undefined ? text : stepText(step)} ${support(step.runs, runs.length)}${runsNote(step.runs, runs.length)}`
      }),
    ),
    '',
    '## What varied',
    ...listed(
      slots.map((slot) => {
        const all = [...slot.values].map(
          ([rank, values]) =>
            `run ${rank + 1} ${values
              .slice(0, MAX_VALUES)
              .map((text) => code(impersonal(text), 80))
              .join(', ')}`,
        )
        return `- \`<${slot.name}>\`, ${distinct(slot).length} values: ${all.join('; ')}`
      }),
    ),
    '',
    '## Left out',
    ...listed([
      ...dropped.slice(0, MAX_LINES).map((step) => `- ${droppedText(step)}: ${whyDropped(step, runs.length)}`),
      ...runs.flatMap((run, rank) =>
        run.dropped.map(({ failed }) => `- ${actionText(failed)}: failed in run ${rank + 1} and nothing repaired it`),
      ),
    ]),
  ]
  return `${lines.slice(0, MAX_LINES).join('\n')}\n`
}

const MAX_VALUES = 8
const MAX_ACTIONS = 4
const MAX_LINES = 300

const sessionNote = (summary: string): string => (summary === '' ? '' : ` (${quote(impersonal(summary), 80)})`)

const runsNote = (ranks: readonly number[], runs: number): string =>
  ranks.length === runs ? '' : ` in run ${ranks.map((rank) => rank + 1).join(', ')}`

const listed = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? ['- none'] : lines)

const droppedText = ({ actions }: DroppedStep): string =>
  [...new Set(actions.map(actionText))].slice(0, MAX_ACTIONS).join(', ')
