import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openUnfinished } from '../../src/store/unfinished.ts'
import { scratch } from '../scratch.ts'

it('what a process began and did not end is left to others once it is gone', () => {
  const folder = join(scratch(), 'a', 'b')
  const living = new Set([1, 2])
  const of = (pid: number) => openUnfinished(folder, pid, (each) => living.has(each))
  const [{ begin, end }, other] = [of(1), of(2)]
  expect(other.left()).toBe(false)
  begin()
  expect(other.left()).toBe(false)
  living.delete(1)
  expect(other.left()).toBe(true)
  living.add(1)
  end()
  living.delete(1)
  expect(other.left()).toBe(false)
  begin()
  other.begin()
  other.clear()
  expect(other.left()).toBe(false)
})

it('a number that was another process’s before is no living process’s work', () => {
  const folder = join(scratch(), 'copying')
  mkdirSync(folder)
  writeFileSync(join(folder, '7'), '')
  expect(openUnfinished(folder, 7, () => true).left()).toBe(true)
  expect(openUnfinished(folder, 8, () => true).left()).toBe(false)
})

it('says in words of its own where it cannot be noted', () => {
  const folder = scratch()
  writeFileSync(join(folder, 'file'), '')
  const { begin, left } = openUnfinished(join(folder, 'file', 'copying'), 1, () => false)
  expect(begin).toThrow(expect.objectContaining({ code: 'storage_unavailable' }))
  expect(left()).toBe(false)
})
