import type { Database } from 'better-sqlite3'
import type { Claim, PendingTrigger } from '../store.ts'

type Row = Record<string, string | number>

/** Completed streaks whose draft does not stand yet, and the process that works on each. */
export function triggerTable(db: Database) {
  const insert = db.prepare<[string, string, string, number, number]>(
    'INSERT INTO triggers (id, signature, turn_ids_json, pid, claimed_at) VALUES (?,?,?,?,?)',
  )
  const all = db.prepare<[], Row>('SELECT * FROM triggers')
  const claimOne = db.prepare<[number, number, string]>('UPDATE triggers SET pid = ?, claimed_at = ? WHERE id = ?')
  const finish = db.prepare<[string]>('DELETE FROM triggers WHERE id = ?')

  const claimOrphans = db.transaction((claim: Claim): readonly PendingTrigger[] => {
    const orphans = all.all().filter((row) => {
      const owner = Number(row.pid)
      return claim.at - Number(row.claimed_at) > claim.staleMs || (owner !== claim.pid && !claim.alive(owner))
    })
    for (const row of orphans) claimOne.run(claim.pid, claim.at, String(row.id))
    return orphans.map((row) => ({
      id: String(row.id),
      signature: String(row.signature),
      turnIds: JSON.parse(String(row.turn_ids_json)) as string[],
    }))
  })

  return {
    /** Runs inside the transaction of the turn that completed the streak. */
    add(signature: string, turnIds: readonly string[], { triggerId, pid, at }: Claim): PendingTrigger {
      insert.run(triggerId, signature, JSON.stringify(turnIds), pid, at)
      return { id: triggerId, signature, turnIds }
    },
    claimOrphans: (claim: Claim) => claimOrphans.immediate(claim),
    finish: (triggerId: string): void => void finish.run(triggerId),
  }
}

export type TriggerTable = ReturnType<typeof triggerTable>
