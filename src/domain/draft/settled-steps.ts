import type { Run } from './runs.ts'
import { type DrawnStep, inSequence, recounted } from './sequence.ts'
import { isFixed, type Step } from './step.ts'

/** Why a step is not shown. */
export type WhyDropped = 'too few runs' | 'nothing the same' | 'acts outside' | 'in another order'

/**
 * Selects the steps to show: with enough runs, in an order that one run had, without uninformative ones and without
 * adjacent repeats. The support of each is counted again.
 */
export function settledSteps(
  drawn: readonly DrawnStep[],
  runs: readonly Run[],
  needed: number,
): {
  readonly steps: readonly DrawnStep[]
  readonly dropped: readonly (DrawnStep & { readonly why: WhyDropped })[]
} {
  const dropped: (DrawnStep & { readonly why: WhyDropped })[] = []
  const keep = (steps: readonly DrawnStep[], kept: readonly DrawnStep[], why: WhyDropped) => {
    const those = new Set(kept)
    dropped.push(...steps.filter((step) => !those.has(step)).map((step) => ({ ...step, why })))
    return kept
  }
  // A dropped step may have held runs of another one, or separated two equal steps: repeat until nothing changes.
  for (let steps = drawn; ; ) {
    const counted = recounted(steps, runs)
    const sure = counted.filter(({ step }) => !step.outward || step.runs.length === runs.length)
    const enough = keep(counted, sure, 'acts outside').filter(({ step }) => step.runs.length >= needed)
    const ordered = inSequence(keep(sure, enough, 'too few runs'), runs)
    const telling = keep(
      keep(enough, ordered, 'in another order'),
      ordered.filter(({ step }) => isFixed(step)),
      'nothing the same',
    )
    const next = withoutRepeats(telling)
    if (next.length === steps.length) return { steps: next, dropped }
    steps = next
  }
}

/** Merges adjacent equal steps into the one with more runs. */
function withoutRepeats(steps: readonly DrawnStep[]): readonly DrawnStep[] {
  const out: DrawnStep[] = []
  for (const each of steps) {
    const last = out.at(-1)
    if (last === undefined || !isSame(last.step, each.step)) out.push(each)
    else if (each.step.runs.length > last.step.runs.length) out[out.length - 1] = each
  }
  return out
}

const isSame = (a: Step, b: Step): boolean =>
  a.kind === b.kind && a.tool === b.tool && JSON.stringify(named(a.fields)) === JSON.stringify(named(b.fields))

const named = (fields: Step['fields']) =>
  Object.entries(fields).map(([name, template]) => [
    name,
    template.map((part) => (typeof part === 'string' ? part : `<${part.name}>`)).join(''),
  ])
