/**
 * One-sided sign-flip test (Fisher's permutation test for pairs): the share of all ways to give the differences signs
 * whose sum is at least the observed one. Exact for differences that are multiples of 1/2,520, such as means of up to ten
 * tries that pass or fail; others are rounded to these. 1 where the sum is not above 0.
 */
export function signFlipP(differences: readonly number[]): number {
  const whole = differences.map((one) => Math.round(one * GRID)).filter((one) => one !== 0)
  const unit = whole.reduce(greatestDivisor, 0) || 1
  const sizes = whole.map((one) => Math.abs(one) / unit)
  const total = sizes.reduce((sum, one) => sum + one, 0)
  const observed = whole.reduce((sum, one) => sum + one, 0) / unit
  // Turning differences of size t to the minus takes 2t off the largest sum.
  return observed <= 0 ? 1 : shareOfSubsets(sizes, (total - observed) / 2)
}

/** The least common multiple of 1 to 10. */
const GRID = 2_520

/** The share of all subsets of these whole numbers whose sum is at most `most`. */
function shareOfSubsets(sizes: readonly number[], most: number): number {
  const share = new Float64Array(most + 1)
  share[0] = 1
  for (const size of sizes)
    for (let sum = most; sum >= 0; sum--) share[sum] = ((share[sum] ?? 0) + (share[sum - size] ?? 0)) / 2
  return share.reduce((total, one) => total + one, 0)
}

function greatestDivisor(a: number, b: number): number {
  let [one, other] = [Math.abs(a), Math.abs(b)]
  while (other > 0) [one, other] = [other, one % other]
  return one
}
