import { EVIDENCE_FILE } from '../skill-deed.ts'
import { formatSkillMd } from '../skill-md-format.ts'
import { actionText } from './action-text.ts'
import { bodyOf } from './body.ts'
import { support } from './checks.ts'
import { describe } from './description.ts'
import { whyDropped } from './evidence-table.ts'
import { impersonal } from './impersonal.ts'
import { type DraftEvidence, type DraftOutline, outlineOf } from './outline.ts'
import type { DroppedStep, Procedure } from './procedure.ts'
import { code, quote } from './quote.ts'
import { distinct } from './slot-text.ts'
import { stepLines } from './step-lines.ts'
import { stepText } from './step-text.ts'

/** The texts and files of a drafted skill, written by rules or by a model. Paths are relative to the skill's folder. */
export interface DraftText {
  readonly name: string
  readonly signature: string
  readonly description: string
  /** The distinct requests of the evidence, one line each. */
  readonly triggers: readonly string[]
  readonly body: string
  readonly skillMd: string
  /** All files of the skill, `SKILL.md` included, by path. */
  readonly files: ReadonlyMap<string, string>
}

/** A skill drafted from what runs have in common. */
export interface Draft extends DraftText, DraftOutline {}

/** What a writer decides about a draft. */
export interface DraftWording {
  readonly description: string
  /** With the first and last lines of a draft (`body-ends.ts`), which say that no person has reviewed it. */
  readonly body: string
}

/** Composes the draft for a trigger by rules. Deterministic, and independent of the order of the turns. */
export function composeDraft(evidence: DraftEvidence): Draft {
  const outline = outlineOf(evidence)
  return worded(outline, wordingOf(outline))
}

/** The wording by rules: the steps that the runs share, or the requests. */
export function wordingOf(outline: DraftOutline): DraftWording {
  const description = describe(outline.triggers, outline.procedure)
  return { description, body: bodyOf({ ...outline, evidenceFile: EVIDENCE_FILE }) }
}

/** The draft of an outline in these words. Name, metadata and evidence file follow from the outline alone. */
export function worded(outline: DraftOutline, { description, body }: DraftWording): Draft {
  const { name, signature, turns, procedure, weak } = outline
  const metadata = {
    source: 'wayland-core',
    signature: quote(signature),
    evidence: String(turns.length),
    ...(weak ? { weak: 'true' } : {}),
  }
  const skillMd = formatSkillMd({ name, description, metadata, body })
  const files = new Map([
    [EVIDENCE_FILE, evidenceMd(name, procedure)],
    ['SKILL.md', skillMd],
  ])
  return { ...outline, description, body, skillMd, files }
}

/**
 * The text of references/evidence.md: requests, steps run by run, dropped steps with reasons. Inert text, one line
 * each.
 */
function evidenceMd(name: string, procedure: Procedure): string {
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
