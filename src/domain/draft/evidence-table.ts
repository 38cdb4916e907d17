import type { TurnTrajectory } from '../turn.ts'
import { actionText } from './action-text.ts'
import type { Action } from './actions.ts'
import { support } from './checks.ts'
import { impersonal } from './impersonal.ts'
import { isOf, type Pitfall } from './pitfalls.ts'
import type { DroppedStep, Procedure } from './procedure.ts'
import { code } from './quote.ts'
import type { Slot } from './slots.ts'
import type { Step } from './step.ts'
import { commandLine, stepText } from './step-text.ts'
import { isSlot } from './template.ts'

/** The alignment of the runs: a column for each run, a row for each step. */
export interface EvidenceTable {
  readonly runs: readonly TurnTrajectory[]
  /** Number of runs that a step needs. */
  readonly needed: number
  readonly rows: readonly EvidenceRow[]
}

export interface EvidenceRow {
  readonly fate: 'kept' | 'pitfall' | 'dropped'
  readonly why: string
  /** By rank of the run; null if it did not do the step. Inert text, one line each. */
  readonly calls: readonly (string | null)[]
}

/** The aligned calls of a procedure: first the kept steps, then pitfalls, then dropped steps. */
export function evidenceTable(procedure: Procedure): EvidenceTable {
  const { runs, needed, steps, pitfalls, dropped } = procedure
  const row = (fate: EvidenceRow['fate'], why: string, call: (rank: number) => string | null): EvidenceRow => ({
    fate,
    why,
    calls: runs.map((_, rank) => call(rank)),
  })
  return {
    runs: runs.map(({ turn }) => turn),
    needed,
    rows: [
      ...steps.map((step) =>
        row('kept', `in ${support(step.runs, runs.length).slice(1, -1)} runs`, (rank) =>
          step.runs.includes(rank) ? didText(asIn(rank, step)) : null,
        ),
      ),
      ...pitfalls.map((pitfall) =>
        'instead' in pitfall
          ? row('pitfall', 'the first failed, the second worked', (rank) =>
              pitfall.runs.includes(rank) ? `${actionText(pitfall.failed)}, then ${actionText(pitfall.instead)}` : null,
            )
          : row('pitfall', FAILED, (rank) => actionsText(failedFor(pitfall, procedure, rank))),
      ),
      ...dropped.map((step) =>
        row('dropped', whyDropped(step, runs.length), (rank) => actionsText(step.byRun.get(rank))),
      ),
      ...runs.flatMap((run, of) =>
        run.dropped
          .filter((failure) => !pitfalls.some((pitfall) => isOf(pitfall, failure, of)))
          .map(({ failed }) => row('dropped', FAILED, (rank) => (rank === of ? actionText(failed) : null))),
      ),
    ],
  }
}

const FAILED = 'it failed, and nothing repaired it'
/** A step as one run did it. Its values are shown, not published: a command is made inert. */
const didText = (step: Step): string =>
  step.kind === 'RUN' ? `Run ${code(impersonal(commandLine(step)), MAX_COMMAND)}` : stepText(step)

const MAX_COMMAND = 240
const MAX_ACTIONS = 4

/** The failures of a run that a pitfall tells of. */
function failedFor(pitfall: Pitfall, { runs }: Procedure, rank: number): readonly Action[] | undefined {
  const own = runs[rank]!.dropped.filter((failure) => isOf(pitfall, failure, rank)).map(({ failed }) => failed)
  return own.length === 0 ? undefined : own
}

/** The step with its placeholders replaced by the values of one run. */
function asIn(rank: number, step: Step): Step {
  const value = (slot: Slot): string => {
    const values = slot.values.get(rank) ?? []
    return values.length > 1 ? `{${values.join(',')}}` : (values[0] ?? '')
  }
  const fields = Object.entries(step.fields)
    .map(([name, template]) => [name, template.map((part) => (isSlot(part) ? value(part) : part))] as const)
    // A run that was in the folder already did no `cd`.
    .filter(([name, template]) => name !== 'dir' || template.join('') !== '')
  return { ...step, fields: Object.fromEntries(fields) }
}

function actionsText(actions: readonly Action[] | undefined): string | null {
  if (actions === undefined) return null
  const texts = [...new Set(actions.map(actionText))]
  const more = texts.length - MAX_ACTIONS
  return `${texts.slice(0, MAX_ACTIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Why a step of so many runs is not shown, for a person. */
export function whyDropped({ why, unfit, runs }: Pick<DroppedStep, 'why' | 'unfit' | 'runs'>, all: number): string {
  const share = `only in ${runs.length}/${all} runs`
  switch (why) {
    case 'nothing the same':
      return unfit ?? 'nothing in it was the same in these runs'
    case 'in another order':
      return 'the run whose order is shown did it at another place, or not'
    case 'other uses':
      return 'it was used for something else each time'
    case 'seen before':
      return 'an earlier step shows the same'
    case 'acts outside':
      return `${share}, and it acts outside the project`
    case 'too few runs':
      return share
  }
}
