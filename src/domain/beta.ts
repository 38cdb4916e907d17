/** A source of numbers in [0, 1). */
export type Random = () => number

/** A Beta distribution; both parameters above 0. */
export interface Beta {
  readonly alpha: number
  readonly beta: number
}

/**
 * The logit of one draw from Beta(alpha, beta): the difference of two log-gamma draws. Logits differ where
 * probabilities round to the same number, so that comparing draws never ends in a tie.
 */
export function drawLogit({ alpha, beta }: Beta, random: Random): number {
  return drawLogGamma(alpha, random) - drawLogGamma(beta, random)
}

/** Rejections after which the generator counts as constant; a working one has fewer than one rejection in 20 tries. */
const MAX_TRIES = 200

/** The logarithm of one Gamma(shape, 1) draw: Marsaglia and Tsang 2000, with their boost for shapes below 1. */
function drawLogGamma(shape: number, random: Random): number {
  if (shape < 1) return drawLogGamma(shape + 1, random) + Math.log(1 - random()) / shape
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const x = drawNormal(random)
    const root = 1 + c * x
    if (root <= 0) continue
    const v = root * root * root
    const u = 1 - random()
    if (u < 1 - 0.0331 * x ** 4 || Math.log(u) < x * x * 0.5 + d * (1 - v + Math.log(v))) return Math.log(d * v)
  }
  return Math.log(d)
}

/** One standard normal draw (Box and Muller 1958). */
export function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
