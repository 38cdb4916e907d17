import { WaylandError } from '../../domain/errors.ts'
import { type Move, type MoveOptions, pastOf, statusAfter } from '../../domain/lifecycle.ts'
import { redactText } from '../../domain/redact.ts'
import { isWithdrawn, type Skill } from '../../domain/skill.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { OfferRule } from '../../domain/visibility.ts'
import type { SkillChange, SkillRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import { createHeadMoves } from './head-moves.ts'
import { createLister, type Lister } from './lister.ts'
import type { MoveStep } from './proposal-moves.ts'
import { createRejection } from './proposal-moves.ts'
import type { Proposals } from './proposals.ts'
import type { Remains } from './restoration.ts'

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
  const rejection = createRejection({ store, proposals })
  const { promote, restore, rollback, accept, ...heads } = createHeadMoves(parts)

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
    const step = await (STEPS[what] ?? statusAlone)(row, status, options)
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
    return await heads.remains(findSkill(await catalogue.all(), reference))
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

  type Step = (row: SkillRecord, status: SkillRecord['status'], options: MoveOptions) => Promise<MoveStep>

  /** The moves that do more than set a status, which is all that the others do. */
  const STEPS: Readonly<Partial<Record<Move, Step>>> = {
    promote,
    restore,
    rollback,
    accept,
    revoke: async (...move) => ({ ...(await statusAlone(...move)), change: { revocation: 'start' } }),
    reject: rejection.reject,
    unreject: async (row, _, options) => await rejection.unreject(row, options),
  }

  /** The row names the archive folder before the move, so that an interrupted move can be finished. */
  const statusAlone: Step = async (row, status) => {
    const path = isWithdrawn({ status }) && !isWithdrawn(row) ? folder.awayPath(row.name) : row.path
    return { after: { ...row, status, path } }
  }

  return { ...lister, move, remains }
}
