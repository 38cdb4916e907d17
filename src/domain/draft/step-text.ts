import { code, fence } from './quote.ts'
import { quoted } from './shell.ts'
import type { Slot } from './slots.ts'
import type { Step } from './step.ts'
import { asTyped, isSlot, shown, type Template, whole } from './template.ts'

/** A step as a sentence of Markdown, without number or support; `again` when the same step came before. */
export function stepText(step: Step, again = false): string {
  const repeated = again ? ' again' : ''
  if (step.kind === 'RUN') return `Run ${commandText(step)}${repeated}${perEach(step)}`
  if (step.kind === 'CALL') return `Call ${code(step.tool ?? '')}${repeated}${perEach(step)}${inputsText(step)}`
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

/** What is done to a file. */
export const VERBS = { READ: 'Read', EDIT: 'Edit', WRITE: 'Write' } as const

/** The command of a RUN step as it can be pasted at the project's folder, placeholders in angle brackets. */
export const commandText = (step: Pick<Step, 'fields'>): string => fence(commandLine(step), Number.POSITIVE_INFINITY)

/** The same without the marks of inline code. */
export function commandLine({ fields: { command = [], dir } }: Pick<Step, 'fields'>): string {
  const own = asTyped(command)
  return dir === undefined ? own : `cd ${asTyped(dir.map((part) => (isSlot(part) ? part : quoted(part))))} && ${own}`
}

/** The inputs of a call, each with its name. */
export function inputsText(step: Step): string {
  const inputs = Object.entries(step.fields).map(([name, value]) => `${code(name, 40)} ${shown(value)}`)
  return inputs.length === 0 ? '' : ` with ${inputs.join(', ')}`
}

function perEach(step: Step): string {
  const slots = [...new Set(Object.values(step.fields).flat().filter(isSlot))]
  if (!step.each || slots.length === 0) return ''
  // What has most values in one run is what it goes through.
  const most = (slot: Slot) => Math.max(...[...slot.values.values()].map((values) => values.length))
  const through = slots.reduce((best, slot) => (most(slot) > most(best) ? slot : best))
  return ` for each \`<${through.name}>\``
}
