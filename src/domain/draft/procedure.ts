import type { TurnTrajectory } from '../turn.ts'
import type { Action } from './actions.ts'
import { alignRuns } from './align.ts'
import { type Check, checksOf } from './checks.ts'
import { byPattern } from './file-patterns.ts'
import { inOneForm } from './forms.ts'
import { isOf, type Pitfall, pitfallsOf } from './pitfalls.ts'
import { changes, type Run, runOf } from './runs.ts'
import type { DrawnStep } from './sequence.ts'
import { settledSteps, type WhyDropped } from './settled-steps.ts'
import { renamed } from './slot-names.ts'
import { type Slot, Slots } from './slots.ts'
import { type Step, stepOf } from './step.ts'
import { type StepActions, settledLayers } from './step-actions.ts'

/** A step that was left out: its actions, its runs, and the reason. */
export interface DroppedStep {
  readonly actions: readonly Action[]
  readonly runs: readonly number[]
  /** The actions of each of those runs, by rank. */
  readonly byRun: ReadonlyMap<number, readonly Action[]>
  readonly why: WhyDropped
  /** Why its command cannot stand as it ran (`Step.unfit`). */
  readonly unfit?: string
}

/** The procedure that the runs have in common. Runs are numbered by rank, an order that depends on content only. */
export interface Procedure {
  readonly runs: readonly Run[]
  readonly needed: number
  readonly steps: readonly Step[]
  readonly slots: readonly Slot[]
  readonly dropped: readonly DroppedStep[]
  readonly pitfalls: readonly Pitfall[]
  readonly checks: readonly Check[]
}

/** Derives the procedure that turns have in common. The order of the turns does not matter. */
export function procedureOf(turns: readonly TurnTrajectory[]): Procedure {
  const prepared = turns.map(runOf)
  const { order, columns, needed } = alignRuns(prepared.map(({ groups }) => groups))
  const runs = order.map((index) => prepared[index]!)
  const slots = new Slots()
  const laid = settledLayers(columns, needed, runs.length)
  const rounds = inOneRound(laid.kept).flatMap((layer) => byPattern(layer, needed))
  const forms = inOneForm(
    rounds.filter(({ size }) => size >= needed),
    needed,
  )
  const few = [...laid.dropped, ...rounds.filter(({ size }) => size < needed), ...forms.dropped]
  const drawn = forms.kept.map((form) => ({ ...form, step: stepOf(form.layer, slots) }))
  const settled = settledSteps(drawn, runs, needed)
  const pitfalls = pitfallsOf(runs, needed)
  const { steps, slots: used } = renamed(settled.steps.map((drawn) => asWayRound(drawn, runs, pitfalls)))
  return {
    runs,
    needed,
    steps,
    slots: used,
    dropped: [
      ...few.map((layer) => droppedStep(layer, 'too few runs')),
      ...settled.dropped.map(({ layer, step, why }) => droppedStep(layer, why, step.unfit)),
    ],
    pitfalls,
    checks: checksOf(runs, needed),
  }
}

/** The step, marked as a way round if most of its runs did it in the place of what failed. */
function asWayRound({ layer, step }: DrawnStep, runs: readonly Run[], pitfalls: readonly Pitfall[]): Step {
  const instead = [...layer].filter(([rank, actions]) =>
    runs[rank]!.dropped.some(
      (failure) =>
        failure.around !== undefined &&
        actions.includes(failure.around) &&
        pitfalls.some((pitfall) => isOf(pitfall, failure, rank)),
    ),
  )
  return instead.length * 2 > step.runs.length ? { ...step, wayRound: true } : step
}

const droppedStep = (layer: StepActions, why: DroppedStep['why'], unfit?: string): DroppedStep => ({
  actions: [...layer.values()].flat(),
  runs: [...layer.keys()],
  byRun: layer,
  why,
  ...(unfit === undefined ? {} : { unfit }),
})

/**
 * Merges the rounds of a loop over files: runs over different numbers of files align as many equal steps. A varying
 * step joins the first one of its kind: reads, or changes, of files with one ending, or a check after changes. A step
 * that is the same in its runs stays.
 */
function inOneRound(layers: readonly StepActions[]): readonly StepActions[] {
  const out: Map<number, readonly Action[]>[] = []
  const first = new Map<string, Map<number, readonly Action[]>>()
  let changed = false
  for (const layer of layers) {
    const sort = sortOf(layer, changed)
    changed ||= [...layer.values()].flat().some(changes)
    const earlier = sort === undefined ? undefined : first.get(sort)
    if (earlier !== undefined) {
      for (const [rank, actions] of layer) earlier.set(rank, [...(earlier.get(rank) ?? []), ...actions])
      continue
    }
    const own = new Map(layer)
    if (sort !== undefined) first.set(sort, own)
    out.push(own)
  }
  return out
}

/** The key that is equal for steps of different rounds; undefined for a step outside a loop. */
function sortOf(layer: StepActions, changed: boolean): string | undefined {
  const actions = [...layer.values()].flat()
  const { kind, head, exact, check } = actions[0]!
  if (actions.every((action) => action.exact === exact)) return undefined
  if (kind === 'RUN') return check && changed ? head : undefined
  if (kind !== 'READ' && kind !== 'EDIT' && kind !== 'WRITE') return undefined
  const endings = new Set(actions.map(({ input }) => /\.\w+$/.exec(String(input.path))?.[0] ?? ''))
  return endings.size === 1 ? `${kind} ${[...endings][0]}` : undefined
}
