import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { heldBack, isGrant, isHeading, type MoveOptions, statusOnReturn } from '../../domain/lifecycle.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { isDrafted, isReleased } from '../../domain/skill.ts'
import type { LedgerStore, VersionStore } from '../../store/ports/version-store.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { LedgerLine, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { insistOnClear } from '../catalogue/clearance.ts'
import { newVersion, numberAfter } from '../catalogue/records.ts'
import { reviewedFiles, textOf } from '../catalogue/reviewed-files.ts'
import type { Core } from '../core.ts'
import { createAcceptance, type MoveStep } from './proposal-moves.ts'
import type { Proposals } from './proposals.ts'
import { createRestoration } from './restoration.ts'

/** Moves that give a skill another head, or another standing of its head. */
export function createHeadMoves({
  store,
  folder,
  clock,
  clearance,
  proposals,
}: Core<'store' | 'folder' | 'clock' | 'clearance'> & { readonly proposals: Proposals }) {
  const acceptance = createAcceptance({ store, proposals, clearance })
  const restoration = createRestoration({ store, folder, clock })
  const newHead = headChange({ store, folder })
  const promote = createPromotion({ store, folder, clock, clearance })

  async function restore(row: SkillRecord, status: SkillRecord['status'], { use }: MoveOptions): Promise<MoveStep> {
    const { head, files, isNew, reason: aside } = await restoration.decide(row, use)
    const { held } = await clearance.verdictOf(files)
    const after = {
      ...row,
      ...textOf(files),
      status:
        held === undefined
          ? statusOnReturn(status, row.origin, await store.ledger(row.name))
          : ('quarantined' as const),
      headVersion: head.version,
      rules: RULES_VERSION,
      needsReview: isDrafted(row.origin),
      // Null until the folder is written: a missing folder then means unfinished work, not a removal by a person.
      digest: null,
    }
    return {
      after,
      change: {
        ...(isNew ? { version: { ...head, files } } : {}),
        ...(row.status === 'revoked' ? { revocation: 'lift' as const } : {}),
      },
      ...(isNew ? { versionId: head.id } : {}),
      head: { digest: head.digest, files },
      aside,
    }
  }

  /** Makes the version that was the head after a ledger entry the head again, byte for byte. */
  async function rollback(row: SkillRecord, status: SkillRecord['status'], { entry }: MoveOptions): Promise<MoveStep> {
    const { version, target, lines } = await versionAt(store, row, entry)
    await insistOnClear(clearance, {
      files: await store.files(version.id),
      what: `version ${version.version} of "${row.name}" is not brought back`,
      hint: 'Bring back another version, or change the files of the skill themselves.',
    })
    const granted = lines.some((line) => line.versionId === version.id && isGrant(line.move)) || row.origin === 'person'
    // A status that only the replaced bytes had caused (altered, quarantined) ends with them.
    const back = row.altered || row.status === 'quarantined' ? 'active' : status
    const step = await newHead(
      row,
      version,
      granted ? back : (heldBack(target?.toStatus ?? null) ?? 'staged'),
      `rolled back to ${version.version} of entry ${entry}`,
    )
    // Nobody looked at the version that comes back either.
    return granted || row.look === undefined ? step : { ...step, after: { ...step.after, altered: true } }
  }

  async function accept(row: SkillRecord, status: SkillRecord['status'], options: MoveOptions): Promise<MoveStep> {
    const { version, files, change, reason } = await acceptance(row, options)
    const evidenceCount = version.author === 'auto' ? version.evidence.length : row.evidenceCount
    return { ...(await newHead({ ...row, evidenceCount }, version, status, reason, files)), change }
  }

  return { promote, restore, rollback, accept, remains: restoration.remains }
}

/** A promoted draft loses its notice, and its manifest says that it was reviewed: a new version by the person. */
const createPromotion =
  ({ store, folder, clock, clearance }: Core<'store' | 'folder' | 'clock' | 'clearance'>) =>
  async (from: SkillRecord, status: SkillRecord['status'], options: MoveOptions): Promise<MoveStep> => {
    const { projects, ...everywhere } = from
    const row = options.everywhere === true ? everywhere : from
    if (from.status === status) return { after: row, reason: 'offered in every project' }
    const { force } = options
    const after = { ...row, status, needsReview: false, altered: false, rules: RULES_VERSION }
    const head = await headOf(store, row)
    const there = await folder.read(row.name)
    if (there === undefined || there.digest !== row.digest)
      throw new WaylandError('conflict', `${row.path} was changed while it was being promoted`)
    const now = await insistOnClear(clearance, { ...promoting(row), files: there.files, force })
    const asItIs = { after, versionId: head.id, change: { accepts: now } }
    // A folder that a person made is never written to.
    if (row.origin === 'person') return { ...asItIs, reason: `promoted, digest ${head.digest}` }
    // Nothing is written through a symbolic link: the folder keeps its notice.
    if (!there.plain) return { ...asItIs, reason: `promoted as it is, digest ${there.digest}` }
    const files = reviewedFiles(there.files)
    // Restored after it was promoted, it has no notice to lose.
    if (digestFiles(files) === head.digest)
      return { ...asItIs, head: { digest: head.digest, files }, reason: `promoted, digest ${head.digest}` }
    const then = await insistOnClear(clearance, { ...promoting(row), files, force })
    const number = numberAfter(await store.versions(row.id))
    const said = { skillId: row.id, version: number, parentId: head.id, reason: 'promoted', digest: digestFiles(files) }
    const version = newVersion(clock, said)
    return {
      after: { ...after, ...textOf(files), headVersion: version.version },
      change: { version: { ...version, files }, accepts: [...now, ...then] },
      versionId: version.id,
      head: { digest: version.digest, files },
      reason: `promoted, digest ${version.digest}`,
    }
  }

async function headOf(store: Core<'store'>['store'], row: SkillRecord): Promise<VersionRecord> {
  const head = (await store.versions(row.id)).find((v) => v.version === row.headVersion)
  if (head === undefined) throw new WaylandError('internal', `"${row.name}" has no version ${row.headVersion}`)
  return head
}

/** Makes a version the head of a skill. */
const headChange =
  ({ store, folder }: Core<'store' | 'folder'>) =>
  async (
    row: SkillRecord,
    version: VersionRecord,
    status: SkillRecord['status'],
    reason: string,
    held?: SkillFiles,
  ): Promise<MoveStep> => {
    if ((await folder.read(row.name))?.plain === false)
      throw new WaylandError('not_ours', `${row.path} is a link or no folder of plain files, and is not written over`, {
        hint: 'Put a folder in the place of the link, or change the files where they are.',
      })
    const files = held ?? (await store.files(version.id))
    const after = {
      ...row,
      ...textOf(files),
      status,
      needsReview: !isReleased({ status }) && isDrafted(row.origin),
      headVersion: version.version,
      rules: RULES_VERSION,
      altered: false,
    }
    return { after, versionId: version.id, head: { digest: version.digest, files }, reason }
  }

const promoting = ({ name }: SkillRecord) => ({
  what: `cannot promote "${name}"`,
  hint: `Read all its findings with "wayland-core show ${name}", then add --force if you want it all the same.`,
})

/**
 * The head of a skill after a ledger entry. Throws `bad_usage` if the skill has no such entry, `illegal_move` if
 * retention deleted that version.
 */
async function versionAt(
  store: Pick<LedgerStore, 'ledger'> & Pick<VersionStore, 'versions'>,
  row: SkillRecord,
  entry: number | undefined,
): Promise<{
  readonly version: VersionRecord
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
