import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lateHints, noteLateHint } from '../../src/daemon/late-hints.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'wayland-late-'))

it('counts those noted since a time, in a file that the user alone can read', () => {
  const data = folder()
  expect(lateHints(data, 0)).toBe(0)
  for (const at of [1_000, 2_000, 3_000]) noteLateHint(data, at)
  expect([0, 2_000, 3_001].map((since) => lateHints(data, since))).toEqual([3, 2, 0])
  expect(statSync(join(data, 'late-hints')).mode & 0o077).toBe(0)
})

it('keeps the latest 4,000 and more, in files of bounded size', () => {
  const data = folder()
  const begun = 1_800_000_000_000
  for (let n = 0; n < 12_000; n++) noteLateHint(data, begun + n)
  expect(lateHints(data, begun + 8_000)).toBe(4_000)
  const bytes = readdirSync(data).reduce((sum, name) => sum + statSync(join(data, name)).size, 0)
  expect(bytes).toBeLessThan(2 * 65_600)
})

it('says nothing where it cannot be written', () => {
  expect(() => noteLateHint(join(folder(), 'no', 'such'), 1)).not.toThrow()
})
