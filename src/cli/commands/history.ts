import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { ledgerRows, ledgerToWire, versionToWire } from '../ledger-rows.ts'
import { ENTRY_FIELDS, NAMED, VERSION_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Versions and ledger entries of one skill',
  flags: {},
  text: [NAMED],
  json: {
    skill: 'name',
    versions: 'the versions of its folder, oldest first',
    ledger: 'all that happened to it, oldest first',
  },
  inner: [VERSION_FIELDS, ENTRY_FIELDS],
  example: 'wayland-core history auto-branch-changes-review',
}

/** Shows the versions and the ledger of one skill. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [reference, ...more] = words
  if (reference === undefined || more.length > 0) throw new WaylandError('bad_usage', 'history needs one skill')
  await using loop = await open({ brief: true })
  const { id, name } = await loop.review.skill(reference)
  const [versions, ledger] = [await loop.review.versions(id), await loop.review.history(id)]
  if (json) {
    report.json({ skill: name, versions: versions.map(versionToWire), ledger: ledger.map(ledgerToWire) })
    return EXIT.done
  }
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
  return EXIT.done
}
