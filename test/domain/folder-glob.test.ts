import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBelowGlob } from '../../src/domain/origin.ts'

describe('a glob of folders', () => {
  it('names a folder and all below it', () => {
    for (const folder of ['/home/u/app', '/home/u/app/', '/home/u/app/src/deep'])
      expect(isBelowGlob(folder, '/home/u/app')).toBe(true)
    for (const folder of ['/home/u/apple', '/home/u', '/srv/home/u/app', ''])
      expect(isBelowGlob(folder, '/home/u/app')).toBe(false)
  })

  it('takes * for a part of a name, ? for one character, ** for any folders', () => {
    expect(isBelowGlob('/w/client-a/src', '/w/client-*')).toBe(true)
    expect(isBelowGlob('/w/client/a', '/w/client-*')).toBe(false)
    expect(isBelowGlob('/w/a/b', '/w/?/b')).toBe(true)
    expect(isBelowGlob('/w/ab/b', '/w/?/b')).toBe(false)
    for (const folder of ['/scratch', '/w/scratch/x', '/w/a/b/scratch'])
      expect(isBelowGlob(folder, '**/scratch')).toBe(folder !== '/scratchy')
    expect(isBelowGlob('/w/scratchy', '**/scratch')).toBe(false)
    expect(isBelowGlob('/w/a/x/y/b/c', '/w/**/b/*')).toBe(true)
    expect(isBelowGlob('C:\\work\\app\\src', 'C:/work/*')).toBe(true)
  })

  const name = fc.stringMatching(/^[a-z.]{1,6}$/).filter((one) => one !== '.')
  const path = fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => `/${names.join('/')}`)

  it('matches itself, what it begins, and what a star stands for, whatever the names', () => {
    fc.assert(
      fc.property(path, path, (folder, more) => {
        expect(isBelowGlob(folder + more, folder)).toBe(true)
        expect(isBelowGlob(folder + more, `**${more}`)).toBe(true)
        expect(isBelowGlob(folder + more, folder.replace(/[^/]+/g, '*'))).toBe(true)
        expect(isBelowGlob(folder, folder + more)).toBe(false)
      }),
    )
  })

  it('ends soon on names and globs made to go back and forth', () => {
    expect(isBelowGlob(`/${'a'.repeat(2_000)}`, `/${'*a'.repeat(300)}b`)).toBe(false)
    expect(isBelowGlob('/a'.repeat(2_000), `${'/**/a'.repeat(300)}/b`)).toBe(false)
  })
})
