import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { during } from '../../src/cli/report.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows what goes on with its seconds, and clears the line at the end, also of what failed', async () => {
  const lines: (string | undefined)[] = []
  const report = { progress: (text: string | undefined) => void lines.push(text) }
  const slow = new Promise<string>((done) => setTimeout(() => done('done'), 2_500))
  const shown = during(report, 'Copying', slow)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await shown).toBe('done')
  expect(lines).toEqual(['Copying …', 'Copying … 1 s', 'Copying … 2 s', undefined])
  await expect(during(report, 'Copying', Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(lines.at(-1)).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
