import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import {
  heldBack,
  isGrant,
  type Move,
  type MoveOptions,
  pastOf,
  statusAfter,
  statusOnReturn,
} from '../../domain/lifecycle.ts'
import { redactText } from '../../domain/redact.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { isDrafted, type Skill } from '../../domain/skill.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { OfferRule } from '../../domain/visibility.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillChange, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { insistOnClear } from '../catalogue/clearance.ts'
import { isWithdrawn, ledgerLine, newVersion, numberAfter } from '../catalogue/records.ts'
import { reviewedFiles, textOf } from '../catalogue/reviewed-files.ts'
import { versionAt } from '../catalogue/version-at.ts'
import type { Core } from '../core.ts'
import { createLister, type Lister } from './lister.ts'
import type { MoveStep } from './proposal-moves.ts'
import { createAcceptance, createRejection } from './proposal-moves.ts'
import type { Proposals } from './proposals.ts'
import { createRestoration, type Remains } from './restoration.ts'

/**
 * The moves of a person on skills. A move is checked, then written with its ledger line in one transaction, then
 * applied to the folder; if the folder cannot follow, the transaction is undone. A refused move changes nothing.
 */
export interface Curator extends Lister {
  /**
   * `reference` is a name, an id or a unique prefix of an id. Throws `illegal_move` for a move that the status does not
   * allow.
   */
  move(reference: string, move: Move, options?: MoveOptions): Promise<Skill>
  /** What can be restored of an archived or revoked skill. */
  remains(reference: string): Promise<Remains>
}

export interface CuratorParts extends Core<'store' | 'folder' | 'publisher' | 'catalogue' | 'clearance' | 'clock'> {
  readonly proposals: Proposals
  readonly offer: OfferRule
}

