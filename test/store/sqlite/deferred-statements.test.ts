import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { expect, test, vi } from 'vitest'
import { deferred } from '../../../src/store/sqlite/statements.ts'

function opened() {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE pairs (a INTEGER PRIMARY KEY, b TEXT)')
  return { db, late: deferred(() => db) }
}

test('a statement is prepared when it first runs, not when it is named', () => {
  const { late } = opened()
  const later = late.prepare<[], { n: number }>('SELECT n FROM numbers')
  expect(() => later.all()).toThrow('no such table: numbers')
  late.exec('CREATE TABLE numbers (n INTEGER)')
  late.prepare<[number]>('INSERT INTO numbers VALUES (?)').run(7)
  expect(later.all()).toEqual([{ n: 7 }])
})

test('rows come whole, plucked, raw, one by one and by name as from a prepared statement', () => {
  const { db, late } = opened()
  const put = late.prepare<[{ a: number; b: string }]>('INSERT INTO pairs VALUES (:a, :b)')
  expect(put.run({ a: 1, b: 'one' })).toEqual({ changes: 1, lastInsertRowid: 1 })
  put.run({ a: 2, b: 'two' })
  const sql = 'SELECT a, b FROM pairs ORDER BY a'
  for (const shaped of [late.prepare(sql), late.prepare(sql).pluck(), late.prepare(sql).raw()])
    expect([...shaped.iterate()]).toEqual(shaped.all())
  expect(late.prepare(sql).all()).toEqual(db.prepare(sql).all())
  expect(late.prepare(sql).pluck().all()).toEqual([1, 2])
  expect(late.prepare(sql).raw().get()).toEqual([1, 'one'])
})

test('a kept query is prepared once, however often it is read', () => {
  const { db, late } = opened()
  const prepare = vi.spyOn(db, 'prepare')
  const pairs = sqliteTable('pairs', { a: integer() })
  const query = drizzle(late).select().from(pairs).prepare()
  for (let read = 0; read < 3; read++) expect([query.all(), query.get()]).toEqual([[], undefined])
  expect(prepare).toHaveBeenCalledOnce()
})

test('a transaction of it is one of the database, and is taken back whole', () => {
  const { db, late } = opened()
  const put = late.prepare<[number, string]>('INSERT INTO pairs VALUES (?, ?)')
  const both = late.transaction(() => {
    put.run(1, 'one')
    expect(db.inTransaction).toBe(true)
    put.run(1, 'again')
  })
  expect(both.immediate).toThrow('UNIQUE constraint failed')
  expect(db.prepare('SELECT count(*) FROM pairs').pluck().get()).toBe(0)
})
