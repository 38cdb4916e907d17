import type { Database } from 'better-sqlite3'
import { eq, ne, sql } from 'drizzle-orm'
import { attemptBy, type ExplainedTurn, MAX_ATTEMPTS, type PendingTrigger, type PutAside } from '../ports/turn-store.ts'
import type { Claim } from '../streak-rule.ts'
import type { TurnRow } from './kept-turns.ts'
import { triggers } from './schema.ts'
import { given, statements } from './statements.ts'

/** Process id of a trigger that is put aside. */
const SET_ASIDE = -1

/**
 * Completed streaks that are not drafted yet, and the process that works on each. An attempt is counted before it
 * begins, so that one that ends its process counts, too.
 */
export function triggerTable(db: Database) {
  const { id, pid, claimedAt, attempts } = triggers
  const isAside = eq(pid, SET_ASIDE)
  const { rows, insert, update, remove } = statements(db)
  const isThis = eq(id, given('id'))
  const save = insert(triggers)
  const all = rows(triggers, { where: ne(pid, SET_ASIDE), by: [sql`rowid`] })
  const more = sql<number>`${attempts} + ${given('attempt')}`
  const claimOne = update(triggers, { pid: given('pid'), claimedAt: given('at'), attempts: more, fault: null }, isThis)
  const giveUp = update(triggers, { pid: SET_ASIDE }, isThis)
  const finish = remove(triggers, isThis)
  const fewer = sql`max(0, ${attempts} - ${given('attempt')})`
  const fail = update(triggers, { fault: given('why'), attempts: fewer }, isThis)
  const aside = rows(triggers, { where: isAside, by: [claimedAt, id] })
  const again = update(triggers, { pid: 0, claimedAt: 0, attempts: 0 }, isAside)

  const orphansFor = (claim: Claim) =>
    all().filter((row) => claim.at - row.claimedAt > claim.staleMs || (row.pid !== claim.pid && !claim.alive(row.pid)))

  const claimOrphan = db.transaction((claim: Claim): PendingTrigger | undefined => {
    const orphans = orphansFor(claim)
    const row = orphans.find((one) => one.attempts < MAX_ATTEMPTS)
    const hopeless = row === undefined ? orphans : orphans.slice(0, orphans.indexOf(row))
    for (const one of hopeless) giveUp({ id: one.id })
    if (row === undefined) return undefined
    claimOne({ id: row.id, pid: claim.pid, at: claim.at, attempt: attemptBy(claim.hurried) })
    const { signature, turnIds, meant } = row
    const wasResumed = row.attempts > attemptBy()
    return { id: row.id, signature, turnIds, ...(meant === 1 && { meant: true }), ...(wasResumed && { wasResumed }) }
  })

  return {
    /** Runs inside the transaction that completes the streak. */
    add(signature: string, turnIds: readonly string[], claim: Claim, meant = false): PendingTrigger {
      const { triggerId, at, hurried } = claim
      save({
        id: triggerId,
        signature,
        turnIds,
        pid: claim.pid,
        claimedAt: at,
        attempts: attemptBy(hurried),
        meant: Number(meant),
      })
      return { id: triggerId, signature, turnIds, ...(meant && { meant }) }
    },
    // Nearly always there is none: a reader must not wait for a writer.
    orphanedTrigger: (claim: Claim) => (orphansFor(claim).length === 0 ? undefined : claimOrphan.immediate(claim)),
    finish: (triggerId: string): void => void finish({ id: triggerId }),
    triggerFailed: (triggerId: string, why: string, counts: boolean): void =>
      void fail({ why, attempt: counts ? 0 : attemptBy(), id: triggerId }),
    putAsideDrafts: (): PutAside[] =>
      aside().map(({ signature, fault, claimedAt: at }) => ({
        kind: 'draft',
        what: signature,
        why: fault ?? ENDED,
        at,
      })),
    tryDraftsAgain: (): number => again().changes,
  }
}

const ENDED = 'each process that drafted it ended, or was ended, while it did'

export type TriggerTable = ReturnType<typeof triggerTable>

/** Turns that are stored and not counted yet. Runs inside the turn's transaction. */
export function uncountedTable(db: Database) {
  const first = (columns: string) =>
    `SELECT ${columns} FROM turns INDEXED BY turns_uncounted WHERE uncounted <= ${MAX_ATTEMPTS} ORDER BY at, session_id, id LIMIT 1`
  const next = db.prepare<[], TurnRow>(first('*'))
  const postpone = db.prepare<[string]>('UPDATE turns SET uncounted = 0 WHERE id = ? AND uncounted IS NULL')
  const counted = db.prepare<[string | null, string]>(
    'UPDATE turns SET why_json = coalesce(?, why_json), uncounted = NULL WHERE id = ?',
  )
  const attempt = db
    .prepare<[number], number>(
      `UPDATE turns SET uncounted = uncounted + ? WHERE id = (${first('id')}) RETURNING uncounted`,
    )
    .pluck()
  const aside = db.prepare<[], Pick<TurnRow, 'id' | 'at'>>(
    `SELECT id, at FROM turns INDEXED BY turns_uncounted WHERE uncounted > ${MAX_ATTEMPTS} ORDER BY at`,
  )
  const again = db.prepare<[]>(
    `UPDATE turns INDEXED BY turns_uncounted SET uncounted = 0 WHERE uncounted > ${MAX_ATTEMPTS}`,
  )
  return {
    next: next.get,
    postpone: postpone.run,
    /** Notes what came of counting a turn, beside what is known of it. */
    counted: (turnId: string, why: ExplainedTurn['why'] | undefined): void =>
      void counted.run(why === undefined ? null : JSON.stringify(why), turnId),
    /**
     * Records that a process begins to count, beforehand: a turn that ends each process that counts it is first again
     * each time, and is put aside in the end. True if an earlier process began with the same turn.
     */
    begin(isHurried?: boolean): boolean {
      const own = attemptBy(isHurried)
      return (attempt.get(own) ?? 0) > own
    },
    putAside: (): PutAside[] =>
      aside.all().map(({ id, at }) => ({
        kind: 'turn',
        what: id,
        why: 'each process that counted it ended, or was ended, while it did',
        at,
      })),
    tryAgain: (): number => again.run().changes,
  }
}
