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
export function otherTasks(
  turns: readonly TurnTrajectory[],
  evidence: readonly TurnTrajectory[],
): readonly TurnTrajectory[] {
  const asked = evidence.map(({ userInput }) => featuresOf(askedText(userInput)))
  return turns.filter(({ userInput }) => {
    const own = featuresOf(askedText(userInput))
    return asked.filter((one) => asksTheSame(own, one)).length < majority(asked.length)
  })
}

const asksTheSame = (a: Features, b: Features): boolean =>
  similarityAtMost(a, b) >= THRESHOLDS.join && similarity(a, b) >= THRESHOLDS.join
