import type { Beta } from './beta.ts'

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

  /** Density at logit `t`. */
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
