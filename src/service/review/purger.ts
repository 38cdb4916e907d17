import { WaylandError } from '../../domain/errors.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import { isInPlace } from '../catalogue/last-full-look.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'

/** An archived or revoked skill that may be deleted for good. */
export interface Purgeable {
  readonly id: string
  readonly name: string
  readonly status: SkillRecord['status']
  readonly path: string
  readonly versions: number
}

/** Deletes skills; nothing else does, and only skills that a person withdrew before can be deleted. */
export interface Purger {
  /** What a purge would delete: every archived and revoked skill, or those named. */
  purgeable(references?: readonly string[]): Promise<readonly Purgeable[]>
  /** Deletes files, versions and rows of these skills and overwrites their space; ledger and revocations stay. */
  purge(ids: readonly string[]): Promise<void>
}

export function createPurger({
  store,
  folder,
  catalogue,
  ledgerFile,
  clock,
}: Core<'store' | 'folder' | 'catalogue' | 'ledgerFile' | 'clock'>): Purger {
  async function purgeable(references?: readonly string[]): Promise<readonly Purgeable[]> {
    await catalogue.sync()
    const all = await catalogue.all()
    const chosen = references === undefined ? all.filter(isWithdrawn) : references.map((one) => findSkill(all, one))
    const live = chosen.find((skill) => !isWithdrawn(skill))
    if (live !== undefined)
      throw new WaylandError(
        'illegal_move',
        `cannot purge "${live.name}": it is ${live.status}, and only archived or revoked skills can be purged`,
      )
    return await Promise.all(
      chosen.map(async ({ id, name, status, path }) => ({
        id,
        name,
        status,
        path,
        versions: (await store.versions(id)).length,
      })),
    )
  }

  async function purge(ids: readonly string[]): Promise<void> {
    await store.folderLock(async () => {
      await catalogue.syncHeld()
      const chosen = new Set(ids)
      const rows = (await catalogue.all()).filter((skill) => chosen.has(skill.id) && isWithdrawn(skill))
      // What the lines there say of these skills goes as well.
      ledgerFile.insistOnRights()
      // Files before rows: where they cannot be deleted no row has changed, and an interrupted purge can be repeated. If a
      // person removed a folder, whatever has that path since is not this skill's.
      await folder.remove(rows.flatMap((row) => (isInPlace(row, folder) ? [] : [row.path])))
      for (const row of rows) await forget(row)
      // Also if an interrupted purge left no row to delete.
      await store.scrub()
      await catalogue.syncHeld()
    })
  }

  async function forget(row: SkillRecord): Promise<void> {
    const revoked = { ...row, status: 'revoked' as const }
    const at = clock.now()
    // A deleted skill must not return with the next streak.
    if (row.status === 'archived') {
      const reason = 'a purged skill is not drafted again'
      const ledger = ledgerLine({ at, move: 'revoke', actor: 'person', before: row, after: revoked, reason })
      await store.apply({ skill: revoked, expect: row, revocation: 'start', ledger })
    }
    const reason = 'purged by a person; the turns it came from are kept'
    const purged = { at, move: 'purge', actor: 'person', before: revoked, toStatus: null, reason } as const
    await store.forget(row.id, ledgerLine(purged))
  }

  return { purgeable, purge }
}
