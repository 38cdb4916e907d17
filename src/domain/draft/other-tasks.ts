import { askedText } from '../grouping/asked.ts'
import { type Features, featuresOf } from '../grouping/features.ts'
import { similarity, similarityAtMost } from '../grouping/similarity.ts'
import { THRESHOLDS } from '../grouping/thresholds.ts'
import type { TurnTrajectory } from '../turn.ts'
import { majority } from './align.ts'

/**
 * Those turns of a project that ask for something else than most of the evidence does. A project's habit is what its
 * other work shows: a task that makes up a good part of all turns would pass for a habit by its own repetitions.
 */
export function otherTasks<T extends { readonly asked: Features }>(
  turns: readonly T[],
  evidence: readonly TurnTrajectory[],
): readonly T[] {
  const wanted = evidence.map(askedFeatures)
  const most = majority(wanted.length)
  return turns.filter(({ asked }) => !asksLikeMost(asked, wanted, most))
}

/** Most turns ask for something else, and are known by that before all of the evidence was looked at. */
function asksLikeMost(asked: Features, wanted: readonly Features[], most: number): boolean {
  let alike = 0
  for (const [i, one] of wanted.entries()) {
    if (alike + wanted.length - i < most) return false
    if (asksTheSame(asked, one) && ++alike >= most) return true
  }
  return alike >= most
}

/** What a turn asks for, as it is compared with others. */
export const askedFeatures = ({ userInput }: Pick<TurnTrajectory, 'userInput'>): Features =>
  featuresOf(askedText(userInput))

const asksTheSame = (a: Features, b: Features): boolean =>
  similarityAtMost(a, b) >= THRESHOLDS.join && similarity(a, b) >= THRESHOLDS.join
