import type { ProjectHabit } from './habit.ts'
import { type Asked, areOpposed, coreWords } from './likeness.ts'
import { likenessOfSteps, type StepSet } from './step-set.ts'

/** A drafted skill as it is compared with another: what was asked for, and what most of its runs did. */
export interface TaskEvidence extends Asked {
  readonly steps: StepSet
}

/** What two drafts for one task share. */
export interface SameTask {
  /** Share of what their steps tell, 0 to 1. */
  readonly likeness: number
  /** Steps that few other turns show. */
  readonly telling: number
}

/**
 * What makes two drafts one task, by steps and words; undefined for two tasks. Steps that the project's other turns show
 * as well tell nothing, so that formatting, linting and testing join no two tasks. Symmetric.
 */
export function sameTask(one: TaskEvidence, other: TaskEvidence, habit?: ProjectHabit): SameTask | undefined {
  const { likeness, telling } = likenessOfSteps(one.steps, other.steps, habit)
  if (telling.length === 0 || likeness < LIKE_STEPS || areOpposed(one, other)) return undefined
  const inOtherWords = telling.length >= 2 && likeness >= SAME_STEPS
  if (!inOtherWords && likenessOfWords(one, other) < LIKE_WORDS) return undefined
  return { likeness, telling: telling.length }
}

/**
 * Measured on recorded runs, half of the tasks for the choice and half for the check (test/bench/same-task.ts): the steps
 * alone from .8 on, with two that tell; from .6 on with one, where the requests share three words in ten.
 */
const SAME_STEPS = 0.8
const LIKE_STEPS = 0.6
const LIKE_WORDS = 0.3

function likenessOfWords(one: Asked, other: Asked): number {
  const [a, b] = [coreWords(one.triggers), coreWords(other.triggers)]
  const both = [...a].filter((word) => b.has(word)).length
  return both / Math.max(1, a.size + b.size - both)
}
