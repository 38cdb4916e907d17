/** Regularised incomplete beta function by continued fraction: a reference that shares nothing with the code under test. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

function fraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let m = 1; m < 100_000; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / (1 + term * d)
      c = 1 + term / c
      h *= d * c
    }
    if (Math.abs(d * c - 1) < 1e-14) return h
  }
  return h
}

/** Stirling's series after shifting the argument above 10. */
function logGamma(x: number): number {
  let shift = 0
  while (x < 10) shift -= Math.log(x++)
  const y = 1 / (x * x)
  return shift + (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + (1 / 12 - y * (1 / 360 - y / 1260)) / x
}
