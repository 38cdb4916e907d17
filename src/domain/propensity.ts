import type { Beta } from './beta.ts'

/** Arms with the same posterior: they share one propensity. */
export interface ArmGroup extends Beta {
  readonly count: number
}

/**
 * P(one given arm of group `index` has the highest draw), exact by adaptive quadrature on the logit scale; over all arms
 * the values sum to 1 within 1e-6. In (0, 1].
 */
export function propensity(groups: readonly ArmGroup[], index: number): number {
  const arms = groups.reduce((sum, { count }) => sum + count, 0)
  if (arms <= 1) return 1
  const distributions = groups.map((group) => new LogitDistribution(group))
  const mine = distributions[index]!
  const rivals = distributions
    .map((distribution, i) => ({ distribution, count: groups[i]!.count - (i === index ? 1 : 0) }))
    .filter(({ distribution, count }) => count > 0 && distribution.high > mine.low)
  const integrand = (t: number) => {
    let log = 0
    for (const { distribution, count } of rivals) log += count * distribution.logCdf(t)
    return log < -60 ? 0 : mine.density(t) * Math.exp(log)
  }
  const tolerance = 1e-10 / arms
  const ends = panels(
    mine,
    rivals.map(({ distribution }) => distribution),
  )
  let value = 0
  for (let i = 1; i < ends.length; i++) value += integrate(integrand, ends[i - 1]!, ends[i]!, tolerance)
  return Math.min(1, Math.max(value, LEAST))
}

/**
 * Break points of the integral: the distribution function of a narrow rival is nearly a step, which a rule on a wide
 * panel could miss. The integral begins at the highest lower end of a rival's table: below it that rival is certain to
 * win.
 */
function panels(mine: LogitDistribution, rivals: readonly LogitDistribution[]): number[] {
  const width = mine.high - mine.low
  const start = rivals.reduce((end, distribution) => Math.max(end, distribution.low), mine.low)
  const narrow = rivals.filter((distribution) => distribution.high - distribution.low < width / 4)
  const gap =
    narrow.reduce((least, distribution) => Math.min(least, distribution.high - distribution.low), width / 2) / 4
  const cuts = [...narrow.flatMap((distribution) => [distribution.low, distribution.high]), mine.mode].sort(
    (a, b) => a - b,
  )
  const ends = [start]
  for (const cut of cuts) if (cut > ends.at(-1)! + gap && cut < mine.high - gap) ends.push(cut)
  return start < mine.high ? [...ends, mine.high] : []
}

/** Lower bound of a propensity: an arm that was drawn has a chance above 0, and inverse weights must stay finite. */
const LEAST = 1e-12
/** Halvings after which a panel is 1e-9 of its first width. */
const MAX_DEPTH = 30
/** Tolerance above the rounding error of densities with shapes near 1e6, about 3e-10. */
const NOISE = 2e-9

/** Adaptive Gauss-Kronrod (7, 15) integration to an absolute tolerance per panel, or to the rounding noise. */
function integrate(f: (t: number) => number, a: number, b: number, tolerance: number, depth = 0): number {
  const center = (a + b) / 2
  const half = (b - a) / 2
  const middle = f(center)
  let kronrod = middle * KRONROD[7]!
  let gauss = middle * GAUSS[3]!
  for (let i = 0; i < 7; i++) {
    const pair = f(center - half * POINTS[i]!) + f(center + half * POINTS[i]!)
    kronrod += KRONROD[i]! * pair
    if (i % 2 === 1) gauss += GAUSS[(i - 1) / 2]! * pair
  }
  if (depth >= MAX_DEPTH || Math.abs(kronrod - gauss) * half <= Math.max(tolerance, NOISE * kronrod * half))
    return kronrod * half
  return integrate(f, a, center, tolerance, depth + 1) + integrate(f, center, b, tolerance, depth + 1)
}

// Nodes and weights of the 15-point Kronrod rule and of the 7-point Gauss rule inside it (QUADPACK, qk15).
const POINTS = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911,
  0.4058451513773972, 0.20778495500789848,
]
const KRONROD = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679,
  0.19035057806478542, 0.20443294007529889, 0.20948214108472782,
]
const GAUSS = [0.1294849661688697, 0.27970539148927664, 0.3818300505051189, 0.4179591836734694]

/** Step of the table in units of the local scale; .15 keeps the distribution function within 1e-9 (measured). */
const STEP = 0.15
/** The table ends where the density is exp(-40) of its peak. */
const DEPTH = 40

/**
 * The distribution of the logit of a Beta variable, tabulated. On this scale its density is log-concave with exponential
 * tails for every shape, so that one table serves Beta(.01, .01) and Beta(1e6, 1e6) alike.
 */
export class LogitDistribution {
  readonly low: number
  readonly high: number
  readonly mode: number
  readonly #beta: Beta
  /** Logarithm of the density's integral when its peak is scaled to 1, less the peak's own logarithm. */
  readonly #logTotal: number
  readonly #at: Float64Array
  readonly #density: Float64Array
  readonly #slope: Float64Array
  /** Mass below each node left of the median node; mass above it from there on: both keep their relative precision. */
  readonly #mass: Float64Array
  readonly #middle: number

