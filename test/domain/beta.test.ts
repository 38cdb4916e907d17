import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/bandit.ts'
import { drawLogit } from '../../src/domain/beta.ts'
import { incompleteBeta } from './incomplete-beta.ts'

const SHAPES = [0.01, 0.3, 1, 4, 70, 5000, 1e6]
const PAIRS = SHAPES.flatMap((alpha) => SHAPES.map((beta) => ({ alpha, beta })))
const DRAWS = 4000

describe.each(PAIRS)('Beta($alpha, $beta)', ({ alpha, beta }) => {
  const random = seededRandom(Math.round(alpha * 977 + beta * 131))
  const draws = Array.from({ length: DRAWS }, () => 1 / (1 + Math.exp(-drawLogit({ alpha, beta }, random))))

  it('draws with the known mean and variance', () => {
    const sum = alpha + beta
    const mean = alpha / sum
    const variance = (alpha * beta) / (sum * sum * (sum + 1))
    const found = draws.reduce((a, b) => a + b) / DRAWS
    expect(Math.abs(found - mean)).toBeLessThanOrEqual(5 * Math.sqrt(variance / DRAWS) + 1e-12)
    const spread = draws.reduce((a, b) => a + (b - mean) ** 2, 0) / DRAWS
    expect(Math.abs(spread - variance)).toBeLessThanOrEqual(5 * Math.sqrt(fourthMoment(alpha, beta) / DRAWS) + 1e-12)
  })

  it('passes a Kolmogorov-Smirnov test against the incomplete beta function', () => {
    // 1.95 / sqrt(n) is the 0.1 % point of the statistic; draws that round to 0 or 1 carry the mass beyond them.
    const sorted = draws.filter((x) => x > 1e-12 && x < 1 - 1e-12).sort((a, b) => a - b)
    const below = draws.filter((x) => x <= 1e-12).length
    const distance = sorted.reduce(
      (most, x, i) => Math.max(most, Math.abs(incompleteBeta(x, alpha, beta) - (below + i + 0.5) / DRAWS)),
      0,
    )
    expect(distance).toBeLessThan(1.95 / Math.sqrt(DRAWS))
  })
})

/** Fourth central moment. */
function fourthMoment(a: number, b: number): number {
  const s = a + b
  const variance = (a * b) / (s * s * (s + 1))
  const excess = (6 * ((a - b) ** 2 * (s + 1) - a * b * (s + 2))) / (a * b * (s + 2) * (s + 3))
  return variance * variance * (excess + 3)
}

describe('drawLogit', () => {
  it('replays from its seed', () => {
    const draw = (seed: number) => drawLogit({ alpha: 2, beta: 3 }, seededRandom(seed))
    expect(draw(7)).toBe(draw(7))
    expect(draw(7)).not.toBe(draw(8))
  })

  it.each([0, 0.5, 1 - 2 ** -53])('ends with a finite number when the generator is stuck at %d', (stuck) => {
    for (const { alpha, beta } of PAIRS) expect(drawLogit({ alpha, beta }, () => stuck)).not.toBeNaN()
  })

  it('tells apart draws that round to the same probability', () => {
    const random = seededRandom(3)
    const draws = Array.from({ length: 100 }, () => drawLogit({ alpha: 0.01, beta: 0.01 }, random))
    expect(new Set(draws).size).toBe(100)
  })
})