export function createCurator(parts: CuratorParts): Curator {
  const { store, folder, publisher, catalogue, proposals, clearance, offer, clock } = parts
  const lister = createLister({ store, catalogue, offer })
  const acceptance = createAcceptance({ store, proposals, clearance })
  const rejection = createRejection({ store, proposals })
  const restoration = createRestoration({ store, folder, clock })

  async function move(reference: string, what: Move, options: MoveOptions = {}): Promise<Skill> {
    const id = await store.folderLock(() => moveHeld(reference, what, options))
    return await lister.skill(id)
  }

  async function moveHeld(reference: string, what: Move, options: MoveOptions): Promise<string> {
    await catalogue.syncHeld()
    const row = findSkill(await catalogue.all(), reference)
    if (what === 'promote' && row.status === 'quarantined' && options.force !== true) await refuseQuarantined(row)
    const status = statusAfter(what, row, options)
    if (options.digest !== undefined && options.digest !== row.digest)
      throw new WaylandError('conflict', `"${row.name}" was changed since it was reviewed: its files differ`)
    const step = await STEPS[what](row, status, options)
    const said = options.reason === undefined ? undefined : redactText(options.reason).text
    const ledger = ledgerLine({
      ...{ at: clock.now(), move: what, actor: 'person', before: row, after: step.after },
      versionId: step.versionId ?? null,
      reason: [said ?? step.reason ?? `${pastOf(what)} by a person`, step.aside ?? []].flat().join('; '),
    })
    const change: SkillChange = { skill: step.after, expect: row, ledger, ...step.change }
    if (!(await store.apply(change)))
      throw new WaylandError('conflict', `"${row.name}" was changed by another process meanwhile`)
    try {
      await follow(step)
    } catch (error) {
      await store.takeBack(change, row)
      throw error
    }
    return row.id
  }

  async function remains(reference: string): Promise<Remains> {
    await catalogue.sync()
    return await restoration.remains(findSkill(await catalogue.all(), reference))
  }

  /** Names the finding, so that a person reads it before adding --force. */
  async function refuseQuarantined(row: SkillRecord): Promise<void> {
    const there = await folder.read(row.name)
    const held = there === undefined ? undefined : (await clearance.verdictOf(there.files)).held
    throw new WaylandError(
      'illegal_move',
      `cannot promote "${row.name}": it is quarantined: ${held ?? 'see its history'}`,
      {
        hint: 'Read all its findings with "wayland-core show", then add --force if you want it all the same.',
      },
    )
  }

  async function follow({ after, head }: MoveStep): Promise<void> {
    if (isWithdrawn(after)) return await publisher.withdraw(after)
    if (head === undefined) return
    if ((await publisher.publish(after, head, head.files)) === 'foreign')
      throw new WaylandError('not_ours', `${folder.root}/${after.name} was changed meanwhile; nothing was done`, {
        hint: 'Run the command again: the change is then taken in as a version first.',
      })
  }

  const STEPS: Readonly<
    Record<Move, (row: SkillRecord, status: SkillRecord['status'], options: MoveOptions) => Promise<MoveStep>>
  > = {
    promote,
    archive: async (row, status) => ({ after: withdrawn(row, status) }),
    pin: async (row, status) => ({ after: { ...row, status } }),
    unpin: async (row, status) => ({ after: { ...row, status } }),
    revoke: async (row, status) => ({ after: withdrawn(row, status), change: { revocation: 'start' } }),
    restore,
    rollback,
    accept,
    reject: rejection.reject,
    keep: async (row) => ({ after: row }),
    unkeep: async (row) => ({ after: row }),
    unreject: async (row, _, options) => await rejection.unreject(row, options),
  }

  /** The row names the archive folder before the move, so that an interrupted move can be finished. */
  const withdrawn = (row: SkillRecord, status: SkillRecord['status']): SkillRecord => ({
    ...row,
    status,
    path: row.status === 'archived' ? row.path : folder.awayPath(row.name),
  })

  /**
   * A promoted draft loses its notice, and its manifest says that it was reviewed: this is a new version by the person.
   */
  async function promote(from: SkillRecord, status: SkillRecord['status'], options: MoveOptions): Promise<MoveStep> {
    const { projects, ...everywhere } = from
    const row = options.everywhere === true ? everywhere : from
    if (from.status === status) return { after: row, reason: 'offered in every project' }
    const { force } = options
    const after = { ...row, status, needsReview: false, altered: false, rules: RULES_VERSION }
    const head = await headOf(row)
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
    const then = await insistOnClear(clearance, { ...promoting(row), files, force })
    const number = numberAfter(await store.versions(row.id))
    const said = { skillId: row.id, version: number, parentId: head.id, reason: 'promoted', digest: digestFiles(files) }
    const version = newVersion(clock, said)
    return {
      after: { ...after, ...(await textOf(files, row)), headVersion: version.version },
      change: { version: { ...version, files }, accepts: [...now, ...then] },
      versionId: version.id,
      head: { digest: version.digest, files },
      reason: `promoted, digest ${version.digest}`,
    }
  }

  async function restore(row: SkillRecord, status: SkillRecord['status'], { use }: MoveOptions): Promise<MoveStep> {
    const { head, files, isNew, reason: aside } = await restoration.decide(row, use)
    const { held } = await clearance.verdictOf(files)
    const after = {
      ...row,
      ...(await textOf(files, row)),
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

  async function newHead(
    row: SkillRecord,
    version: VersionRecord,
    status: SkillRecord['status'],
    reason: string,
    held?: SkillFiles,
  ): Promise<MoveStep> {
    if ((await folder.read(row.name))?.plain === false)
      throw new WaylandError('not_ours', `${row.path} is a link or no folder of plain files, and is not written over`, {
        hint: 'Put a folder in the place of the link, or change the files where they are.',
      })
    const files = held ?? (await store.files(version.id))
    const after = {
      ...row,
      ...(await textOf(files, row)),
      status,
      needsReview: status !== 'active' && status !== 'pinned' && isDrafted(row.origin),
      headVersion: version.version,
      rules: RULES_VERSION,
      altered: false,
    }
    return { after, versionId: version.id, head: { digest: version.digest, files }, reason }
  }

  async function headOf(row: SkillRecord): Promise<VersionRecord> {
    const head = (await store.versions(row.id)).find((v) => v.version === row.headVersion)
    if (head === undefined) throw new WaylandError('internal', `"${row.name}" has no version ${row.headVersion}`)
    return head
  }

  return { ...lister, move, remains }
}

const promoting = ({ name }: SkillRecord) => ({
  what: `cannot promote "${name}"`,
  hint: `Read all its findings with "wayland-core show ${name}", then add --force if you want it all the same.`,
})
