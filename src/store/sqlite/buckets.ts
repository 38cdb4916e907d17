import type { Database } from 'better-sqlite3'
import { nextStreak, type Streak, withReturned } from '../../domain/streak.ts'
import type { Outcome } from '../../domain/turn.ts'
import type { ReturnedTurns } from '../skill-records.ts'
import type { StreakRule } from '../streak-rule.ts'

/** The effect of one outcome on its streak: its length and, if it is complete, its turns, oldest first. */
export interface StreakStep {
  readonly streak: number
  readonly completed?: readonly string[]
  /** The turns of the streak that this failure ended. */
  readonly ended?: readonly string[]
}

interface CountedTurn {
  readonly id: string
  readonly sessionId: string
  readonly at: number
}

const NONE: readonly [string, number] = ['[]', Number.NEGATIVE_INFINITY]
/** Expired buckets are deleted once in this many turns. */
const SWEEP_EVERY = 256

/** Streaks by exact signature; runs inside the turn's transaction. */
export function bucketTable(db: Database) {
  const bucket = db
    .prepare<[string, string], [json: string, newest: number]>(
      'SELECT turn_ids_json, updated_at FROM buckets WHERE scope = ? AND signature = ?',
    )
    .raw()
  const saveRow = db.prepare<[string, string, string, number, number]>(
    'INSERT OR REPLACE INTO buckets (scope, signature, turn_ids_json, streak, updated_at) VALUES (?,?,?,?,?)',
  )
  const drop = db.prepare<[string, string]>('DELETE FROM buckets WHERE scope = ? AND signature = ?')
  const ofSignature = db
    .prepare<[string], [scope: string, json: string, at: number]>(
      'SELECT scope, turn_ids_json, updated_at FROM buckets WHERE signature = ?',
    )
    .raw()
  const sweep = db.prepare<[number]>(
    `DELETE FROM buckets WHERE (scope, signature) IN
       (SELECT scope, signature FROM buckets ORDER BY updated_at DESC LIMIT -1 OFFSET ?)`,
  )
  const late = lateTurns(db)
  const count = db.prepare<[], number>('SELECT count(*) FROM buckets').pluck()
  /** The first turn of a process sweeps, too: a hook without a daemon takes in a single turn. */
  let sinceSweep = SWEEP_EVERY - 1

  /** The turns of a signature's streak, none if they have expired, and the time of the newest. */
  function waiting(
    signature: string,
    rule: StreakRule,
    at: number,
  ): { readonly ids: readonly string[]; newest: number } {
    const [json, newest] = bucket.get(rule.scope, signature) ?? NONE
    return { ids: at - newest > rule.expiryMs ? [] : (JSON.parse(json) as string[]), newest }
  }

  function save(scope: string, signature: string, ids: readonly string[], at: number): void {
    saveRow.run(scope, signature, JSON.stringify(ids), ids.length, at)
  }

  /** The turn need not have a row yet. */
  function advance(signature: string, turn: CountedTurn, outcome: Outcome, rule: StreakRule): StreakStep {
    const { id: turnId, at } = turn
    const { ids: before, newest } = waiting(signature, rule, at)
    const isLate = at < newest && before.length > 0
    const next = isLate
      ? late(before, turn, outcome, rule, newest)
      : nextStreak(before, turnId, outcome, rule.threshold)
    if (next.waiting.length > 0) {
      if (next.waiting !== before) save(rule.scope, signature, next.waiting, isLate ? newest : at)
    } else if (before.length > 0) drop.run(rule.scope, signature)
    if (++sinceSweep >= SWEEP_EVERY) {
      sinceSweep = 0
      // Counting is much cheaper than sorting for the sweep.
      if ((count.get() ?? 0) > rule.maxBuckets) sweep.run(rule.maxBuckets)
    }
    const { completed } = next
    if (completed !== undefined) return { streak: completed.length, completed }
    const ended = outcome === 'failure' ? before.filter((id) => !next.waiting.includes(id)) : []
    return { streak: next.waiting.length, ...(ended.length > 0 && { ended }) }
  }

  /** Returns turns to the beginning of a streak. */
  function returnTurns({ scope, signature, turnIds }: ReturnedTurns, at: number): void {
    const row = bucket.get(scope, signature)
    const before = row === undefined ? [] : (JSON.parse(row[0]) as string[])
    save(scope, signature, withReturned(turnIds, before), at)
  }

  function takeBack(signature: string, turnId: string): void {
    for (const [scope, json, at] of ofSignature.all(signature)) {
      const left = (JSON.parse(json) as string[]).filter((id) => id !== turnId)
      if (left.length === 0) drop.run(scope, signature)
      else save(scope, signature, left, at)
    }
  }

  return {
    advance,
    takeBack,
    returnTurns,
    streakOf: (signature: string, rule: StreakRule, at: number): number => waiting(signature, rule, at).ids.length,
  }
}

/** Streaks into which a turn comes late. */
function lateTurns(db: Database) {
  const later = db
    .prepare<[string, number], string>(
      'SELECT id FROM turns WHERE id IN (SELECT value FROM json_each(?)) AND at > ? ORDER BY at, session_id, id',
    )
    .pluck()
  // The row of the counted turn may be inserted later.
  const inTime = db
    .prepare<[{ ids: string } & CountedTurn], string>(
      `SELECT id FROM (
         SELECT id, at, session_id FROM turns WHERE id IN (SELECT value FROM json_each(:ids)) AND id != :id
         UNION ALL SELECT :id, :at, :sessionId
       ) ORDER BY at, session_id, id`,
    )
    .pluck()

  /** A turn that may be older than some of the streak: a failure ends the part before it, a success is inserted. */
  function late(
    before: readonly string[],
    turn: CountedTurn,
    outcome: Outcome,
    rule: StreakRule,
    newest: number,
  ): Streak<string> {
    const { id: turnId, at } = turn
    if (outcome === 'failure') return { waiting: later.all(JSON.stringify(before), at) }
    // Older than the newest by more than the expiry, it belongs to no streak with it; but a turn of now means that the
    // clock went back.
    if (newest - at > rule.expiryMs && at < rule.claim.at) return { waiting: before }
    const next = nextStreak(before, turnId, outcome, rule.threshold)
    const ordered = (ids: readonly string[]) => inTime.all({ ids: JSON.stringify(ids), ...turn })
    if (next.completed !== undefined) return { ...next, completed: ordered(next.completed) }
    return outcome === 'success' ? { waiting: ordered(next.waiting) } : next
  }

  return late
}
