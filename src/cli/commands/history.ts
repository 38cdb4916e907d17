import type { Call, Words } from '../command.ts'
import { ledgerRows, ledgerToWire, versionToWire } from '../ledger-rows.ts'
import { ENTRY_FIELDS, NAMED, VERSION_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '[<id>]',
  words: 'Versions and ledger entries of one skill; without one of all, with the revocations in force',
  flags: {
    all: { words: 'Without <id>: every line; else the first 500 of each table, and the newest 500 ledger entries' },
  },
  text: [
    NAMED,
    'Without <id>, --json always holds everything. --skills-govern is the same. Whether the ledger gives the statuses and versions of the rows, "check" says.',
  ],
  json: {
    'skill?': 'name',
    'versions?': 'the versions of its folder, oldest first',
    'skills?': 'without <id>: skills, each with its versions',
    'revocations?': '[{skill, signature, at, reason}]: revocations in force',
    ledger: 'all that happened to it, or to all, oldest first',
  },
  inner: [VERSION_FIELDS, ENTRY_FIELDS],
  example: 'wayland-core history auto-branch-changes-review',
}

/** Shows the versions and the ledger of one skill, or of all. */
export async function run(call: Call): Promise<void> {
  const { words, json, report, open } = call
  const [reference] = words
  if (reference === undefined) return await (await import('../all-history.ts')).allHistory(call)
  await using loop = await open({ brief: true })
  const { id, name } = await loop.review.skill(reference)
  const [versions, ledger] = [await loop.review.versions(id), await loop.review.history(id)]
  if (json) return report.json({ skill: name, versions: versions.map(versionToWire), ledger: ledger.map(ledgerToWire) })
  const rows = versions.map((v) => [
    v.head ? `${v.version} (head)` : v.version,
    v.state,
    v.author,
    new Date(v.createdAt).toISOString(),
    v.digest.slice(0, 12),
    String(v.evidence.length),
    v.reason,
  ])
  report.table([['version', 'state', 'author', 'when', 'digest', 'turns', 'reason'], ...rows])
  report.line()
  report.table(ledgerRows(ledger))
}
