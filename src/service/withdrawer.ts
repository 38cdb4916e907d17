import { isDraft } from '../domain/visibility.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'
import type { Placement } from './placement.ts'

/** Takes drafts back whose evidence a later message took back. */
export interface Withdrawer {
  /** Withdraws every draft, not promoted and unedited, that this turn is evidence of; the names of those. */
  withdraw(turnId: string, because: string): Promise<readonly string[]>
}

export function createWithdrawer(parts: {
  readonly store: Store
  readonly folder: SkillFolder
  readonly placement: Placement
  readonly catalogue: Catalogue
  readonly clock: Clock
}): Withdrawer {
  const { store, folder, placement, catalogue, clock } = parts

  async function rests(row: SkillRecord, turnId: string): Promise<boolean> {
    if (row.origin !== 'auto' || !isDraft(row.status)) return false
    const head = (await store.versions(row.id)).find(({ version }) => version === row.headVersion)
    if (head?.author !== 'auto' || head.baseId !== null || !head.evidence.includes(turnId)) return false
    return (await folder.read(row.name))?.digest === head.digest
  }

  async function takeBack(row: SkillRecord, because: string): Promise<boolean> {
    const after: SkillRecord = { ...row, status: 'archived', path: folder.awayPath(row.name) }
    const done = await store.apply({
      skill: after,
      expect: row,
      ledger: {
        at: clock.now().getTime(),
        skillName: row.name,
        skillId: row.id,
        move: 'withdraw',
        actor: 'auto',
        fromStatus: row.status,
        toStatus: after.status,
        versionId: null,
        reason: because,
      },
    })
    if (done) await placement.withdraw(after)
    return done
  }

  return {
    withdraw: (turnId, because) =>
      store.folderLock(async () => {
        await catalogue.syncHeld()
        const names: string[] = []
        for (const row of await catalogue.all())
          if ((await rests(row, turnId)) && (await takeBack(row, because))) names.push(row.name)
        if (names.length > 0) await catalogue.syncHeld()
        return names
      }),
  }
}
