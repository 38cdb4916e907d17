import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { endWhenIdle } from '../../src/daemon/idle.ts'

const MINUTE = 60_000

afterEach(() => void vi.useRealTimers())

/** A daemon that ends after 30 minutes, in a clock of the test's own. */
function daemon() {
  vi.useFakeTimers()
  const main = join(mkdtempSync(join(tmpdir(), 'wayland-idle-')), 'main.js')
  writeFileSync(main, '')
  const state = { main, done: 0, isNeeded: false, ended: [] as string[] }
  const stop = endWhenIdle({
    ...{ idleMs: 30 * MINUTE, main, done: () => state.done },
    isNeeded: async () => state.isNeeded,
    end: (why) => {
      state.ended.push(why)
      stop()
    },
  })
  return state
}

it('ends half an hour after the last work', async () => {
  const state = daemon()
  await vi.advanceTimersByTimeAsync(29 * MINUTE)
  state.done++
  await vi.advanceTimersByTimeAsync(29 * MINUTE)
  expect(state.ended).toEqual([])
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(state.ended).toEqual(['nothing was to be done'])
})

it('stays while something needs it', async () => {
  const state = daemon()
  state.isNeeded = true
  await vi.advanceTimersByTimeAsync(300 * MINUTE)
  expect(state.ended).toEqual([])
  state.isNeeded = false
  await vi.advanceTimersByTimeAsync(31 * MINUTE)
  expect(state.ended).toHaveLength(1)
})

it('ends where its program was replaced', async () => {
  const state = daemon()
  writeFileSync(`${state.main}.new`, '')
  renameSync(`${state.main}.new`, state.main)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(state.ended).toEqual(['this program was replaced'])
})
