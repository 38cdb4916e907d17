import { describe, expect, it } from 'vitest'
import { scratch } from '../../scratch.ts'
import { cutPower } from './cuts.ts'
import { canTrace } from './trace.ts'

// Without strace, or where a process may not be traced, nobody can say what is flushed when.
describe.runIf(canTrace())('a power cut at any call that changes the database', () => {
  it('loses no acknowledged turn with storage.durability full', () => {
    const { cuts, mostLost, broken } = cutPower(scratch(), 'full', 2)
    expect({ mostLost, broken }).toEqual({ mostLost: 0, broken: [] })
    expect(cuts).toBeGreaterThan(20)
  })

  it('loses the newest turns alone, each whole, with normal', () => {
    const { cuts, mostLost, broken } = cutPower(scratch(), 'normal', 2)
    expect(broken).toEqual([])
    expect(mostLost).toBeGreaterThan(0)
    expect(cuts).toBeGreaterThan(20)
  })
})
