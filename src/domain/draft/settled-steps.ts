import type { Run } from './runs.ts'
import { type DrawnStep, inSequence, recounted } from './sequence.ts'
import type { Slot } from './slots.ts'
import { isFixed, type Step } from './step.ts'
import { isSlot } from './template.ts'

/** Why a step is not shown. */
export type WhyDropped =
  | 'too few runs'
  | 'nothing the same'
  | 'acts outside'
  | 'in another order'
  | 'seen before'
  | 'other uses'

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
    const fixed = ordered.filter(({ step }) => isFixed(step))
    const telling = keep(
      keep(keep(enough, ordered, 'in another order'), fixed, 'nothing the same'),
      fixed.filter(({ step }) => step.outward || !(isMixed(step) || isAnyLook(step))),
      'other uses',
    )
    const once = withoutRepeats(telling)
    const next = keep(once, withoutRounds(withoutLooksAgain(once)), 'seen before')
    if (next.length === steps.length) return { steps: next, dropped }
    steps = next
  }
}

/**
 * Whether a command has only its program and subcommand in common, and the rest is of several kinds, options here and
 * operands there: `git branch -D x` and `git branch --merged main`. Operands alone differ as values do.
 */
function isMixed({ fields: { command = [] } }: Step): boolean {
  const constants = command.filter((part) => !isSlot(part) && part.trim() !== '')
  return constants.length <= 2 && command.filter(isSlot).some(isOfSeveralKinds)
}

/** Whether a look has its program and subcommand in common only: `git diff <options>`. */
const isAnyLook = (step: Step): boolean =>
  isOpenRun(step) &&
  isLook(step) &&
  step.fields.command!.filter((part) => !isSlot(part) && part.trim() !== '').length <= 2

function isOfSeveralKinds({ values }: Slot): boolean {
  const all = [...values.values()].flat()
  return all.some((value) => OPTION.test(value)) && all.some((value) => !OPTION.test(value))
}

const OPTION = /(?:^| )--?[A-Za-z]/

/**
 * Leaves out a look at what an earlier step shows where nothing since then changes it, or where it is a habit, and where
 * nothing follows.
 */
function withoutLooksAgain(steps: readonly DrawnStep[]): readonly DrawnStep[] {
  const seen: Step[] = []
  const kept: DrawnStep[] = []
  const isAgain = ({ step }: DrawnStep) =>
    isLook(step) &&
    (HABITS.test(step.head) ? kept.map((each) => each.step) : seen).some(
      (other) => isSame(other, step) || (other.kind === 'RUN' && isSameForm(other, step)),
    )
  const last = steps.findLastIndex(
    (each, i) => !steps.slice(0, i).some(({ step }) => isLook(step) && isSame(step, each.step)),
  )
  for (const [i, each] of steps.entries()) {
    if (isAgain(each) || (i > last && isLook(each.step))) continue
    if (!isLook(each.step)) seen.length = 0
    seen.push(each.step)
    kept.push(each)
  }
  return kept
}

/**
 * Leaves out a command with placeholders that an earlier step has with other ones: the next round of the same. A check
 * between changes is none.
 */
function withoutRounds(steps: readonly DrawnStep[]): readonly DrawnStep[] {
  const isSaid = ({ step }: DrawnStep, before: readonly DrawnStep[]) =>
    before.some(({ step: other }) => other.runs.length >= step.runs.length && isSameForm(other, step))
  return steps.filter((each, i) => !isOpenRun(each.step) || isCheck(each) || !isSaid(each, steps.slice(0, i)))
}

const isCheck = ({ layer }: DrawnStep): boolean => [...layer.values()].flat().some(({ check }) => check)

const isOpenRun = ({ kind, fields: { command = [] } }: Step): boolean => kind === 'RUN' && command.some(isSlot)

/** Whether two commands are the same but for their values and their folder. */
const isSameForm = (a: Step, b: Step): boolean => a.head === b.head && formOf(a) === formOf(b)

const formOf = ({ fields: { command = [] } }: Step): string =>
  JSON.stringify(command.map((part) => (isSlot(part) ? null : part)))

const isLook = ({ kind, head }: Step): boolean =>
  kind === 'READ' || kind === 'LIST' || kind === 'SEARCH' || LOOKS.test(head)
/** Looks that agents take between any two steps. */
const HABITS = /^RUN (?:git status|pwd|ls)$/
const LOOKS = /^RUN (?:git (?:status|diff|log|show)|ls|cat|pwd|which|head|tail|wc|find|grep|rg)$/

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
