import type { Beta } from './beta.ts'
import { LogitDistribution } from './logit-distribution.ts'

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
