import type { Database } from 'better-sqlite3'
import type { PendingTrigger } from '../ports/trigger-store.ts'
import { attemptBy, MAX_ATTEMPTS, type PutAside } from '../put-aside.ts'
import type { Claim } from '../streak-rule.ts'
import type { RowOf } from './row.ts'
import type { triggers } from './schema.ts'

type Row = RowOf<typeof triggers>

/** Process id of a trigger that is put aside. */
const SET_ASIDE = -1

/**
 * Completed streaks that are not drafted yet, and the process that works on each. An attempt is counted before it
 * begins, so that one that ends its process counts, too.
 */
export function triggerTable(db: Database) {
  const insert = db.prepare<[string, string, string, number, number, number, number]>(
    'INSERT INTO triggers (id, signature, turn_ids_json, pid, claimed_at, attempts, meant) VALUES (?,?,?,?,?,?,?)',
  )
  const all = db.prepare<[], Row>(`SELECT * FROM triggers WHERE pid != ${SET_ASIDE} ORDER BY rowid`)
  const claimOne = db.prepare<[number, number, number, string]>(
    'UPDATE triggers SET pid = ?, claimed_at = ?, attempts = attempts + ?, fault = NULL WHERE id = ?',
  )
  const giveUp = db.prepare<[string]>(`UPDATE triggers SET pid = ${SET_ASIDE} WHERE id = ?`)
  const finish = db.prepare<[string]>('DELETE FROM triggers WHERE id = ?')
  const fail = db.prepare<[string, number, string]>(
    'UPDATE triggers SET fault = ?, attempts = max(0, attempts - ?) WHERE id = ?',
  )
  const aside = db.prepare<[], Row>(`SELECT * FROM triggers WHERE pid = ${SET_ASIDE} ORDER BY claimed_at, id`)
  const again = db.prepare<[]>(`UPDATE triggers SET pid = 0, claimed_at = 0, attempts = 0 WHERE pid = ${SET_ASIDE}`)

  const orphansFor = (claim: Claim): Row[] =>
    all.all().filter((row) => {
      const { pid, claimed_at } = row
      return claim.at - claimed_at > claim.staleMs || (pid !== claim.pid && !claim.alive(pid))
    })

  const claimOrphan = db.transaction((claim: Claim): PendingTrigger | undefined => {
    const orphans = orphansFor(claim)
    const row = orphans.find(({ attempts }) => attempts < MAX_ATTEMPTS)
    const hopeless = row === undefined ? orphans : orphans.slice(0, orphans.indexOf(row))
    for (const { id } of hopeless) giveUp.run(id)
    if (row === undefined) return undefined
    claimOne.run(claim.pid, claim.at, attemptBy(claim.hurried), row.id)
    return {
      id: row.id,
      signature: row.signature,
      turnIds: JSON.parse(row.turn_ids_json) as string[],
      ...(row.meant === 1 && { meant: true }),
    }
  })

  return {
    /** Runs inside the transaction that completes the streak. */
    add(signature: string, turnIds: readonly string[], claim: Claim, meant = false): PendingTrigger {
      const { triggerId, pid, at, hurried } = claim
      insert.run(triggerId, signature, JSON.stringify(turnIds), pid, at, attemptBy(hurried), meant ? 1 : 0)
      return { id: triggerId, signature, turnIds, ...(meant && { meant }) }
    },
    // Nearly always there is none: a reader must not wait for a writer.
    orphanedTrigger: (claim: Claim) => (orphansFor(claim).length === 0 ? undefined : claimOrphan.immediate(claim)),
    finish: (triggerId: string): void => void finish.run(triggerId),
    triggerFailed: (triggerId: string, why: string, counts: boolean): void =>
      void fail.run(why, counts ? 0 : attemptBy(), triggerId),
    putAsideDrafts: (): PutAside[] =>
      aside.all().map(({ signature, fault, claimed_at }) => ({
        kind: 'draft',
        what: signature,
        why: fault ?? ENDED,
        at: claimed_at,
      })),
    tryDraftsAgain: (): number => again.run().changes,
  }
}

const ENDED = 'each process that drafted it ended, or was ended, while it did'

export type TriggerTable = ReturnType<typeof triggerTable>
