import { describe, expect, it } from 'vitest'
import { turnIds } from '../../src/app/recording.ts'

describe('ids of turns', () => {
  it('ascend with time, and for one time as they are asked for', () => {
    const newId = turnIds()
    const ids = Array.from({ length: 1_000 }, (_, i) => newId(new Date(1_000 * (i >> 1))))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(1_000)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('end in bytes that no other has, also of another process that begins at the same time', () => {
    const at = new Date(0)
    const ends = [turnIds(), turnIds()].flatMap((newId) => Array.from({ length: 600 }, () => newId(at).slice(-8)))
    expect(new Set(ends).size).toBe(1_200)
  })
})
