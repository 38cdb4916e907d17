import { logBeta } from './belief.ts'
import type { Beta } from './beta.ts'

/** Arms with the same posterior: they share one propensity. */
export interface ArmGroup extends Beta {
  readonly count: number
}

/**
 * For each group P(one given arm of it has the highest draw): the integral of its density times what the others have below,
 * on the logit scale, where the density of a Beta variable is log-concave with exponential tails. For shapes of 1 or more, as
 * counts give; over all arms they then sum to 1 within 1e-6. In (0, 1].
 */
export function propensities(groups: readonly ArmGroup[]): readonly number[] {
  if (groups.length === 1) return [1 / groups[0]!.count]
  const laws = groups.map((group) => new Law(group))
  const wins = groups.map(() => 0)
  let last: readonly Jet[] | undefined
  for (const t of nodesOf(laws)) {
    for (const law of laws) law.moveTo(t)
    const sum = (of: (law: Law) => number) => laws.reduce((all, law) => all + law.count * of(law), 0)
    // The logarithm of what all arms have below, and its first two derivatives.
    const below = sum((law) => Math.log(law.below))
    const [rise, bend] = [sum(({ hazard }) => hazard), sum(({ hazardSlope }) => hazardSlope)]
    const here = laws.map(({ hazard, hazardSlope, lean, curve }): Jet => {
      const value = below === Number.NEGATIVE_INFINITY ? 0 : hazard * Math.exp(below)
      if (value === 0) return [t, 0, 0, 0]
      const slope = lean - hazard + rise
      return [t, value, value * slope, value * (slope * slope + curve - hazardSlope + bend)]
    })
    for (const [i, before] of (last ?? []).entries()) wins[i]! += panel(before, here[i]!)
    last = here
  }
  return wins.map((win) => Math.min(1, Math.max(win, LEAST)))
}

/** Lower bound of a propensity: an arm that was drawn has a chance above 0, and inverse weights must stay finite. */
const LEAST = 1e-12

/** Step in units of the local scale; the sums are then within 1e-7 of 1 (measured). */
const STEP = 0.11
/** A density is read as far as exp(-40) of its peak. */
const DEPTH = 40

/** Ascending points, as close as the narrowest density at each place wants them, with the ends of all. */
function nodesOf(laws: readonly Law[]): readonly number[] {
  const nodes: number[] = []
  const ends = laws.flatMap(({ low, high }) => [low, high]).sort((a, b) => a - b)
  for (const [i, end] of ends.entries()) {
    const next = ends[i + 1] ?? end
    const here = laws.filter(({ low, high }) => low <= end && high >= next)
    for (let t = end; t < next; t += Math.min(...here.map((law) => law.stepAt(t)), next - t)) nodes.push(t)
  }
  return [...nodes, ends.at(-1)!]
}

/** The distribution of the logit of a Beta variable, which is read from left to right. */
class Law {
  readonly count: number
  readonly low: number
  readonly high: number
  /** The share below the point that was read last. */
  below = 0
  /** The density there as a share of that, and its slope. */
  hazard = 0
  hazardSlope = 0
  /** The first two derivatives of the logarithm of the density. */
  lean = 0
  curve = 0
  readonly #alpha: number
  readonly #beta: number
  readonly #logTotal: number
  #last: Jet | undefined

  constructor({ alpha, beta, count }: ArmGroup) {
    this.count = count
    this.#alpha = alpha
    this.#beta = beta
    this.#logTotal = logBeta(alpha, beta)
    this.low = this.#end(-1)
    this.high = this.#end(1)
  }

  moveTo(t: number): void {
    if (t > this.high) [this.below, this.hazard, this.hazardSlope] = [1, 0, 0]
    if (t < this.low || t > this.high) return
    ;[this.lean, this.curve] = this.#derivatives(t)
    const density = Math.exp(this.#logDensity(t))
    const here: Jet = [t, density, density * this.lean, density * (this.lean * this.lean + this.curve)]
    if (this.#last !== undefined) this.below = Math.min(1, this.below + panel(this.#last, here))
    this.#last = here
    this.hazard = this.below === 0 ? 0 : density / this.below
    this.hazardSlope = this.hazard * (this.lean - this.hazard)
  }

  /** The first two derivatives of the log-density set the scale. */
  stepAt(t: number): number {
    const [first, second] = this.#derivatives(t)
    return STEP / Math.sqrt((first * first) / 9 - second)
  }

  #end(direction: 1 | -1): number {
    let t = Math.log(this.#alpha / this.#beta)
    const floor = this.#logDensity(t) - DEPTH
    while (this.#logDensity(t) > floor) t += direction * this.stepAt(t)
    return t
  }

  /** The change to the logit scale lifts both exponents by one. */
  #logDensity(t: number): number {
    return -this.#alpha * softplus(-t) - this.#beta * softplus(t) - this.#logTotal
  }

  #derivatives(t: number): readonly [first: number, second: number] {
    const p = 1 / (1 + Math.exp(-t))
    return [this.#alpha * (1 - p) - this.#beta * p, -(this.#alpha + this.#beta) * p * (1 - p)]
  }
}

const softplus = (t: number) => Math.max(t, 0) + Math.log1p(Math.exp(-Math.abs(t)))

type Jet = readonly [at: number, value: number, slope: number, bend: number]

/** Integral over one step from the values and two derivatives at its ends (two-point Taylor, sixth order). */
function panel(a: Jet, b: Jet): number {
  const step = b[0] - a[0]
  return step * ((a[1] + b[1]) / 2 + (step * (a[2] - b[2])) / 10 + (step * step * (a[3] + b[3])) / 120)
}
