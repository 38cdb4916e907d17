import type { Database } from 'better-sqlite3'
import { eq, ne, sql } from 'drizzle-orm'
import type { PendingTrigger } from '../ports/trigger-store.ts'
import { attemptBy, MAX_ATTEMPTS, type PutAside } from '../put-aside.ts'
import type { Claim } from '../streak-rule.ts'
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
    return { id: row.id, signature, turnIds, ...(meant === 1 && { meant: true }) }
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
