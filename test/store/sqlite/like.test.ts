import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { containing } from '../../../src/store/sqlite/like.ts'

const has = (said: string, text: string): unknown =>
  new Sqlite(':memory:').prepare("SELECT ? LIKE ? ESCAPE '\\'").pluck().get(said, containing(text))

it.each([
  ['done at 100 % of it', '100 %', 1],
  ['done at 100 of it', '100 %', 0],
  ['a snake_case name', 'SNAKE_case', 1],
  ['a snakeXcase name', 'snake_case', 0],
  ['C:\\new\\%', '\\new\\%', 1],
  ['C:/new', '\\n', 0],
  ['anything', '', 1],
])('finds in %j the text %j as it is', (said, text, is) => expect(has(said, text)).toBe(is))

it('takes a text of any length', () => expect(has('x', 'x'.repeat(200_000))).toBe(0))
