import { type Counts, headStart, seedSuccesses } from '../hydration.ts'
import { type Arm, newArm } from './knowledge.ts'

/** What speaks for a skill before its outcomes do. */
export interface SeedSources {
  /** Simulated successes of its best `bench` row: measured. */
  readonly bench?: number | undefined
  /** Simulated successes of its best `auto_drafter` row: a guess. */
  readonly draft?: number | undefined
  /** Simulated successes by its rank among the skills in use. */
  readonly headStart?: number | undefined
  /** Its recorded outcomes. */
  readonly counts: Counts
}

/** A guess weighs half of what a measurement of equal value does. */
const PRIOR_WEIGHT = 0.5

/**
 * Simulated outcomes that a skill's arm begins with, from the first source that there is. A measured score below one half
 * counts its failures too, and a guess is dropped once a skill has failed more often than not: a measured-bad skill must
 * not outrank an unseen one.
 */
export function seedsOf({ bench, draft, headStart: start, counts }: SeedSources): Counts {
  if (bench !== undefined) return { successes: bench, failures: 2 * bench < FULL ? FULL - bench : 0 }
  if (counts.failures > counts.successes) return NO_SEEDS
  return { successes: (draft ?? start ?? 0) * PRIOR_WEIGHT, failures: 0 }
}

/** Successes that the best measured score stands for. */
const FULL = seedSuccesses(1)

export const NO_SEEDS: Counts = { successes: 0, failures: 0 }

/**
 * Head starts by rank: skills with recorded use whose Beta mean is .5 or more, best first, ties in the order given. The
 * others get none: folder order is no evidence.
 */
export function headStarts(
  names: readonly string[],
  counts: (name: string) => Counts | undefined,
): ReadonlyMap<string, number> {
  const good = names
    .map((name) => ({ name, mean: meanOf(counts(name)) }))
    .filter(({ mean }) => mean >= 0.5)
    .sort((a, b) => b.mean - a.mean)
  const starts = good.length === 0 ? [] : headStart(names.length)
  return new Map(good.flatMap(({ name }, i) => (starts[i] === 0 ? [] : [[name, starts[i] as number]])))
}

const meanOf = (counts: Counts | undefined): number =>
  counts === undefined || counts.successes + counts.failures <= 0
    ? 0
    : (counts.successes + 1) / (counts.successes + counts.failures + 2)

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
