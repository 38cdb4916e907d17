import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '../database.ts'
import { CHANNEL } from '../engine.ts'
import { entryDigest, signed } from '../keys.ts'
import { changes, heads, ledger, orgs } from '../schema.ts'
import type { LedgerEntry, Statement } from '../wire.ts'

/** Changes that one answer holds. */
const MOST = 200
/** Entries that one answer holds. */
const MOST_ENTRIES = 1_000

/** `kind` and what it needs of a statement. */
export type Said = Statement extends infer One ? (One extends Statement ? Omit<One, 'org' | 'seq'> : never) : never

/**
 * Adds a signed statement to what nodes are told. The row of heads is locked until the transaction ends, so that numbers are
 * given in the order of commits: whoever read up to one misses none below it.
 */
export async function announce(tx: Transaction, org: string, said: Said): Promise<void> {
  const [head] = await tx
    .update(heads)
    .set({ change: sql`${heads.change} + 1` })
    .where(eq(heads.org, org))
    .returning({ seq: heads.change })
  const [key] = await tx.select({ signing: orgs.signingKey }).from(orgs)
  if (head === undefined || key === undefined) throw new Error(`org ${org} has no row of heads`)
  const statement = JSON.stringify({ ...said, org, seq: head.seq })
  await tx.insert(changes).values({ org, seq: head.seq, statement, signature: signed(statement, key.signing) })
  // Delivered when the transaction commits.
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${org})`)
}

/** Adds an entry to the ledger; `actor` is null for the administrator of the server. */
export async function enter(
  tx: Transaction,
  org: string,
  { at, ...said }: Pick<LedgerEntry, 'actor' | 'action' | 'subject' | 'detail'> & { readonly at: Date },
): Promise<void> {
  const [head] = await tx.select().from(heads).where(eq(heads.org, org)).for('update')
  if (head === undefined) throw new Error(`org ${org} has no row of heads`)
  const line = { ...said, at: at.getTime(), entry: head.entry + 1, previous: head.digest }
  const digest = entryDigest(org, line)
  await tx.insert(ledger).values({ org, ...line, digest })
  await tx.update(heads).set({ entry: line.entry, digest }).where(eq(heads.org, org))
}

/** The changes after one, the oldest first, with the head of the ledger; only the heads are read where there are none. */
export async function changesAfter(tx: Transaction, after: number) {
  const [head] = await tx.select().from(heads)
  const { change = 0, entry = 0, digest = '' } = head ?? {}
  const found =
    change <= after
      ? []
      : await tx
          .select({ seq: changes.seq, statement: changes.statement, signature: changes.signature })
          .from(changes)
          .where(gt(changes.seq, after))
          .orderBy(asc(changes.seq))
          .limit(MOST)
  return { changes: found, more: (found.at(-1)?.seq ?? change) < change, ledger: { entry, digest } }
}

export const entriesAfter = async (tx: Transaction, after: number): Promise<readonly LedgerEntry[]> =>
  await tx
    .select({
      ...{ entry: ledger.entry, at: ledger.at, actor: ledger.actor, action: ledger.action, subject: ledger.subject },
      ...{ detail: ledger.detail, previous: ledger.previous, digest: ledger.digest },
    })
    .from(ledger)
    .where(gt(ledger.entry, after))
    .orderBy(asc(ledger.entry))
    .limit(MOST_ENTRIES)
