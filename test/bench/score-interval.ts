import type { Counts } from '../../src/domain/hydration.ts'
import { type Interval, rateOf } from '../../src/domain/lift/interval.ts'

/** 97.5 % point of the normal distribution. */
const Z = 1.959964

/** Wilson's 95 % score interval for a rate; 0 to 1 without runs. */
export function wilson({ successes, failures }: Counts): Interval {
  const n = successes + failures
  if (n <= 0) return { low: 0, high: 1 }
  const centre = (successes + (Z * Z) / 2) / (n + Z * Z)
  const half = (Z / (n + Z * Z)) * Math.sqrt((successes * failures) / n + (Z * Z) / 4)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/** Newcombe's 95 % hybrid score interval for the difference of two rates (1998, method 10). */
export function newcombe(treated: Counts, control: Counts): Interval {
  const [p1, p0] = [rateOf(treated), rateOf(control)]
  const [a, b] = [wilson(treated), wilson(control)]
  return {
    low: p1 - p0 - Math.hypot(p1 - a.low, b.high - p0),
    high: p1 - p0 + Math.hypot(a.high - p1, p0 - b.low),
  }
}
