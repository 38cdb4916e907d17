import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signFlipP } from '../../../src/domain/proof/paired.ts'

/** All ways to give the differences signs, one by one. */
function slowly(differences: readonly number[]): number {
  const observed = differences.reduce((sum, one) => sum + one, 0)
  const ways = 2 ** differences.length
  let asFar = 0
  for (let way = 0; way < ways; way++) {
    const sum = differences.reduce((total, one, i) => total + ((way >> i) & 1 ? -Math.abs(one) : Math.abs(one)), 0)
    if (sum >= observed - 1e-9) asFar++
  }
  return observed > 1e-12 ? asFar / ways : 1
}

describe('the sign-flip test', () => {
  it('gives six gains of six one chance in 64', () => {
    expect(signFlipP(Array(6).fill(0.3))).toBe(1 / 64)
    expect(signFlipP([0.3, 0.3, 0, 0, 0.3, 0.3, 0.3, 0.3])).toBe(1 / 64)
    expect(signFlipP([])).toBe(1)
    expect(signFlipP([-1, 0.5])).toBe(1)
  })

  it('agrees with walking all ways', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -6, max: 6 }), { maxLength: 12 }),
        fc.constantFrom(1, 2, 3, 5, 10),
        (whole, repeats) => {
          const differences = whole.map((one) => Math.max(-1, Math.min(1, one / repeats)))
          expect(signFlipP(differences)).toBeCloseTo(slowly(differences), 10)
        },
      ),
    )
  })

  it('is a probability, and a gain and its loss are never both unlikely', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (differences) => {
          const [gain, loss] = [signFlipP(differences), signFlipP(differences.map((one) => -one))]
          for (const p of [gain, loss]) expect(p).toBeGreaterThan(0)
          for (const p of [gain, loss]) expect(p).toBeLessThanOrEqual(1)
          expect(gain + loss).toBeGreaterThanOrEqual(1 - 1e-9)
        },
      ),
    )
  })
})
