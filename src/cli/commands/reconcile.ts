import { type Call, EXIT, type ExitCode } from '../command.ts'
import { ledgerRows, ledgerToWire } from '../ledger-rows.ts'

/** Takes in changes made by hand in the skills folder, and reports them. */
export async function run({ json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open()
  const lines = await loop.reconcile()
  if (json) report.json({ ledger: lines.map(ledgerToWire) })
  else if (lines.length === 0) report.line('Folders and rows agree.')
  else report.table(ledgerRows(lines))
  return EXIT.done
}