  constructor(beta: Beta) {
    this.#beta = beta
    this.mode = Math.log(beta.alpha / beta.beta)
    const at = nodes(beta, this.mode)
    const peak = logDensity(beta, this.mode)
    const jets = at.map((t) => jet(beta, t, peak))
    const steps = new Float64Array(at.length)
    let total = 0
    for (let i = 1; i < at.length; i++) total += steps[i] = panel(at[i]! - at[i - 1]!, jets[i - 1]!, jets[i]!)
    this.low = at[0]!
    this.high = at.at(-1)!
    this.#logTotal = Math.log(total) + peak
    this.#at = Float64Array.from(at)
    this.#density = Float64Array.from(jets, ([value]) => value / total)
    this.#slope = Float64Array.from(jets, ([, slope]) => slope / total)
    this.#mass = new Float64Array(at.length)
    let below = 0
    let middle = 0
    while (middle < at.length - 1 && below + steps[middle + 1]! < total / 2) {
      below += steps[++middle]!
      this.#mass[middle] = below / total
    }
    this.#middle = middle
    let above = 0
    for (let i = at.length - 1; i > middle; i--) {
      this.#mass[i] = above / total
      above += steps[i]!
    }
  }

  density(t: number): number {
    return Math.exp(logDensity(this.#beta, t) - this.#logTotal)
  }

  /** Logarithm of P(logit <= t); precise in both tails, -Infinity below the table. */
  logCdf(t: number): number {
    if (t >= this.high) return 0
    if (t <= this.low) return Number.NEGATIVE_INFINITY
    let i = 0
    let end = this.#at.length - 1
    while (end - i > 1) {
      const mid = (i + end) >> 1
      if (this.#at[mid]! <= t) i = mid
      else end = mid
    }
    const rising = i < this.#middle
    const next = i + 1
    const step = this.#at[next]! - this.#at[i]!
    const sign = rising ? 1 : -1
    // The panel that holds the middle node counts from the right, where its left node has the complement.
    const left = !rising && i === this.#middle ? 1 - this.#mass[i]! : this.#mass[i]!
    const mass = hermite(
      (t - this.#at[i]!) / step,
      left,
      this.#mass[next]!,
      sign * this.#density[i]! * step,
      sign * this.#density[next]! * step,
      sign * this.#slope[i]! * step * step,
      sign * this.#slope[next]! * step * step,
    )
    return rising ? Math.log(Math.max(mass, 0)) : Math.log1p(-Math.min(Math.max(mass, 0), 1))
  }
}

const softplus = (t: number) => Math.max(t, 0) + Math.log1p(Math.exp(-Math.abs(t)))

/** Unnormalised: the change to the logit scale lifts both exponents by one. */
const logDensity = ({ alpha, beta }: Beta, t: number) => -alpha * softplus(-t) - beta * softplus(t)

/** Nodes outwards from the mode, spaced by the curvature of the density. */
function nodes(beta: Beta, mode: number): number[] {
  const floor = logDensity(beta, mode) - DEPTH
  const side = (direction: 1 | -1) => {
    const found: number[] = []
    for (let t = mode; logDensity(beta, t) > floor; ) {
      t += direction * stepAt(beta, t)
      found.push(t)
    }
    return found
  }
  return [...side(-1).reverse(), mode, ...side(1)]
}

/**
 * The first two derivatives of the log-density set the scale. The logistic curve itself has a scale of 1, so a step may
 * be longer only where the second derivative is negligible at its end too.
 */
function stepAt({ alpha, beta }: Beta, t: number): number {
  const p = 1 / (1 + Math.exp(-t))
  const first = alpha * (1 - p) - beta * p
  const second = (alpha + beta) * p * (1 - p)
  return Math.min(STEP / Math.sqrt(second + (first * first) / 9), Math.max(0.3, Math.log(FLAT / second)))
}

/** Second derivative below which curvature is negligible. */
const FLAT = 1e-8

type Jet = readonly [value: number, slope: number, bend: number]

/** Density scaled to a peak of 1, with its first two derivatives. */
function jet(beta: Beta, t: number, peak: number): Jet {
  const p = 1 / (1 + Math.exp(-t))
  const first = beta.alpha * (1 - p) - beta.beta * p
  const second = -(beta.alpha + beta.beta) * p * (1 - p)
  const value = Math.exp(logDensity(beta, t) - peak)
  return [value, value * first, value * (first * first + second)]
}

/** Integral over one step from the values and two derivatives at its ends (two-point Taylor, sixth order). */
function panel(step: number, a: Jet, b: Jet): number {
  return step * ((a[0] + b[0]) / 2 + (step * (a[1] - b[1])) / 10 + (step * step * (a[2] + b[2])) / 120)
}

/** Quintic through values, slopes and second derivatives at 0 and 1. */
function hermite(x: number, v0: number, v1: number, s0: number, s1: number, c0: number, c1: number): number {
  const rise = v1 - v0 - s0 - c0 / 2
  const turn = s1 - s0 - c0
  const bend = c1 - c0
  const x3 = x * x * x
  return (
    v0 +
    x * (s0 + (x * c0) / 2) +
    x3 * (10 * rise - 4 * turn + bend / 2 + x * (-15 * rise + 7 * turn - bend + x * (6 * rise - 3 * turn + bend / 2)))
  )
}
