import { describe, expect, it } from 'vitest'
import { FIRST_VERSION, newestVersion, nextVersion } from '../../src/domain/version.ts'

describe('versions', () => {
  it('begin at 0.1.0 and count patches', () => {
    expect(nextVersion(FIRST_VERSION)).toBe('0.1.1')
    expect(nextVersion('1.2.9')).toBe('1.2.10')
  })

  it('compare by number and not by letter', () => {
    expect(newestVersion(['0.1.9', '0.1.10', '0.1.2'])).toBe('0.1.10')
    expect(newestVersion(['0.2.0', '0.10.0', '1.0.0', '0.99.99'])).toBe('1.0.0')
    expect(newestVersion([])).toBeUndefined()
  })
})
