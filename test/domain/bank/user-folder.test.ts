import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userFolder } from '../../../src/domain/bank/user-folder.ts'

describe('the folder of a user', () => {
  it('is the name where every file system keeps it apart', () => {
    expect(['anna', 'team-7', 'a', '42'].map(userFolder)).toEqual(['anna', 'team-7', 'a', '42'])
  })

  it.each(['Anna', 'ANNA', '..', '.', 'a/b', 'a\\b', 'con', 'lpt1', 'ünal', 'a b', '~anna', 'a.', 'x'.repeat(80)])(
    'is a digest for %j, which a file system might take for another',
    (user) => expect(userFolder(user)).toMatch(/^~[0-9a-f]{32}$/),
  )

  it.each(['', '  ', 'a\nb', 'a\u0000', 'a\u200bb', '\u202eanna', '\ud800', 'x'.repeat(201)])(
    'is refused for %j',
    (user) => expect(() => userFolder(user)).toThrow(/is no name of a user/),
  )

  it('differs for different users, also where cases are not told apart', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    const lower = fc.stringMatching(/^[a-cA-C~.]{1,3}$/)
    const folder = (user: string): string | undefined => {
      try {
        return userFolder(user).toLowerCase()
      } catch {
        return undefined
      }
    }
    fc.assert(
      fc.property(fc.oneof(name, lower), fc.oneof(name, lower), (a, b) => {
        if (a === b || folder(a) === undefined) return
        expect(folder(a)).not.toBe(folder(b))
      }),
    )
  })
})
