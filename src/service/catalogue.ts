import type { Tell } from '../domain/event.ts'
import { isOffered } from '../domain/skill.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { SkillRecord, Store } from '../store/store.ts'
import { createAdoption } from './adoption.ts'
import type { Clock } from './clock.ts'

/** The skills of one running loop: rows and folders brought together, and the one rule of who may see what. */
export interface Catalogue {
  /** Reads what changed in the skills folder since the last look into rows. */
  sync(): Promise<void>
  /** Skills that may be offered to a model. */
  offered(): readonly SkillRecord[]
  /** Every skill with a row. */
  all(): readonly SkillRecord[]
  /** Takes in a skill that was written just now, without a look at the folder. */
  register(skill: SkillRecord): void
}

export function createCatalogue(parts: {
  readonly store: Store
  readonly folder: SkillFolder
  readonly clock: Clock
  readonly offer: 'staged' | 'active'
  readonly tell: Tell
}): Catalogue {
  const { store, folder, clock, offer, tell } = parts
  const skills = new Map<string, SkillRecord>()
  const adoption = createAdoption({ store, folder, clock, tell })

  async function sync(): Promise<void> {
    const folders = new Map((await folder.list()).map(({ name, stamp }) => [name, stamp]))
    const rows = await store.skills()
    skills.clear()
    for (const row of rows) skills.set(row.name, (await adoption.reconcile(row, folders.get(row.name))) ?? row)
    for (const [name, stamp] of folders) {
      const found = skills.has(name) ? undefined : await adoption.adopt(name, stamp)
      if (found !== undefined) skills.set(name, found)
    }
  }

  return {
    sync,
    offered: () => [...skills.values()].filter((skill) => skill.digest !== null && isOffered(skill.status, offer)),
    all: () => [...skills.values()],
    register: (skill) => void skills.set(skill.name, skill),
  }
}
