import type { Database } from 'better-sqlite3'
import type { PromptCounts, StoreUpkeep, Tally, TurnCounts } from '../ports/upkeep.ts'
import type { TurnRow } from './kept-turns.ts'
import { check } from './open.ts'
import { untilChanged } from './until-changed.ts'
import { waitingAtMost } from './waiting.ts'

/** Upkeep of the database as a whole; `revision`: whether another process has changed it. */
export function upkeepTable(db: Database) {
  const revision = db.prepare<[], number>('PRAGMA data_version').pluck()
  return {
    tally: tallyOf(db),
    promptsSince: untilChanged(db, promptsSince(db)),
    turnsSince: untilChanged(db, turnsSince(db)),
    lastTurns: lastTurns(db),
    verify(how?: Parameters<StoreUpkeep['verify']>[0]) {
      check(db, how)
      return 'sound' as const
    },
    /** Returns all free pages to the disk and empties the log, which holds old pages; an open reader may prevent the latter. */
    scrub(): void {
      db.pragma('incremental_vacuum')
      db.pragma('wal_checkpoint(TRUNCATE)')
    },
    insistWritable: (waitMs: number): void => waitingAtMost(db, waitMs, () => db.transaction(() => {}).immediate()),
    revision: (): number => revision.get()!,
  }
}

/** Counts of rows: those of turns and decisions are kept with them, since there may be millions. */
function tallyOf(db: Database): () => Tally {
  const count = db.prepare<[], Omit<Tally, 'bytes' | 'freeBytes'>>(
    `SELECT turn_rows AS turns, (SELECT max(at) FROM (SELECT at FROM turns ORDER BY id DESC LIMIT ${LATEST})) AS lastTurnAt,
       (SELECT count(*) FROM buckets) AS streaks, decision_rows AS decisions FROM world WHERE id = 1`,
  )
  const of = (name: string) => db.pragma(name, { simple: true }) as number
  return () => {
    const page = of('page_size')
    const size = { bytes: page * of('page_count'), freeBytes: page * of('freelist_count') }
    return { ...count.get()!, ...size }
  }
}

/**
 * Rows looked at, the newest first: a month of 330 prompts a day. There is no index on the time of decisions, and to read
 * all would take seconds of a million.
 */
const MONTH = 10_000

/** Counts decisions on prompts of hooks and conversations, which have an id; a person's own questions have none. */
function promptsSince(db: Database): (since: number) => PromptCounts {
  const count = db.prepare<[number], PromptCounts>(
    `SELECT count(*) AS answered, count(pick) AS offered,
       count(*) FILTER (WHERE reason = 'held_out') AS heldOut, count(*) FILTER (WHERE given) AS loaded,
       count(*) FILTER (WHERE given AND outcome = 'success') AS succeeded,
       count(*) FILTER (WHERE given AND outcome = 'failure') AS failed
     FROM (SELECT at, prompt_id, pick, reason, outcome,
           pick IS NOT NULL AND coalesce(loaded, outcome IS NOT NULL) AS given FROM decisions
           ORDER BY rowid DESC LIMIT ${MONTH})
     WHERE prompt_id IS NOT NULL AND at >= ?`,
  )
  return (since) => count.get(since)!
}

const DAY_MS = 86_400_000

function turnsSince(db: Database): (since: number) => TurnCounts {
  const newest = db.prepare<[], Pick<TurnRow, 'signature' | 'outcome' | 'at'>>(
    `SELECT signature, outcome, at FROM turns ORDER BY id DESC LIMIT ${MONTH}`,
  )
  type Count = { turns: number; succeeded: number; failed: number }
  const add = <K>(to: Map<K, Count>, key: K, outcome: string) => {
    const count = to.get(key) ?? { turns: 0, succeeded: 0, failed: 0 }
    to.set(key, count)
    count.turns++
    if (outcome === 'success') count.succeeded++
    if (outcome === 'failure') count.failed++
  }
  return (since) => {
    const [days, tasks] = [new Map<number, Count>(), new Map<string, Count>()]
    for (const { signature, outcome, at } of newest.iterate()) {
      // Ids ascend with time, but for turns that were recorded late.
      if (at < since - DAY_MS) break
      if (at < since) continue
      add(days, Math.floor((at - since) / DAY_MS), outcome)
      if (signature !== '') add(tasks, signature, outcome)
    }
    const often = [...tasks].filter(([, one]) => one.succeeded > 1).sort(([, a], [, b]) => b.succeeded - a.succeeded)
    return {
      days: Array.from({ length: Math.max(0, ...[...days.keys()].map((day) => day + 1)) }, (_, day) => days.get(day)),
      tasks: often.map(([signature, count]) => ({ signature, ...count })),
    }
  }
}

function lastTurns(db: Database): () => Readonly<Record<string, number>> {
  const last = db.prepare<[], Pick<TurnRow, 'engine' | 'at'>>(
    `SELECT engine, max(at) AS at FROM (SELECT engine, at FROM turns ORDER BY id DESC LIMIT ${MONTH}) GROUP BY engine`,
  )
  return () => Object.fromEntries(last.all().map(({ engine, at }) => [engine, at]))
}

/** Rows to check for the latest: ids ascend with time, except within a millisecond. */
const LATEST = 100
