import { hasExternalEffect } from './external-effect.ts'
import { fieldsOf } from './fields.ts'
import type { Slots } from './slots.ts'
import { rankedIn, type StepActions } from './step-actions.ts'
import type { Template } from './template.ts'
import type { ActionKind } from './tools.ts'

/** One step that enough runs support. */
export interface Step {
  readonly kind: ActionKind
  /** The head of its actions. */
  readonly head: string
  /** The tool of a CALL. */
  readonly tool?: string
  /** By field: `path`, `pattern`, `command`, `dir`, or a tool's own inputs. */
  readonly fields: Readonly<Record<string, Template>>
  /** Why a command has no field `command`: it cannot stand as it ran. */
  readonly unfit?: string
  /** Ranks of the runs that did it. */
  readonly runs: readonly number[]
  /** Whether at least half of the runs in `runs` did it with several different inputs. */
  readonly each: boolean
  /** It changes something outside the project (`hasExternalEffect`). */
  readonly outward: boolean
  /** Most of its runs did it after another step had failed for good (`Failure.around`). */
  readonly wayRound?: true
  /** Ranks of the runs in which the command failed here and passed after changes. */
  readonly failing: readonly number[]
}

/** Generalises the actions of a layer to a step; adds its placeholders to `slots`. */
export function stepOf(layer: StepActions, slots: Slots): Step {
  const all = rankedIn(layer)
  const { kind, head } = all[0]!.action
  const runs = [...layer.keys()].sort((a, b) => a - b)
  const many = runs.filter((rank) => new Set(layer.get(rank)!.map(({ exact }) => exact)).size > 1).length
  return {
    kind,
    head,
    ...(kind === 'CALL' ? { tool: head.slice('CALL '.length) } : {}),
    ...fieldsOf(all, slots),
    runs,
    each: many * 2 >= runs.length,
    outward: all.some(({ action }) => hasExternalEffect(action)),
    failing: runs.filter((rank) => layer.get(rank)!.some((action) => action.ok === false)),
  }
}

/** Whether a step has a constant part: a command that can be given as a whole, a tool, a path, a pattern. */
export const isFixed = ({ kind, fields }: Step): boolean =>
  (kind === 'RUN' && fields.command !== undefined) ||
  kind === 'CALL' ||
  Object.values(fields).some((template) => template.some((part) => typeof part === 'string' && part !== '.'))
