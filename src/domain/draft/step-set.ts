import type { TurnTrajectory } from '../turn.ts'
import { weightByKind } from './action-weight.ts'
import { majority } from './align.ts'
import { type BaseRates, MIN_HABIT, NO_HABIT } from './base-rates.ts'
import { runOf } from './runs.ts'

/** The common steps of some runs, by identifying text, each with a weight of 0 to 1 by its kind (`weightByKind`). */
export type StepSet = ReadonlyMap<string, number>

/** The steps of most of these runs: the exact action if that is shared, else its head (program or tool). */
export function stepSetOf(turns: readonly TurnTrajectory[]): StepSet {
  const counts = new Map<string, number>()
  const kinds = new Map<string, { readonly head: string; readonly tells: number }>()
  for (const turn of turns) {
    const seen = new Set<string>()
    for (const action of runOf(turn).groups.flatMap(({ actions }) => actions)) {
      const { head, exact } = action
      const tells = weightByKind(action)
      seen.add(exact).add(head)
      kinds.set(exact, { head, tells })
      if (!kinds.has(head)) kinds.set(head, { head, tells: tells * HEAD_ALONE })
    }
    for (const key of seen) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const shared = [...counts].filter(([, count]) => count >= majority(turns.length)).map(([key]) => key)
  const said = new Set(shared.filter((key) => kinds.get(key)!.head !== key).map((key) => kinds.get(key)!.head))
  return new Map(shared.filter((key) => !said.has(key)).map((key) => [key, kinds.get(key)!.tells]))
}

/** Weight factor of a shared program or tool with different inputs, against the same action. */
const HEAD_ALONE = 0.5

/** Whether some step is specific to the task: an action that is the same in most runs and no housekeeping. */
export const hasOwnStep = (steps: StepSet): boolean => [...steps.values()].some((tells) => tells > HEAD_ALONE)

/** The weighted Jaccard index of two step sets, 0 to 1, and their shared steps of high weight. */
export interface StepLikeness {
  readonly likeness: number
  readonly telling: readonly string[]
}

/**
 * Compares two step sets. `habit` is that of the project's other turns, in which frequent steps weigh little.
 * Symmetric.
 */
export function likenessOfSteps(one: StepSet, other: StepSet, habit: BaseRates = NO_HABIT): StepLikeness {
  const known = habit.turns >= MIN_HABIT
  const weight = (step: string) => {
    const tells = one.get(step) ?? other.get(step) ?? 0
    return known ? weightIn(tells, rarity(habit.steps.get(step), habit.turns)) : tells
  }
  const shared = [...one.keys()].filter((step) => other.has(step))
  const sum = (steps: Iterable<string>) => [...steps].reduce((total, step) => total + weight(step), 0)
  const all = sum(new Set([...one.keys(), ...other.keys()]))
  const telling = shared.filter((step) => weight(step) >= TELLING)
  return { likeness: all === 0 ? 0 : sum(shared) / all, telling }
}

/**
 * What `likenessOfSteps` comes to at most, and how many shared steps are telling at most, when up to `left` more turns
 * are added to the habit.
 */
export function likenessAtMost(
  one: StepSet,
  other: StepSet,
  { habit, left }: { readonly habit: BaseRates; readonly left: number },
): { readonly likeness: number; readonly telling: number } {
  // Until the habit is known the weights are those of the kinds alone.
  if (habit.turns < MIN_HABIT) return { likeness: 1, telling: Number.POSITIVE_INFINITY }
  const turns = habit.turns + left
  let [both, rest, telling] = [0, 0, 0]
  for (const [step, tells] of one) {
    const seen = habit.steps.get(step) ?? 0
    // A step is rarest if no further turn has it, and least rare if each has it.
    if (!other.has(step)) rest += weightIn(tells, rarity(seen + left, turns))
    else {
      const most = weightIn(tells, rarity(seen, turns))
      both += most
      if (most >= TELLING - ROUNDING) telling++
    }
  }
  for (const [step, tells] of other)
    if (!one.has(step)) rest += weightIn(tells, rarity((habit.steps.get(step) ?? 0) + left, turns))
  return { likeness: both === 0 ? 0 : both / (both + rest) + ROUNDING, telling }
}

/** More than what sums and logarithms are off by. */
const ROUNDING = 1e-9

/** Least weight of a step that distinguishes a task from others. */
const TELLING = 1 / 2
/**
 * Least weight by kind if the habit is known, so that rare steps count; measured on drafts of equal and other tasks.
 */
const LEAST = 1 / 2
/** Information of a step, in bits, from which its rarity is 1. */
const RARE_BITS = 4

/** Rarity of a step that so many of a project's turns have: 0 if every turn has it, up to 1. */
const rarity = (having: number | undefined, turns: number): number =>
  Math.min(1, -Math.log2(((having ?? 0) + 1) / (turns + 1)) / RARE_BITS)

/** Weight of a step of this weight by kind if the habit is known. */
const weightIn = (tells: number, rare: number): number => Math.max(LEAST, tells) * rare
