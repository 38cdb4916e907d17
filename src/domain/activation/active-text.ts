import { code, quote } from '../draft/quote.ts'
import { bindingText } from '../render.ts'
import type { Replaced } from '../stated-defaults.ts'
import type { StepConflict } from './step-conflicts.ts'

/** A skill that is active, where it is asked for again: no second copy, and the arguments of this time. */
export function alreadyActive({
  name,
  folder,
  args,
  replaced,
}: {
  readonly name: string
  readonly folder: string
  readonly args: string
  readonly replaced: readonly Replaced[]
}): string {
  const parts = [
    `Base directory for this skill: ${folder}`,
    `"${quote(name)}" is already active in this conversation: follow its text above. It is not repeated.`,
    ...(args === '' ? [] : [bindingText(false, replaced), `ARGUMENTS: ${args}`]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A rendered text with its conflicts named above the skill; the same text where there are none. */
export function withConflicts(text: string, conflicts: readonly StepConflict[]): string {
  if (conflicts.length === 0) return text
  const lines = conflicts.map(
    ({ skill, step, here, there }) =>
      `- ${quote(step, 80)}: ${code(here)} here, ${code(there)} in "${quote(skill, 80)}"`,
  )
  // The first paragraph is the folder.
  const at = text.indexOf('\n\n') + 2
  return `${text.slice(0, at)}${CONFLICTS}\n${lines.join('\n')}\n\n${text.slice(at)}`
}

const CONFLICTS = 'Skills that are active in this conversation do the same otherwise; ask the person which holds:'
