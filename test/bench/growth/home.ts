import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { makeLibrary, uuid } from './library.ts'
import { makeLog } from './log.ts'
import { wordsOf } from './words.ts'

export interface Size {
  readonly turns: number
  readonly skills: number
}

/** A home as years of use leave it; where it has the name of a skill, and a request that asks for it. */
export async function makeHome(home: string, { turns, skills: count }: Size) {
  const data = join(home, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  openDatabase({
    file: join(data, 'wayland-core.db'),
    migrations: join(import.meta.dirname, '..', '..', '..', 'migrations'),
    program: 'bench',
    busyTimeout: 1000,
    asideName: (name) => `${name}.damaged`,
    onRepair: console.log,
  }).close()
  const db = new Sqlite(join(data, 'wayland-core.db'))
  db.pragma('synchronous = OFF')
  db.pragma('wal_autocheckpoint = 4000')
  const words = wordsOf(1)
  const now = Date.now()
  // Ids ascend with time, as those of UUID v7.
  const turnId = (n: number): string => `01${uuid(n, 3).slice(2)}`
  const root = join(home, 'config', 'wayland-core', 'skills')
  db.exec('BEGIN')
  const skills = await makeLibrary(db, root, { words, count, now, turnId })
  db.exec('COMMIT')
  db.exec('BEGIN')
  makeLog(db, { words, turns, now, skills, turnId })
  db.exec('COMMIT')
  db.close()
  const one = skills[Math.floor(count / 2)]!
  return {
    skill: one.name,
    request: `please ${one.signature.replaceAll('-', ' ')} now`,
    turn: turnId(Math.floor(turns / 2)),
  }
}
