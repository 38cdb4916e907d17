import { describe, expect, it } from 'vitest'
import { builtOnce } from '../../src/service/built-once.ts'

describe('a module that is loaded when it is asked for', () => {
  it('is loaded once, also for those who ask together', async () => {
    let loads = 0
    const load = builtOnce(async () => ++loads)
    expect(loads).toBe(0)
    expect(await Promise.all([load(), load()])).toEqual([1, 1])
    expect(await load()).toBe(1)
  })

  it('is tried again where it could not be loaded', async () => {
    let loads = 0
    const load = builtOnce(async () => {
      if (++loads === 1) throw new Error('no such file')
      return loads
    })
    await expect(load()).rejects.toThrow('no such file')
    expect(await load()).toBe(2)
  })
})
