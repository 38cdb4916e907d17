import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { ledgerRows, ledgerToWire } from '../ledger-rows.ts'
import { ENTRY_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '',
  words: 'Take in what was done by hand in the skills folder: edits, new skills, removals; overwrites nothing',
  flags: {},
  text: [
    'Every start and every write takes in such changes too; this command examines every folder now and reports what it found. An edit becomes a version by the person; nothing is overwritten. With more than 64 skills, a short command (route, observe, show, status, a hook) examines the skills that it is about and 64 others, unless a folder was added or removed. Until an edit is found, requests are compared with the earlier text; edited files are not offered before they were scanned.',
  ],
  json: { ledger: 'the entries that were made' },
  inner: [ENTRY_FIELDS],
  example: 'wayland-core reconcile',
}

/** Takes in changes made by hand in the skills folder, and reports them. */
export async function run({ json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open()
  const lines = await loop.review.reconcile()
  if (json) report.json({ ledger: lines.map(ledgerToWire) })
  else if (lines.length === 0) report.line('Folders and rows agree.')
  else report.table(ledgerRows(lines))
  return EXIT.done
}
