// What does hydrating a router of 10,000 arms cost beyond reading their rows?
import Database from 'better-sqlite3'
import { type ArmRecord, SkillRouter } from '../../src/domain/bandit.ts'

const ARMS = 10_000
const ROUNDS = 200

const database = new Database(':memory:')
database.exec('CREATE TABLE arms (name TEXT PRIMARY KEY, successes INTEGER NOT NULL, failures INTEGER NOT NULL)')
const insert = database.prepare('INSERT INTO arms VALUES (?, ?, ?)')
for (let i = 0; i < ARMS; i++) insert.run(`auto-skill-${(i * 7919) % 10_007}`, i % 9, i % 5)
const select = database.prepare<[], ArmRecord>('SELECT name, successes, failures FROM arms').raw()

const read: number[] = []
const hydrate: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  read.push(timed(() => select.all()))
  hydrate.push(timed(() => new SkillRouter().restore(select.all())))
}
const [alone, whole] = [median(read), median(hydrate)]
console.log(`${ARMS} arms, median of ${ROUNDS} rounds`)
console.log(`SELECT … .raw().all()   ${alone.toFixed(2)} ms`)
console.log(`the same and hydrating  ${whole.toFixed(2)} ms   × ${(whole / alone).toFixed(2)}`)

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}
