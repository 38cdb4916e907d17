import { type Counts, quartiles, seedSuccesses } from '../hydration.ts'
import { type Arm, newArm } from './learned-rates.ts'

/** The evidence for a skill before it has outcomes. */
export interface SeedSources {
  /** Simulated successes of its best `bench` row: measured. */
  readonly bench?: number | undefined
  /** Tasks that this row was measured on; undefined where it does not say. */
  readonly benchTasks?: number | undefined
  /** Simulated successes of its best `auto_drafter` row: a guess. */
  readonly draft?: number | undefined
  /** Simulated successes by its rank among the skills in use. */
  readonly headStart?: number | undefined
  /** Its recorded outcomes. */
  readonly counts: Counts
}

/** A score from few tasks is taken as if there were so many more that say nothing, as in the gate of `bench run`. */
const UNSEEN_TASKS = 4

/** Score that a draft's row begins with, marked as not measured. */
export const DRAFT_PRIOR = 0.7

/** A guess weighs half of what a measurement of equal value does. */
const PRIOR_WEIGHT = 0.5

/**
 * Simulated outcomes that a skill's arm begins with, from the first source that there is. A measured score below one half
 * counts its failures too; one that says of how many tasks it is weighs less with fewer. A guess is dropped once a skill has failed more often than not: a measured-bad skill must
 * not outrank an unseen one.
 */
export function seedsOf({ bench, benchTasks, draft, headStart: start, counts }: SeedSources): Counts {
  if (bench !== undefined) {
    const weight = benchTasks === undefined ? 1 : benchTasks / (benchTasks + UNSEEN_TASKS)
    return { successes: weight * bench, failures: weight * (2 * bench < FULL ? FULL - bench : 0) }
  }
  if (counts.failures > counts.successes) return NO_SEEDS
  return { successes: (draft ?? start ?? 0) * PRIOR_WEIGHT, failures: 0 }
}

/** Successes that the best measured score stands for. */
const FULL = seedSuccesses(1)

export const NO_SEEDS: Counts = { successes: 0, failures: 0 }

/**
 * The head start of a skill by its record: its rank among `n` skills by Beta mean, of which those in use have the
 * `records`. Equal records have equal starts; without recorded use, or with a mean below .5, there is none: folder order
 * is no evidence.
 */
export function headStartOf(n: number, records: readonly Counts[]): (record: Counts | undefined) => number {
  const means = new Float64Array(records.length)
  let count = 0
  for (const record of records) {
    const mean = meanOf(record)
    if (mean >= 0.5) means[count++] = mean
  }
  const good = means.subarray(0, count)
  // Means below which each quartile's start is missed: sorting numbers is what keeps this as cheap as reading the rows.
  good.sort()
  const least = quartiles(n).flatMap((end) => {
    const places = Math.min(end, good.length)
    return places === 0 ? [] : [good[good.length - places]!]
  })
  return (record) => {
    const mean = record === undefined ? 0 : meanOf(record)
    return least.filter((bound) => mean >= bound).length
  }
}

/** 0 without recorded use. */
const meanOf = ({ successes, failures }: Counts): number =>
  successes + failures <= 0 ? 0 : (successes + 1) / (successes + failures + 2)

/** An arm with its seeds on top of its outcomes; undefined where there is neither. Fades like any evidence. */
export function withSeeds(arm: Arm | undefined, seeds: Counts, now: number): Arm | undefined {
  if (seeds.successes + seeds.failures === 0) return arm
  const start = newArm(now, seeds)
  if (arm === undefined) return start
  return { ...arm, likelihood: arm.likelihood.map((value, i) => value * start.likelihood[i]!) }
}

/** The same arm with its seeds taken off again, as it is kept: they may change while its outcomes stay. */
export function withoutSeeds(arm: Arm, seeds: Counts): Arm {
  if (seeds.successes + seeds.failures === 0) return arm
  const { likelihood } = newArm(arm.at, seeds)
  const bare = arm.likelihood.map((value, i) => value / likelihood[i]!)
  const highest = Math.max(...bare)
  return { ...arm, likelihood: bare.map((value) => value / highest) }
}
