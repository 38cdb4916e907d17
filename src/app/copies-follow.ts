import type { Skill } from '../domain/skill.ts'
import type { CoreServices } from './core-services.ts'
import type { Exporting } from './exporting.ts'
import { requireDatabase } from './require-database.ts'

/**
 * Changes a skill, on which router and copies follow. A change that failed leaves no note that copies are to be updated,
 * and a copy that failed does not undo the change.
 */
export function copiesFollow(
  { config, store, router, tell }: Pick<CoreServices, 'config' | 'store' | 'router' | 'tell'>,
  exporting: Pick<Exporting, 'expect' | 'sync'>,
): (change: () => Promise<Skill>) => Promise<Skill> {
  return async (change) => {
    requireDatabase(config, store)
    const expected = await exporting.expect()
    const changed = await change().catch((error: unknown) => {
      expected.end()
      throw error
    })
    router.refresh()
    await follow(changed.name)
    return changed
  }

  async function follow(name: string): Promise<void> {
    if ('none' in store.place) return
    try {
      for (const { skill, path, status, reason } of await exporting.sync())
        if (skill === name && reason !== undefined) tell({ kind: 'warning', what: `${path} is ${status}: ${reason}` })
    } catch (cause) {
      tell({ kind: 'warning', what: `the copies of "${name}" in the folders of agents were left as they are`, cause })
    }
  }
}
