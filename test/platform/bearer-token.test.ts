import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tokenIn } from '../../src/platform/bearer-token.ts'
import { scratch } from '../scratch.ts'

it('is made once, for its owner alone, and the same from then on', () => {
  const file = join(scratch(), 'token')
  const token = tokenIn(file)
  expect(token).toMatch(/^[\w-]{43,}$/)
  expect(tokenIn(file)).toBe(token)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('is not taken from a file that others may have written, nor from one that holds none', () => {
  const planted = join(scratch(), 'token')
  writeFileSync(planted, 'a'.repeat(64))
  chmodSync(planted, 0o666)
  expect(() => tokenIn(planted)).toThrow(/other users may write/)
  expect(readFileSync(planted, 'utf8')).toBe('a'.repeat(64))
  // One that is shorter than those that are made could be guessed.
  for (const short of ['', 'a'.repeat(42)]) {
    const file = join(scratch(), 'token')
    writeFileSync(file, short, { mode: 0o600 })
    expect(() => tokenIn(file)).toThrow(/holds no token/)
  }
})

it('is kept from other users where they could read it so far', () => {
  const file = join(scratch(), 'token')
  writeFileSync(file, 'a'.repeat(64), { mode: 0o644 })
  expect(tokenIn(file)).toBe('a'.repeat(64))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
