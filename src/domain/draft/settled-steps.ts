import type { Run } from './runs.ts'
import { type DrawnStep, inSequence, recounted } from './sequence.ts'
import type { Slot } from './slots.ts'
import { isFixed, type Step } from './step.ts'

/** Why a step is not shown. */
export type WhyDropped = 'too few runs' | 'nothing the same' | 'acts outside' | 'in another order'

/**
 * What of the steps drawn is shown: each with the runs that did it, all in an order that one run had, none that tells
 * nothing, none twice in a row.
 */
export function settledSteps(
  drawn: readonly DrawnStep[],
  runs: readonly Run[],
  needed: number,
): { readonly steps: readonly DrawnStep[]; readonly dropped: readonly (DrawnStep & { readonly why: WhyDropped })[] } {
  const dropped: (DrawnStep & { readonly why: WhyDropped })[] = []
  const keep = (steps: readonly DrawnStep[], kept: readonly DrawnStep[], why: WhyDropped) => {
    const those = new Set(kept)
    dropped.push(...steps.filter((step) => !those.has(step)).map((step) => ({ ...step, why })))
    return kept
  }
  // What is left out may have stood for runs, or between two steps that are the same: until nothing changes.
  for (let steps = drawn; ; ) {
    const counted = recounted(steps, runs)
    const sure = counted.filter(({ step }) => !step.outward || step.runs.length === runs.length)
    const enough = keep(counted, sure, 'acts outside').filter(({ step }) => step.runs.length >= needed)
    const ordered = inSequence(keep(sure, enough, 'too few runs'), runs)
    const telling = keep(keep(enough, ordered, 'in another order'), told(ordered, runs.length), 'nothing the same')
    const next = withoutRepeats(telling)
    if (next.length === steps.length) return { steps: next, dropped }
    steps = next
  }
}

/** A search whose terms all differ is no step; nor is a file that only some runs read and no later step uses. */
function told(steps: readonly DrawnStep[], runs: number): readonly DrawnStep[] {
  const lastUse = new Map<string | Slot, number>()
  for (const [i, { step }] of steps.entries()) for (const part of partsOf(step)) lastUse.set(part, i)
  return steps.filter(({ step }, i) => {
    if (isFixed(step) || step.kind === 'EDIT' || step.kind === 'WRITE') return true
    return step.kind === 'READ' && (step.runs.length === runs || partsOf(step).some((part) => lastUse.get(part)! > i))
  })
}

const partsOf = ({ fields }: Step) => Object.values(fields).flat()

/** The same step twice in a row is one, that of more runs. */
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
