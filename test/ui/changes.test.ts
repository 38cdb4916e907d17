import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchChanges } from '../../src/ui/serve-ui.tsx'

/** A loop in which another process changes the database, the counts of skills, or the files of one. */
const loop = () => {
  const now = { revision: 1, staged: 1, version: '0.1.0', fails: false, looks: 0 }
  const statusOverview = async () => {
    now.looks += 1
    if (now.fails) throw new Error('the database is locked')
    return { byStatus: { staged: now.staged } }
  }
  const skill = async () => ({ version: now.version, status: 'staged' })
  return { now, over: { upkeep: { revision: async () => now.revision }, review: { statusOverview, skill } } as never }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const SECOND = 1_000

it.each([
  ['the database', { revision: 2 }],
  ['the number of skills', { staged: 2 }],
  ['the files of the skill that is open', { version: '0.1.1' }],
])('tells within a second of a change of %s, once', async (_, change) => {
  const { now, over } = loop()
  using changes = watchChanges(over)
  const tell = vi.fn()
  changes.watch(tell, 'a')
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(tell).not.toHaveBeenCalled()
  // At any moment between two looks.
  for (const wait of [1, 150, 399]) {
    await vi.advanceTimersByTimeAsync(wait)
    tell.mockClear()
    Object.assign(now, change, { revision: now.revision + 1 })
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(tell).toHaveBeenCalledOnce()
  }
})

it('goes on after a look that failed, and looks while anybody watches only', async () => {
  const { now, over } = loop()
  using changes = watchChanges(over)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(now.looks).toBe(0)
  const tell = vi.fn()
  const stop = changes.watch(tell)
  await vi.advanceTimersByTimeAsync(SECOND)
  now.fails = true
  await vi.advanceTimersByTimeAsync(SECOND)
  Object.assign(now, { fails: false, revision: 2 })
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(tell).toHaveBeenCalledOnce()
  stop()
  await vi.advanceTimersByTimeAsync(SECOND)
  const { looks } = now
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(now.looks).toBe(looks)
  changes.watch(tell)
  now.revision = 3
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(tell).toHaveBeenCalledTimes(2)
})
