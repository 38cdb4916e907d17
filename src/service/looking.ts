import { RULES_VERSION } from '../domain/safety/rules-version.ts'
import type { SkillChanges } from '../store/ports/skill-changes.ts'
import type { SkillLookups } from '../store/ports/skill-lookups.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { Adoption } from './adoption.ts'
import type { Clock } from './clock.ts'
import type { SkillPublisher } from './skill-publisher.ts'

/** What a process knows of the skills folder from those before it: whether it has to look through it itself. */
export interface Looking {
  /**
   * Whether the last whole look still holds: nothing was added, removed or renamed in the folder, and what was looked at now
   * is as its row says: skills whose rows changed since, and some more, so that an edit is found sooner or later.
   */
  holds(): Promise<boolean>
  /** Keeps the look of now, in which a folder of this stamp agreed with all rows up to a change. */
  keep(stamp: string, change: number): Promise<void>
}

/** Skills that each start looks at, whatever is known of them: in a library of no more than these, all. */
const LOOKED_AT = 64

export function createLooking({
  store,
  folder,
  clock,
  placement,
  adoption,
}: {
  readonly store: SkillChanges & SkillLookups
  readonly folder: SkillFolder
  readonly clock: Clock
  readonly placement: Pick<SkillPublisher, 'needsRepair'>
  readonly adoption: Pick<Adoption, 'isSettled'>
}): Looking {
  async function holds(): Promise<boolean> {
    const look = await store.look(folder.root)
    if (look === undefined || look.rules !== RULES_VERSION || look.stamp !== (await folder.stamp())) return false
    const changed = await store.skillsSince(look.change)
    if (changed === undefined || changed.skills.length > LOOKED_AT || (await placement.needsRepair(look.change)))
      return false
    for (const row of [...changed.skills, ...(await store.someSkills(clock.now().getTime(), LOOKED_AT))])
      if (!adoption.isSettled(row, await folder.stampOf(row.name))) return false
    return true
  }

  return {
    holds,
    async keep(stamp, change) {
      // A folder that was changed just now may be changed again within the same tick of its file system's clock.
      if ((await folder.steadyStamp()) === stamp)
        await store.saveLook(folder.root, { stamp, change, rules: RULES_VERSION })
    },
  }
}
