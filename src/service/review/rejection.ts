import { WaylandError } from '../../domain/errors.ts'
import type { MoveOptions } from '../../domain/lifecycle.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { MoveStep } from './move-step.ts'
import { type Proposals, supersede } from './proposals.ts'

/**
 * Puts the newest proposal of a skill aside, and takes that back: the same bytes wait again, and the rejection counts for
 * no later draft or review.
 */
export function createRejection({ store, proposals }: Core<'store'> & { readonly proposals: Proposals }) {
  return {
    /** Throws `illegal_move` where no version waits. */
    async reject(row: SkillRecord): Promise<MoveStep> {
      const { version: proposed } = await proposals.of(row)
      const rest = supersede(await store.versions(row.id), proposed.id)
      return {
        after: row,
        change: { decides: [{ versionId: proposed.id, state: 'rejected' }, ...rest] },
        versionId: proposed.id,
        reason: `version ${proposed.version} was rejected`,
      }
    },

    /** The version that was rejected last, or the one named. Throws `illegal_move` where there is none, or one waits. */
    async unreject(row: SkillRecord, { of }: MoveOptions): Promise<MoveStep> {
      const versions = await store.versions(row.id)
      const waiting = versions.findLast(({ state }) => state === 'proposed')
      if (waiting !== undefined)
        throw new WaylandError('illegal_move', `version ${waiting.version} of "${row.name}" waits already`, {
          hint: `Accept or reject it first: wayland-core show ${row.name}`,
        })
      const rejected = new Map(versions.filter(({ state }) => state === 'rejected').map((one) => [one.id, one]))
      const lines = (await store.ledger(row.name)).filter(({ move }) => move === 'reject')
      const again = lines
        .map(({ versionId }) => rejected.get(versionId ?? ''))
        .findLast((one) => one !== undefined && (of === undefined || of === one.version))
      if (again === undefined)
        throw new WaylandError(
          'illegal_move',
          `no ${of === undefined ? '' : `such `}version of "${row.name}" is rejected${of === undefined ? '' : `: ${of}`}`,
          { hint: `See its versions with "wayland-core history ${row.name}".` },
        )
      return {
        after: row,
        change: { decides: [{ versionId: again.id, state: 'proposed', was: 'rejected' }] },
        versionId: again.id,
        reason: `version ${again.version} waits again`,
      }
    },
  }
}
