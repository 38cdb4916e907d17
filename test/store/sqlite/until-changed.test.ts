import { expect, it, vi } from 'vitest'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { changesOf, untilChanged } from '../../../src/store/sqlite/until-changed.ts'
import { options } from './database.ts'

it('keeps an answer until this or another process writes, or something else is asked', () => {
  const file = options()
  const [db, other] = [openDatabase(file), openDatabase(file)]
  const read = vi.fn((n: number) => [n])
  const kept = untilChanged(db, read)
  const first = kept(1)
  expect(kept(1)).toBe(first)
  expect(kept(2)).toEqual([2])
  for (const writer of [db, other]) {
    const before = kept(1)
    writer.prepare('UPDATE world SET turn_rows = turn_rows + 1').run()
    expect(kept(1)).not.toBe(before)
  }
  expect(read).toHaveBeenCalledTimes(5)
  for (const one of [db, other]) one.close()
})

it('keeps it also after what is written apart, and not after what others write meanwhile', () => {
  const file = options()
  const [db, other] = [openDatabase(file), openDatabase(file)]
  const changes = changesOf(db)
  const kept = untilChanged(db, () => ({}), changes)
  const write = (one: typeof db) => one.prepare('UPDATE world SET turn_rows = turn_rows + 1').run()
  const first = kept()
  changes.apart(() => write(db))
  expect(kept()).toBe(first)
  expect(() =>
    changes.apart(() => {
      write(db)
      throw new Error('later')
    }),
  ).toThrow('later')
  expect(kept()).toBe(first)
  write(other)
  const second = kept()
  expect(second).not.toBe(first)
  changes.apart(() => write(db))
  write(db)
  expect(kept()).not.toBe(second)
  for (const one of [db, other]) one.close()
})
