import type { BaseRates } from './base-rates.ts'
import { areOpposed, coreWords, type SkillRequests } from './likeness.ts'
import { likenessAtMost, likenessOfSteps, type StepSet } from './step-set.ts'

/** A drafted skill as it is compared with another: its requests, and the common steps of its runs. */
export interface TaskEvidence extends SkillRequests {
  readonly steps: StepSet
}

/** How similar two drafts for one task are. */
export interface SameTask {
  /** Weighted Jaccard index of their steps, 0 to 1. */
  readonly likeness: number
  /** Number of shared steps that few other turns have. */
  readonly telling: number
}

/**
 * Decides by steps and words whether two drafts are for one task; undefined if not. Steps that are frequent in the
 * project's other turns weigh little, so that formatting, linting and testing do not join two tasks. Symmetric.
 */
export function sameTask(one: TaskEvidence, other: TaskEvidence, habit?: BaseRates): SameTask | undefined {
  const { likeness, telling } = likenessOfSteps(one.steps, other.steps, habit)
  if (!isEnough({ likeness, telling: telling.length }, one, other) || !canBeSameTask(one, other)) return undefined
  return { likeness, telling: telling.length }
}

/**
 * False where `sameTask` finds nothing whatever up to `left` further turns add to the habit; for two that can be the same
 * task.
 */
export const canStillBeSameTask = (
  one: TaskEvidence,
  other: TaskEvidence,
  known: { readonly habit: BaseRates; readonly left: number },
): boolean => isEnough(likenessAtMost(one.steps, other.steps, known), one, other)

function isEnough({ likeness, telling }: SameTask, one: SkillRequests, other: SkillRequests): boolean {
  if (telling === 0 || likeness < SOME_STEPS) return false
  if (telling >= 2 && likeness >= SAME_STEPS) return true
  const words = likenessOfWords(one, other)
  return words >= (likeness >= LIKE_STEPS ? LIKE_WORDS : SAME_WORDS)
}

/** False where two drafts are not for one task whatever the project's habit is, which is dear to read. */
export function canBeSameTask(one: TaskEvidence, other: TaskEvidence): boolean {
  const shared = [...one.steps.keys()].filter((step) => other.steps.has(step)).length
  if (shared === 0 || areOpposed(one, other)) return false
  return shared >= 2 || likenessOfWords(one, other) >= LIKE_WORDS
}

/**
 * Least step similarity: .8 by steps alone, with two distinguishing steps; .6 with one, if the requests share three
 * words in ten; .3 if they share two words in three. Measured on recorded runs, half of the tasks for tuning and half for testing (test/bench/same-task.ts).
 */
const SAME_STEPS = 0.8
const LIKE_STEPS = 0.6
const SOME_STEPS = 0.3
const LIKE_WORDS = 0.3
const SAME_WORDS = 2 / 3

function likenessOfWords(one: SkillRequests, other: SkillRequests): number {
  const [a, b] = [coreWords(one.triggers), coreWords(other.triggers)]
  const both = [...a].filter((word) => b.has(word)).length
  return both / Math.max(1, a.size + b.size - both)
}
