import { seededRandom } from '../bandit.ts'
import type { Random } from '../beta.ts'
import { ACCEPTED, signFlipP } from './paired.ts'

/** What a comparison can show. */
export interface Detectable {
  readonly families: number
  /** How many tasks these families are, where that is known. */
  readonly tasks?: number
  readonly repeats: number
  /** Smallest gain in score (0 to 1) that is found with a chance of 85 %; null where none is: too few families. */
  readonly gain: number | null
}

/**
 * The smallest gain that a comparison of so many families with so many repeats shows, before anything is tried. Assumes
 * tries that pass or fail, with the rate halfway between the two texts at one half, where chance is largest; a scorer with finer scores shows smaller
 * gains. Found by simulation with fixed seeds, to a hundredth.
 */
export function smallestEffect(families: number, repeats: number): Detectable {
  const found = (percent: number) => powerAt(percent / 100, families, repeats) >= POWER
  let [low, high] = [0, 100]
  if (!found(high)) return { families, repeats, gain: null }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (found(middle)) high = middle
    else low = middle
  }
  return { families, repeats, gain: high / 100 }
}

/** Share of comparisons that find the gain. */
function powerAt(gain: number, families: number, repeats: number): number {
  const random = seededRandom(SEED)
  let found = 0
  for (let trial = 0; trial < TRIALS; trial++) {
    const differences = Array.from(
      { length: families },
      () => rateOf(0.5 + gain / 2, repeats, random) - rateOf(0.5 - gain / 2, repeats, random),
    )
    if (signFlipP(differences) <= ACCEPTED) found++
  }
  return found / TRIALS
}

const POWER = 0.85
const TRIALS = 1_000
const SEED = 6

function rateOf(chance: number, repeats: number, random: Random): number {
  let passed = 0
  for (let n = 0; n < repeats; n++) if (random() < chance) passed++
  return passed / repeats
}
