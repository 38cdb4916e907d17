import type { TurnTrajectory } from '../turn.ts'
import type { Action } from './actions.ts'
import { alignRuns } from './align.ts'
import { byPattern } from './file-patterns.ts'
import { inOneForm } from './forms.ts'
import { type Layer, settledLayers } from './layers.ts'
import { type Check, checksOf, type Pitfall, pitfallsOf } from './lessons.ts'
import { actsOutside } from './outward.ts'
import { inOneRound } from './rounds.ts'
import { type Run, runOf } from './runs.ts'
import { type Slot, Slots } from './slots.ts'
import { isFixed, renamed, type Step, stepOf, withoutRepeats } from './step.ts'

/** A step that was left out: what it was, who shows it, and why. */
export interface DroppedStep {
  readonly actions: readonly Action[]
  readonly runs: readonly number[]
  /** What each of those runs did there. */
  readonly byRun: ReadonlyMap<number, readonly Action[]>
  readonly why: 'too few runs' | 'nothing the same' | 'acts outside'
}

/** How the work was done, as far as the runs agree. Runs are named by rank: an order that depends on content only. */
export interface Procedure {
  readonly runs: readonly Run[]
  readonly needed: number
  readonly steps: readonly Step[]
  readonly slots: readonly Slot[]
  readonly dropped: readonly DroppedStep[]
  readonly pitfalls: readonly Pitfall[]
  readonly checks: readonly Check[]
}

/** Draws the procedure that turns have in common. The order of the turns does not matter. */
export function procedureOf(turns: readonly TurnTrajectory[]): Procedure {
  const prepared = turns.map(runOf)
  const { order, columns, needed } = alignRuns(prepared.map(({ groups }) => groups))
  const runs = order.map((index) => prepared[index]!)
  const slots = new Slots()
  const settled = settledLayers(columns, needed)
  const rounds = inOneRound(settled.kept).flatMap((layer) => byPattern(layer, needed))
  const forms = inOneForm(
    rounds.filter(({ size }) => size >= needed),
    needed,
  )
  const few = [...settled.dropped, ...rounds.filter(({ size }) => size < needed), ...forms.dropped]
  const bold = (layer: Layer) => layer.size < runs.length && [...layer.values()].flat().some(actsOutside)
  const drawn = forms.kept.filter((layer) => !bold(layer)).map((layer) => ({ layer, step: stepOf(layer, slots) }))
  const lastUse = new Map<string | Slot, number>()
  for (const [i, { step }] of drawn.entries())
    for (const part of Object.values(step.fields).flat()) lastUse.set(part, i)
  const told = drawn.map(({ step }, i) => tells(step, runs.length, (part) => lastUse.get(part)! > i))
  const { steps, slots: used } = renamed(withoutRepeats(drawn.filter((_, i) => told[i]).map(({ step }) => step)))
  return {
    runs,
    needed,
    steps,
    slots: used,
    dropped: [
      ...few.map((layer) => droppedStep(layer, 'too few runs')),
      ...forms.kept.filter(bold).map((layer) => droppedStep(layer, 'acts outside')),
      ...drawn.filter((_, i) => !told[i]).map(({ layer }) => droppedStep(layer, 'nothing the same')),
    ],
    pitfalls: pitfallsOf(runs),
    checks: checksOf(runs, needed),
  }
}

/** A search of which nothing is the same twice tells nobody what to look for; nor does a file read by some, for nothing. */
function tells(step: Step, runs: number, usedLater: (part: string | Slot) => boolean): boolean {
  if (isFixed(step) || step.kind === 'EDIT' || step.kind === 'WRITE') return true
  return step.kind === 'READ' && (step.runs.length === runs || Object.values(step.fields).flat().some(usedLater))
}

const droppedStep = (layer: Layer, why: DroppedStep['why']): DroppedStep => ({
  actions: [...layer.values()].flat(),
  runs: [...layer.keys()],
  byRun: layer,
  why,
})
