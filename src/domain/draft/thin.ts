import { isHousekeeping, looksOnly } from './action-weight.ts'
import { nameWords } from './instance.ts'
import { pitfallText } from './pitfall-text.ts'
import type { Procedure } from './procedure.ts'
import type { Step } from './step.ts'
import { asTyped, isSlot } from './template.ts'

/**
 * Whether a procedure is too small to be useful: a look-up or two, one housekeeping command with a different file each
 * time, one file that is read. Such a draft is held until further runs share more.
 */
export const isThin = ({ runs, steps, checks, pitfalls }: Procedure): boolean =>
  checks.length === 0 &&
  pitfalls.every((pitfall) => pitfallText(pitfall, runs.length) === undefined) &&
  worthOf(steps) < ENOUGH

/**
 * Least worth: one command of the project's own, or a call that acts after a look-up. Set by reading drafts, not
 * measured.
 */
const ENOUGH = 1

/** The total worth of steps; look-ups count up to a limit, because they do not show their purpose. */
function worthOf(steps: readonly Step[]): number {
  const isLookUp = (step: Step) => step.kind === 'CALL' && looksOnly(`CALL ${step.tool ?? ''}`) && !hasConstant(step)
  const rest = steps.filter((step) => !isLookUp(step))
  const lookUps = Math.min(LOOK_UPS, LOOK_UP * (steps.length - rest.length))
  return rest.reduce((sum, step) => sum + worth(step), lookUps)
}
const LOOK_UP = 0.25
const LOOK_UPS = 0.75

/** How much a step tells beyond the request and the tool's own description, 0 to 1. */
function worth(step: Step): number {
  const parts = Object.values(step.fields).flat()
  const isOpen = parts.some(isSlot)
  switch (step.kind) {
    case 'RUN':
      return isHousekeeping(`RUN ${asTyped(step.fields.command ?? [])}`) ? (isOpen ? 0.25 : 0.5) : 1
    case 'CALL':
      return looksOnly(`CALL ${step.tool ?? ''}`) ? (hasConstant(step) ? 0.5 : LOOK_UP) : 0.75
    case 'EDIT':
    case 'WRITE':
      return isOpen ? (parts.length > 1 ? 0.5 : 0.25) : 0.75
    case 'READ':
      return isOpen ? 0.1 : 0.5
    default:
      return 0.25
  }
}

/** Whether a named input has the same value in all runs. */
const hasConstant = ({ fields }: Step): boolean =>
  Object.entries(fields).some(([name, template]) => nameWords(name).length > 0 && !template.some(isSlot))
