import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { anytimeRate } from '../../../src/domain/lift/interval.ts'

describe('anytimeRate', () => {
  it('holds the true rate at every one of 400 looks in at least 95 % of streams', () => {
    const random = seededRandom(31)
    for (const rate of [0.1, 0.5, 0.8]) {
      let missed = 0
      for (let stream = 0; stream < 300; stream++) {
        const counts = { successes: 0, failures: 0 }
        for (let n = 0; n < 400; n++) {
          counts[random() < rate ? 'successes' : 'failures']++
          const { low, high } = anytimeRate(counts, 0.05)
          if (low > rate || high < rate) {
            missed++
            break
          }
        }
      }
      expect(missed / 300).toBeLessThan(0.05)
    }
  })

  it('is everything without runs, and narrows as runs come in', () => {
    expect(anytimeRate({ successes: 0, failures: 0 }, 0.05)).toEqual({ low: 0, high: 1 })
    const width = (n: number) => {
      const { low, high } = anytimeRate({ successes: n, failures: n }, 0.05)
      return high - low
    }
    expect(width(10)).toBeGreaterThan(width(100))
    expect(width(1000)).toBeLessThan(0.1)
  })
})
