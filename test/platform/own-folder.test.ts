import { chmodSync, lchownSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { whyForeign } from '../../src/platform/own-folder.ts'
import { scratch } from '../scratch.ts'

const OTHER = 54_321

function folder(mode = 0o700): string {
  const path = join(scratch(), 'own')
  mkdirSync(path)
  chmodSync(path, mode)
  return path
}

it.each([0o700, 0o755, 0o500])(
  'a folder of one’s own of mode %o is fine, and so is a link of one’s own to it',
  (mode) => {
    const path = folder(mode)
    const link = join(scratch(), 'link')
    symlinkSync(path, link)
    expect([whyForeign(path), whyForeign(link), whyForeign(join(path, 'none'))]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  },
)

it.each([0o770, 0o702, 0o1777])('one of mode %o is not: others may write there', (mode) => {
  expect(whyForeign(folder(mode))).toContain('other users may write')
})

it('one of another user is not, whoever asks; one of the system is', () => {
  const path = folder()
  const own = process.getuid?.() ?? 0
  expect(whyForeign(path, OTHER)).toBe(own === 0 ? undefined : `${path} belongs to another user (number ${own})`)
  expect(whyForeign('/', OTHER)).toBeUndefined()
})

// Only root can give files away.
it.runIf(process.getuid?.() === 0)('neither is a folder, nor a link, that belongs to another user', () => {
  const path = folder()
  const link = join(scratch(), 'link')
  symlinkSync(path, link)
  lchownSync(link, OTHER, OTHER)
  expect(whyForeign(link)).toContain(`number ${OTHER}`)
  expect(whyForeign(link, OTHER)).toBeUndefined()
  lchownSync(path, OTHER, OTHER)
  expect(whyForeign(path)).toContain(`number ${OTHER}`)
})
