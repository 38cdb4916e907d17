/**
 * The constants of grouping, all similarities from 0 to 1: tuned on half of the intents of CLINC150 and HWU64, the last
 * .01 on all of them. `follow` and `followName`: on 100 users of bank and card requests purity with one-offs is .926,
 * but .910 with .8 and 1. `name` and `followName` trade duplicate names for wrong ones: .17 and 2 give 1.71 names per
 * task on repeats of CLINC150 but .039 wrong names with one-offs; .2 and 1.4 give 1.78 and .025. The same real
 * developers' tasks are found with a `name` of .17 to .26, and with the first three .03 lower or higher.
 */
export interface Thresholds {
  /** Least pairwise similarity of the requests that found a group. */
  readonly birth: number
  /** Least mean similarity to a group's two nearest members for a request to join. */
  readonly join: number
  /** Least pairwise similarity of the turns of one draft; less similar turns stay waiting. */
  readonly mutual: number
  /** Least mean similarity to the members of another group for a new group to take its name. */
  readonly name: number
  /** The factors by which the user's `excess` similarity raises the first three thresholds, and shifts `name`. */
  readonly follow: number
  readonly followName: number
  /** Lower limit of the shifted `name`. */
  readonly leastName: number
}

export const THRESHOLDS: Thresholds = {
  birth: 0.427,
  join: 0.447,
  mutual: 0.377,
  name: 0.2,
  follow: 1.6,
  followName: 1.4,
  leastName: 0.155,
}

/** Upper limits of the state; beyond them the oldest entries are dropped. */
export interface Limits {
  readonly members: number
  /** Members of a group that no draft has used yet. */
  readonly waiting: number
  readonly groups: number
  /** Requests without a group. */
  readonly pending: number
}

export const LIMITS: Limits = { members: 30, waiting: 12, groups: 10_000, pending: 2_000 }
