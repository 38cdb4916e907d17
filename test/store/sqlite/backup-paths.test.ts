import { describe, expect, it } from 'vitest'
import { faultOfPaths } from '../../../src/store/sqlite/backup-seal.ts'

const fault = (path: unknown, system: NodeJS.Platform = 'linux', place = 'skills') =>
  faultOfPaths([{ place, path }], ['skills'], system)

describe('the paths of a backup', () => {
  it.each(['../x', '/x', 'a/../x', 'a//b', './a', '', 'a/', 'a\0b', 'a'.repeat(256), 12, null])(
    'lead elsewhere on each system: %j',
    (path) => {
      for (const system of ['linux', 'darwin', 'win32'] as const) expect(fault(path, system)).toMatch(/leads elsewhere/)
    },
  )

  it.each(['a\\..\\..\\x', 'C:x', 'SKILL.md:stream', 'two\nlines', 'CON', 'a/nul.txt', 'a/COM1', 'end.', 'end '])(
    'lead elsewhere on Windows alone: %j',
    (path) => {
      expect([fault(path, 'win32'), fault(path), fault(path, 'darwin')]).toEqual([
        expect.stringMatching(/leads elsewhere/),
        undefined,
        undefined,
      ])
    },
  )

  it('are one file each, and none lies below a file', () => {
    const rows = (...paths: string[]) => paths.map((path) => ({ place: 'skills', path }))
    expect(faultOfPaths(rows('a/x', 'a/x'), ['skills'], 'linux')).toMatch(/the same path/)
    expect(faultOfPaths(rows('a/x/y', 'a/x'), ['skills'], 'linux')).toMatch(/below what is a file/)
    expect(faultOfPaths(rows('a/x', 'a/X', 'console/lpt'), ['skills'], 'linux')).toBeUndefined()
    expect(fault('x', 'linux', 'elsewhere')).toMatch(/leads elsewhere/)
  })
})
