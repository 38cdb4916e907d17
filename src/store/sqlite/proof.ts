import type { Database } from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { TEST_OPENED } from '../../domain/proof/sealed-test.ts'
import type { Sync } from '../asynchronous.ts'
import type { ProofStore } from '../ports/proof-store.ts'
import type { LedgerEntry, LedgerLine } from '../skill-records.ts'
import { proofSamples } from './model-schema.ts'
import { given, statements } from './statements.ts'

type ProofTable = Sync<ProofStore>

/** Tries of texts on tasks; `addLine` writes a line of the ledger. */
export function proofTable(
  db: Database,
  {
    addLine,
    lines,
  }: { readonly addLine: (line: LedgerEntry) => void; readonly lines: (skill: string) => readonly LedgerLine[] },
): ProofTable {
  const { rows, insert } = statements(db)
  const tried = eq(proofSamples.lineage, given('lineage'))
  const samples = rows(proofSamples, { where: tried, by: [sql`rowid`] })
  const keep = insert(proofSamples, 'ignore')
  const open = db.transaction<ProofTable['openTest']>((lineage, line) => {
    const earlier = lines(line.skillName).find(({ move, reason }) => move === TEST_OPENED && reason.startsWith(lineage))
    if (earlier === undefined) addLine(line)
    return earlier
  })
  return {
    samples: (lineage) => samples({ lineage }),
    keepSample: keep,
    openTest: open.immediate,
  }
}
