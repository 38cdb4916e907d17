import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { bundled } from '../bundled.ts'
import { homeAt } from './home.ts'
import { restart, standing } from './judge.ts'
import { look } from './look.ts'
import type { Deeds, Part } from './member.ts'

export interface Crowd {
  readonly root: string
  readonly members: number
  /** Of each member. */
  readonly operations: number
  readonly seed: number
  readonly requests: readonly string[]
}

const MEMBER = await bundled(join(import.meta.dirname, 'member.ts'))

/** Processes that work on one home at the same time; what was lost, doubled or refused without a reason. */
export async function crowd({ root, members, ...what }: Crowd): Promise<{
  readonly broken: readonly string[]
  readonly deeds: readonly Deeds[]
}> {
  mkdirSync(root, { recursive: true })
  const home = homeAt(root)
  const deeds = await Promise.all(Array.from({ length: members }, (_, member) => take({ root, member, ...what })))
  const personal = new Map(deeds.flatMap(({ written }) => written.map(([path, text]) => [path, Buffer.from(text)])))
  await restart(home)
  const broken = [
    ...deeds.flatMap(({ faults }) => faults),
    ...(await standing({ home, personal })),
    ...(look(home, (db) => miscounted(db, deeds)) ?? []),
  ]
  return { broken, deeds }
}

function take(part: Part): Promise<Deeds> {
  const child: ChildProcess = fork(MEMBER, [], {
    execArgv: [],
    env: { PATH: process.env.PATH ?? '' },
  })
  return new Promise((resolve, reject) => {
    child.once('message', (deeds: Deeds) => resolve(deeds))
    child.once('exit', (code) => reject(new Error(`member ${part.member} ended with ${code}`)))
    child.send(part)
  })
}

/** Rows against what the members were told. */
function miscounted(db: Database, deeds: readonly Deeds[]): string[] {
  const count = (sql: string) => Number(db.prepare(sql).pluck().get())
  const column = (sql: string) => db.prepare<[], string>(sql).pluck().all()
  const told = {
    turns: deeds.flatMap(({ turns }) => turns.map(({ turnId }) => turnId)),
    decisions: deeds.flatMap(({ decisions }) => decisions),
    moves: deeds.flatMap(({ moves }) => moves),
  }
  // The streak that a version was drafted at comes last in what it stands on; one that was merged anew stands on the same.
  const drafted = "SELECT evidence_json FROM skill_versions WHERE author = 'auto' AND trigger_id IS NOT NULL"
  const evidence = column(drafted).flatMap((json) => (JSON.parse(json) as string[]).slice(-3))
  return [
    ...unequal('turns', told.turns, column('SELECT id FROM turns')),
    ...unequal('decisions', told.decisions, column('SELECT id FROM decisions')),
    ...missing(told.moves, column("SELECT move FROM ledger WHERE reason LIKE 'by %'"), deeds),
    ...(new Set(evidence).size === evidence.length ? [] : ['a turn is evidence of two drafts']),
    ...numbers(
      'credits',
      sum(deeds.map(({ credits }) => credits)),
      count('SELECT total(successes + failures) FROM arms'),
    ),
    ...numbers('settled decisions', sum(deeds.map(({ credits }) => credits)), count(SETTLED)),
  ]
}

const SETTLED = 'SELECT count(*) FROM decisions WHERE outcome IS NOT NULL AND pick IS NOT NULL'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

const numbers = (what: string, told: number, kept: number): string[] =>
  told === kept ? [] : [`${told} ${what} were told, ${kept} were kept`]

/** Every move that was told is kept. One more is where an edit came between a move and its folder, which was told, too. */
function missing(told: readonly string[], kept: readonly string[], deeds: readonly Deeds[]): string[] {
  const left = [...kept]
  const lost = told.filter((move) => {
    const at = left.indexOf(move)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const edited = sum(deeds.map(({ refused }) => refused.not_ours ?? 0))
  return [
    ...(lost.length === 0 ? [] : [`moves that were told are not kept: ${lost.join(', ')}`]),
    ...(left.length <= edited ? [] : [`${left.length} moves were kept and never told, and ${edited} met an edit`]),
  ]
}

function unequal(what: string, told: readonly string[], kept: readonly string[]): string[] {
  const [a, b] = [[...told].sort().join(), [...kept].sort().join()]
  return a === b ? [] : [`${what}: ${told.length} told, ${kept.length} kept, and they are not the same`]
}
