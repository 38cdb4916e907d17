/** Logarithm of the Beta function for positive arguments. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)

/** Stirling's series, the argument shifted to 8 and above; relative error below 1e-12. */
function logGamma(x: number): number {
  let shift = 0
  let y = x
  while (y < 8) {
    shift += Math.log(y)
    y += 1
  }
  const r = 1 / (y * y)
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r / 1680))) / y
  return (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + series - shift
}
