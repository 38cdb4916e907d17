import { groupedBy } from '../tally.ts'
import { weightByKind } from './action-weight.ts'
import type { Action } from './actions.ts'
import { inOneForm } from './forms.ts'
import type { Failure, Run } from './runs.ts'
import { Slots } from './slots.ts'
import { type Step, stepOf } from './step.ts'
import { layerOf, type StepActions } from './step-actions.ts'

/** What did not work in some runs, by rank: a command that was corrected, or one that failed for good in most runs. */
export type Pitfall = Corrected | GivenUp

/** A command that failed, and the one that worked instead. */
export interface Corrected {
  readonly failed: Action
  readonly instead: Action
  readonly runs: readonly number[]
}

/** A command or a call that failed and was not repaired. */
export interface GivenUp {
  readonly step: Step
  readonly runs: readonly number[]
  /** What most of those runs did in its place. */
  readonly around?: Step
}

/** What failed for good in at least `needed` runs, then the distinct recoveries; the most frequent first. */
export function pitfallsOf(runs: readonly Run[], needed: number): readonly Pitfall[] {
  return [...givenUp(runs, needed), ...corrected(runs)]
}

/** Whether a pitfall tells of this failure of the run of this rank. */
export const isOf = (pitfall: Pitfall, { failed, forGood }: Failure, rank: number): boolean =>
  !('instead' in pitfall) && forGood && pitfall.step.head === failed.head && pitfall.runs.includes(rank)

function corrected(runs: readonly Run[]): readonly Corrected[] {
  const pitfalls = new Map<string, Corrected>()
  runs.forEach(({ recoveries }, rank) => {
    for (const { failed, instead } of recoveries) {
      const key = `${failed.exact} ${instead.exact}`
      const known = pitfalls.get(key)
      if (known?.runs.includes(rank)) continue
      pitfalls.set(key, { failed, instead, runs: [...(known?.runs ?? []), rank] })
    }
  })
  // A look that was mended once is no lesson.
  return mostFrequent(pitfalls).filter(({ failed, runs: shown }) => shown.length > 1 || weightByKind(failed) === 1)
}

function givenUp(runs: readonly Run[], needed: number): readonly GivenUp[] {
  const failures = runs.flatMap(({ dropped }, rank) =>
    dropped.flatMap(({ failed, forGood, around }) =>
      forGood && (failed.kind === 'RUN' || failed.kind === 'CALL') ? [{ rank, action: failed, around }] : [],
    ),
  )
  const pitfalls = new Map<string, GivenUp>()
  for (const [head, members] of groupedBy(failures, ({ action }) => action.head)) {
    const around = layerOf(
      members.flatMap(({ rank, around }) => (around === undefined ? [] : [{ rank, action: around }])),
    )
    const step = inCommon(layerOf(members), needed)
    const instead = inCommon(new Map([...around].map(([rank, [first]]) => [rank, [first!]])), needed)
    if (step !== undefined)
      pitfalls.set(head, { step, runs: step.runs, ...(instead === undefined ? {} : { around: instead }) })
  }
  return mostFrequent(pitfalls)
}

/** The step of the head that at least `needed` runs have. */
function inCommon(layer: StepActions, needed: number): Step | undefined {
  const heads = [...layer.values()].map(([action]) => action!.head)
  const usual = heads.find((head) => heads.filter((one) => one === head).length >= needed)
  const alike = new Map([...layer].filter(([, [action]]) => action!.head === usual))
  return usual === undefined ? undefined : stepOf(inOneForm([alike], needed).kept[0]!.layer, new Slots())
}

const mostFrequent = <P extends Pitfall>(pitfalls: ReadonlyMap<string, P>): readonly P[] =>
  [...pitfalls]
    .sort(([a, x], [b, y]) => y.runs.length - x.runs.length || (a < b ? -1 : 1))
    .map(([, pitfall]) => pitfall)
