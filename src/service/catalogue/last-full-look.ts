import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import type { Core } from '../core.ts'
import type { FolderEdits } from './folder-edits.ts'

/**
 * Decides whether a process has to read the whole skills folder, or can rely on the last full look of another process.
 */
export interface LastFullLook {
  /**
   * Whether the last full look is still valid: nothing was added, removed or renamed in the skills folder, and the
   * folders checked now agree with their rows (those whose rows changed, and a rotating sample, so that every edit is
   * found in time).
   */
  holds(): Promise<boolean>
  /** Stores that a folder of this stamp agreed with all rows up to this change number. */
  keep(stamp: string, change: number): Promise<void>
}

/** Folders checked at each start in any case; a library of at most this size is checked as a whole. */
const LOOKED_AT = 64

export function createLastFullLook(
  { store, folder, clock, repairs }: Core<'store' | 'folder' | 'clock' | 'repairs'>,
  isSettled: FolderEdits['isSettled'],
): LastFullLook {
  async function holds(): Promise<boolean> {
    const look = await store.look(folder.root)
    if (look === undefined || look.rules !== RULES_VERSION || look.stamp !== (await folder.stamp())) return false
    const changed = await store.skillsSince(look.change)
    if (changed === undefined || changed.skills.length > LOOKED_AT || (await repairs.needsRepair(look.change)))
      return false
    for (const row of [...changed.skills, ...(await store.someSkills(clock.now().getTime(), LOOKED_AT))])
      if (!isSettled(row, await folder.stampOf(row.name))) return false
    return true
  }

  return {
    holds,
    async keep(stamp, change) {
      // A folder that changed just now may change again within the same tick of its file system's clock, with the same
      // stamp.
      if ((await folder.steadyStamp()) === stamp)
        await store.saveLook(folder.root, { stamp, change, rules: RULES_VERSION })
    },
  }
}
