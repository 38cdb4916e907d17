import { WaylandError } from '../../domain/errors.ts'
import { isHeading } from '../../domain/lifecycle.ts'
import type { LedgerStore, VersionStore } from '../../store/ports/version-store.ts'
import type { LedgerLine, SkillRecord, VersionRecord } from '../../store/skill-records.ts'

/**
 * The head of a skill after a ledger entry. Throws `bad_usage` if the skill has no such entry, `illegal_move` if
 * retention deleted that version.
 */
export async function versionAt(
  store: Pick<LedgerStore, 'ledger'> & Pick<VersionStore, 'versions'>,
  row: SkillRecord,
  entry: number | undefined,
): Promise<{
  readonly version: VersionRecord
  /** The line that made it the head. */
  readonly target: LedgerLine | undefined
  /** All lines of the skill. */
  readonly lines: readonly LedgerLine[]
}> {
  const lines = (await store.ledger(row.name)).filter((line) => line.skillId === row.id)
  const upTo = lines.filter((line) => entry !== undefined && line.id <= entry)
  if (entry === undefined || upTo.at(-1)?.id !== entry)
    throw new WaylandError('bad_usage', `"${row.name}" has no ledger entry ${entry ?? ''}`, {
      hint: `List its entries with "wayland-core history ${row.name}".`,
    })
  const versions = await store.versions(row.id)
  const accepted = new Map(versions.filter((v) => v.state === 'accepted').map((v) => [v.id, v]))
  const known = new Set(versions.map(({ id }) => id))
  const target = upTo.findLast(
    ({ versionId, move }) =>
      versionId !== null && isHeading(move) && (accepted.has(versionId) || !known.has(versionId)),
  )
  if (target?.versionId != null && !known.has(target.versionId))
    throw new WaylandError(
      'illegal_move',
      `the version of "${row.name}" at ledger entry ${entry} is not kept any more`,
      {
        hint: `Versions that can be brought back: "wayland-core history ${row.name}".`,
      },
    )
  const version = accepted.get(target?.versionId ?? '')
  if (version === undefined)
    throw new WaylandError('illegal_move', `"${row.name}" had no version yet at ledger entry ${entry}`)
  return { version, target, lines }
}
