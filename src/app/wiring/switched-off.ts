import type { TurnReceipt } from '../../domain/receipt.ts'
import type { ImportReport } from '../../service/import-tally.ts'

/** What is answered where everything is switched off: nothing was read, nothing recorded. */
export const NOTHING_READ: ImportReport = {
  files: 0,
  lines: 0,
  turnsRecorded: 0,
  turnsKnown: 0,
  drafts: 0,
  skipped: {},
  errors: [],
  stillRunning: { turns: 0, from: 0 },
  notUnderstood: [],
}

export const OFF_RECEIPT: TurnReceipt = Object.freeze({
  turnId: '',
  status: 'ignored',
  signature: '',
  streak: 0,
  reason: 'off',
  draft: null,
})
