import type { Database } from 'better-sqlite3'
import { TEST_OPENED } from '../../domain/proof/sealed-test.ts'
import type { KeptSample, RefusedEdit } from '../ports/proof-store.ts'
import type { LedgerEntry, LedgerLine } from '../skill-records.ts'
import type { proofSamples, refusedEdits } from './proof-schema.ts'
import type { RowOf } from './row.ts'

/** Tries of texts on tasks; `addLine` writes a line of the ledger. */
export function proofTable(
  db: Database,
  {
    addLine,
    lines,
  }: { readonly addLine: (line: LedgerEntry) => void; readonly lines: (skill: string) => readonly LedgerLine[] },
) {
  const samples = db.prepare<[string], RowOf<typeof proofSamples>>(
    'SELECT * FROM proof_samples WHERE lineage = ? ORDER BY rowid',
  )
  const keep = db.prepare<[RowOf<typeof proofSamples>]>(
    `INSERT OR IGNORE INTO proof_samples (lineage, text, task, repeat, sample_json, at)
     VALUES (:lineage, :text, :task, :repeat, :sample_json, :at)`,
  )
  const edits = db.prepare<[string], RowOf<typeof refusedEdits>>(
    'SELECT * FROM refused_edits WHERE lineage = ? ORDER BY at, rowid',
  )
  const noteEdit = db.prepare<[RefusedEdit]>(
    'INSERT OR IGNORE INTO refused_edits (lineage, edit, why, at) VALUES (:lineage, :edit, :why, :at)',
  )
  const open = db.transaction((lineage: string, line: LedgerEntry): LedgerLine | undefined => {
    const earlier = lines(line.skillName).find(({ move, reason }) => move === TEST_OPENED && reason.startsWith(lineage))
    if (earlier === undefined) addLine(line)
    return earlier
  })
  return {
    samples: (lineage: string): readonly KeptSample[] =>
      samples.all(lineage).map(({ sample_json, ...row }) => ({ ...row, sample: JSON.parse(sample_json) })),
    keepSample: ({ sample, ...row }: KeptSample): void =>
      void keep.run({ ...row, sample_json: JSON.stringify(sample) }),
    openTest: (lineage: string, line: LedgerEntry): LedgerLine | undefined => open.immediate(lineage, line),
    refusedEdits: (lineage: string): readonly RefusedEdit[] => edits.all(lineage),
    noteRefusedEdit: (edit: RefusedEdit): void => void noteEdit.run(edit),
  }
}
