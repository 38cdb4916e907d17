import { isInline } from './as-it-ran.ts'
import { code, cut, fence, inertCode } from './quote.ts'
import { folderWord } from './shell-word.ts'
import { plainName, type Slot } from './slots.ts'
import type { Step } from './step.ts'
import { asTyped, isSlot, shown, type Template, whole } from './template.ts'

/**
 * A step as a Markdown sentence on one line, without number or support; `again` adds the word, for a repeated step. A
 * command that does not fit there is cut short: SKILL.md shows it in a block (`blockCommand`).
 */
export function stepText(step: Step, again = false): string {
  const repeated = again ? ' again' : ''
  if (step.kind === 'RUN') return `Run ${commandText(step)}${repeatText(step, again)}`
  if (step.kind === 'CALL') return `Call ${callText(step)}${repeatText(step, again)}`
  const { path = ['.'], pattern } = step.fields
  if (step.kind === 'SEARCH' || step.kind === 'LIST') return lookText(step.kind, pattern, path)
  return `${VERBS[step.kind]} ${step.each && path.some(isSlot) ? 'each ' : ''}${shown(path)}${repeated}`
}

function lookText(kind: 'SEARCH' | 'LIST', pattern: Template | undefined, path: Template): string {
  const here = whole(path) === '.'
  const where = here ? '' : ` in ${shown(path)}`
  if (kind === 'SEARCH') return `Search for ${shown(pattern ?? [''])}${where}`
  if (pattern !== undefined) return `List files matching ${shown(pattern)}${where}`
  return `List ${here ? 'the project folder' : shown(path)}`
}

/** Verbs for steps on files. */
export const VERBS = { READ: 'Read', EDIT: 'Edit', WRITE: 'Write' } as const

/** The command of a RUN step as inline code, to be run in the project's folder; placeholders in angle brackets. */
export function commandText(step: Pick<Step, 'fields'>): string {
  const line = commandLine(step)
  return isInline(line) ? fence(line, Number.POSITIVE_INFINITY) : code(line)
}

/** The command of a RUN step that fits in no inline code; undefined for any other step. */
export function blockCommand(step: Step): string | undefined {
  const line = step.kind === 'RUN' ? commandLine(step) : ''
  return isInline(line) ? undefined : line
}

/** What follows the command or call of a step: that it is repeated, or for each value. */
export const repeatText = (step: Step, again: boolean): string => `${again ? ' again' : ''}${perEach(step)}`

/** The command of a RUN step as plain text, with `cd` to its folder; placeholders in angle brackets. */
export function commandLine({ fields: { command = [], dir } }: Pick<Step, 'fields'>): string {
  const own = asTyped(command)
  return dir === undefined
    ? own
    : `cd ${asTyped(dir.map((part) => (isSlot(part) ? part : folderWord(part))))} && ${own}`
}

/** A call as `tool(input=value, …)` in inline code; an input whose placeholder has its name is written once. */
export function callText({ tool = '', fields }: Pick<Step, 'tool' | 'fields'>): string {
  const inputs = Object.entries(fields).map(([name, value]) => {
    const text = cut(whole(value), MAX_INPUT)
    return text === `<${plainName(name)}>` ? text : `${cut(inertCode(name), MAX_INPUT_NAME)}=${text}`
  })
  const called = cut(inertCode(tool), MAX_TOOL)
  return fence(inputs.length === 0 ? called : `${called}(${inputs.join(', ')})`, Number.POSITIVE_INFINITY)
}

const MAX_TOOL = 120
const MAX_INPUT_NAME = 40
const MAX_INPUT = 160

function perEach(step: Step): string {
  const through = throughOf(step)
  return through === undefined ? '' : ` for each \`<${through.name}>\``
}

/** The placeholder over whose values a step is repeated; undefined if it is done once. */
export function throughOf(step: Step): Slot | undefined {
  const slots = [...new Set(Object.values(step.fields).flat().filter(isSlot))]
  if (!step.each || slots.length === 0) return undefined
  // The one with the most values in one run.
  const most = (slot: Slot) => Math.max(...[...slot.values.values()].map((values) => values.length))
  return slots.reduce((best, slot) => (most(slot) > most(best) ? slot : best))
}
