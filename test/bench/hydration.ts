// What does hydrating a router of 10,000 arms cost beyond reading their rows?
import Database from 'better-sqlite3'
import { headStartOf } from '../../src/domain/routing/seeds.ts'
import { median } from './median.ts'

const ARMS = 10_000
const ROUNDS = 200

interface Row {
  readonly name: string
  readonly successes: number
  readonly failures: number
}

const database = new Database(':memory:')
database.exec('CREATE TABLE arms (name TEXT PRIMARY KEY, successes INTEGER NOT NULL, failures INTEGER NOT NULL)')
const insert = database.prepare('INSERT INTO arms VALUES (?, ?, ?)')
for (let i = 0; i < ARMS; i++) insert.run(`auto-skill-${(i * 7919) % 10_007}`, i % 9, i % 5)
const select = database.prepare<[], Row>('SELECT name, successes, failures FROM arms')

const names = new Set(select.all().map(({ name }) => name))

const read: number[] = []
const hydrate: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const start = performance.now()
  const rows = select.all()
  const between = performance.now()
  headStartOf(
    ARMS,
    rows.filter(({ name }) => names.has(name)),
  )
  read.push(between - start)
  hydrate.push(performance.now() - start)
}
const [alone, whole] = [median(read), median(hydrate)]
console.log(
  `${ARMS} arms, all of them used, median of ${ROUNDS} rounds; rows of a decision's candidates are read with it`,
)
console.log(`SELECT … .all()         ${alone.toFixed(2)} ms`)
console.log(`the same and hydrating  ${whole.toFixed(2)} ms   × ${(whole / alone).toFixed(2)}`)
