import { askedText } from '../grouping/asked.ts'
import { type Features, featuresOf } from '../grouping/features.ts'
import { isSimilar } from '../grouping/similarity.ts'
import { THRESHOLDS } from '../grouping/thresholds.ts'
import type { TurnTrajectory } from '../turn.ts'
import { majority } from './align.ts'

/**
 * The turns of a project that are dissimilar to most of the evidence's requests. Base rates are computed from these,
 * because the steps of a frequently repeated task would otherwise count as a habit of the project.
 */
export function otherTasks<T extends { readonly asked: Features }>(
  turns: readonly T[],
  evidence: readonly TurnTrajectory[],
): readonly T[] {
  return turns.filter(otherTaskThan(evidence))
}

/** Whether a turn is dissimilar to most of the evidence's requests. */
export function otherTaskThan(evidence: readonly TurnTrajectory[]): (turn: { readonly asked: Features }) => boolean {
  const wanted = evidence.map(askedFeatures)
  const most = majority(wanted.length)
  return ({ asked }) => !asksLikeMost(asked, wanted, most)
}

/** Whether a request is similar to at least `most` of the others; stops as soon as that is decided. */
function asksLikeMost(asked: Features, wanted: readonly Features[], most: number): boolean {
  let alike = 0
  for (const [i, one] of wanted.entries()) {
    if (alike + wanted.length - i < most) return false
    if (isSimilar(asked, one, THRESHOLDS.join) && ++alike >= most) return true
  }
  return alike >= most
}

/** The features of a turn's request. Cached per turn object. */
export function askedFeatures(turn: Pick<TurnTrajectory, 'userInput'>): Features {
  const features = read.get(turn) ?? featuresOf(askedText(turn.userInput))
  read.set(turn, features)
  return features
}

const read = new WeakMap<object, Features>()
